/** Who gets the contract on processing as PDF, and what stands in it. */
import { processingChangedOn } from '@kindling/contract/site';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../../testing/database.ts';
import { type PaymentsWorld, startPaymentsWorld } from '../../../testing/payments-world.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { addTeamMember } from '../../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const ask = ({ web }: TestApp, user: TestUser | null, query = 'language=en') =>
  web.inject({
    url: `/api/v1/billing/processing.pdf?${query}`,
    headers: user === null ? {} : { authorization: `Bearer ${user.token}` },
  });

describe.each(featureModes)('the contract on processing as PDF, %s', (mode) => {
  let world: PaymentsWorld;
  let owner: TestUser;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode, { OPERATOR_NAME: 'Example Operator GmbH' });
    owner = await world.app.signIn('owner@example.com');
  });
  afterAll(() => world.close());

  const textFor = async (user: TestUser, query?: string) => {
    const answer = await ask(world.app, user, query);
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
    });
    const { pages } = readPdf(answer.rawPayload);
    return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  };

  test('has the account before the first order, then the recipient of invoices and who accepted it', async () => {
    const before = await textFor(owner);
    expect(before).toContain('Account: owner');
    expect(before).toContain('Not accepted yet.');
    expect(before).toContain('Example Operator GmbH');
    await world.buy(owner);
    await owner.call('POST', '/billing/processing', { version: processingChangedOn });
    const after = await textFor(owner, 'language=de');
    expect(after).toContain('Ana Owner');
    expect(after).toContain('10115 Berlin');
    expect(after).toContain('Elektronisch angenommen von');
    expect(after).toContain('owner@example.com');
  });

  test('is for owners alone, each with their own account', async () => {
    const member = await addTeamMember(world.app, owner, 'member@example.com', {
      role: 'manager',
      locationIds: null,
    });
    expect((await ask(world.app, member)).json()).toMatchObject({ status: 403, code: 'role-forbids' });
    expect((await ask(world.app, null)).statusCode).toBe(401);
    expect((await ask(world.app, owner, 'language=tlh')).statusCode).toBe(400);
    const other = await world.app.signIn('other@example.com');
    const text = await textFor(other);
    expect(text).toContain('Account: other');
    expect(text).not.toContain('Ana Owner');
  });

  test('comes without the recipient while the provider does not answer', async () => {
    await world.control({ action: 'fault', name: '503-forever' });
    const text = await textFor(owner);
    await world.control({ action: 'fault', name: '503-forever', off: true });
    expect(text).toContain('Account: owner');
    expect(text).not.toContain('Ana Owner');
  });
});

test('an installation without plans has no such file', async () => {
  const app = await startTestApp('embedded');
  const owner = await app.signIn('owner@example.com');
  expect((await ask(app, owner)).json()).toMatchObject({ status: 404, code: 'not-found' });
  await app.close();
});
