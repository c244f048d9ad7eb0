/** The personal page of an invitation, and the link that ends invitations. */
import type { Suppression } from '@kindling/contract/review-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import {
  type CampaignWorld,
  createCampaignWorld,
  dayMs,
  linkIn,
  someRecipients,
} from '../../testing/campaign-fixture.ts';
import { cutDatabase } from '../../testing/cut-database.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createVisitor, firstPipeline, type Visitor } from '../../testing/visitor.ts';
import { addressHash } from './addresses.ts';
import { invitationToken, unsubscribeToken } from './links.ts';
import { sendPart } from './send-campaign.ts';

describe.each(featureModes)('the links of an invitation, %s', (mode) => {
  let app: TestApp;
  let world: CampaignWorld;
  let visitor: Visitor;
  let owner: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
    world = await createCampaignWorld(app);
    visitor = createVisitor(app);
  });
  afterAll(async () => {
    await world.close();
    await app.close();
  });
  beforeEach(async () => {
    count += 1;
    owner = await app.signIn(`linked-${count}@example.com`);
    world.now = new Date();
    await world.steer({ action: 'reset' });
  });

  const recipientsOf = async (id: string, who = owner) =>
    (await who.call('GET', `/review-requests/${id}/recipients`)).json as {
      items: { email: string | null; state: string; skipped: string | null; remindedAt: string | null }[];
      nextCursor: string | null;
    };
  const statesOf = async (id: string) => (await recipientsOf(id)).items.map(({ state }) => state);
  const suppressed = async () =>
    ((await owner.call('GET', '/review-requests/suppressions')).json as { items: Suppression[] }).items;

  test('a visit by the personal link counts for the campaign, and only its first review says "invited"', async () => {
    const { id } = await world.create(owner);
    await world.pass(1);
    await world.deliver();
    const [mail = { text: '' }] = await world.received();
    const link = linkIn(mail, 'i');
    expect((await visitor.open(link)).status).toBe(200);
    expect((await visitor.open(link.slice(0, -2))).status).toBe(404);
    await visitor.send(link, visitor.fields(link.slice(1), { rating: '2' }));
    await visitor.send(link, visitor.fields(link.slice(1), { step: 'message', message: 'It was cold.' }));
    await app.services.collectPages.traffic.flush();
    const { rows: reviews } = await queryAsOwner<{ rating: number; invited: boolean }>(
      app.services.db,
      'select rating, invited from reviews where account_id = $1 order by rating',
      [owner.accountId],
    );
    expect(reviews).toEqual([
      { rating: 2, invited: true },
      { rating: 5, invited: false },
    ]);
    const { results } = await world.read(owner, id);
    expect(results).toMatchObject({ sent: 1, answered: 1, visits: 1, ratings: 2, messages: 1, reviews: 0 });
    expect(await statesOf(id)).toEqual(['answered']);
    const { id: pipelineId } = await firstPipeline(owner);
    const { json: funnel } = await owner.call('GET', `/pipelines/${pipelineId}/funnel?days=7`);
    expect((funnel as { funnel: { doors: unknown[] } }).funnel.doors).toMatchObject([
      { door: 'invitation', codeId: id, name: 'Guests of November', ratings: 2 },
    ]);
  });

  test('unsubscribing needs a press, covers what is stored and what waits, and outlives the campaign', async () => {
    const { id } = await world.create(owner, {
      reminder: { days: 3, subject: 'Again', message: 'Hello {name}' },
    });
    await world.pass(1);
    const { rows } = await queryAsOwner<{ id: string; sealed: string }>(
      app.services.db,
      `select id, sealed from emails where account_id = $1 and template = 'review-request'`,
      [owner.accountId],
    );
    expect(rows).toHaveLength(1);
    const { openMail } = await import('../mail/stored-mail.ts');
    const link = linkIn(openMail(app.services.mail, rows[0] ?? { id: '', sealed: '' }), 'u');
    for (let visit = 0; visit < 2; visit += 1) expect((await visitor.open(link)).text).toContain('<button');
    expect(await suppressed()).toEqual([]);
    // Between storing and sending: the mail never leaves.
    const clicked = await visitor.send(link, { 'List-Unsubscribe': 'One-Click' });
    expect(clicked.status).toBe(200);
    await visitor.send(link, {});
    await world.deliver();
    expect(await world.received()).toEqual([]);
    expect(await suppressed()).toMatchObject([
      { address: 'A***@visitor.example', reason: 'unsubscribed', removable: false },
    ]);
    expect((await world.read(owner, id)).results).toMatchObject({ sent: 0, skipped: 1 });
    world.now = new Date(world.now.getTime() + 4 * dayMs);
    await world.pass(2);
    expect((await world.read(owner, id)).state).toBe('finished');
    await owner.call('DELETE', `/review-requests/${id}`);
    expect((await visitor.send(link, {})).status).toBe(200);
    const again = await world.create(owner);
    await world.pass(1);
    expect(await recipientsOf(again.id)).toMatchObject({
      items: [{ state: 'skipped', skipped: 'suppressed' }],
    });
    const [entry] = await suppressed();
    expect((await owner.call('DELETE', `/review-requests/suppressions/${entry?.id}`)).status).toBe(403);
  });

  test('whoever unsubscribes while a part is being sent gets no mail', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(20, 'race') });
    const links = someRecipients(20, 'race').map(
      ({ email }) =>
        `/u/${unsubscribeToken(world.deps.linkKeys, { accountId: owner.accountId, hash: addressHash(owner.accountId, email) })}`,
    );
    const clicks = links.slice(10).map((link) => () => visitor.send(link, {}));
    const sending = () => sendPart(world.deps, owner.accountId, id);
    await Promise.all([...clicks.slice(0, 5), sending, ...clicks.slice(5)].map((run) => run()));
    await world.deliver();
    const arrived = (await world.received()).map(({ to }) => to[0] ?? '').sort();
    expect(arrived).toEqual(
      someRecipients(20, 'race')
        .slice(0, 10)
        .map(({ email }) => email)
        .sort(),
    );
    const { results } = await world.read(owner, id);
    expect(results.skipped + results.unsubscribed).toBe(10);
  });

  test('a mail program unsubscribes with either kind of form; a damaged link is told', async () => {
    const token = unsubscribeToken(world.deps.linkKeys, {
      accountId: owner.accountId,
      hash: addressHash(owner.accountId, 'never-invited@visitor.example'),
    });
    const boundary = 'xyz';
    const clicked = await app.request({
      method: 'POST',
      url: `/u/${token}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    });
    expect(clicked.status).toBe(200);
    expect(await suppressed()).toMatchObject([{ address: '***', reason: 'unsubscribed' }]);
    const damaged = await app.request({ method: 'POST', url: `/u/${token.slice(1)}` });
    expect(damaged.status).toBe(404);
    const german = await app.request({ url: `/u/${token}`, headers: { 'accept-language': 'de' } });
    expect(german.text).toContain('Keine Einladungen mehr?');
    expect(german.text).toContain('>Abmelden</button>');
  });

  test('the personal page opens while the database is down, and after its campaign or page was deleted', async () => {
    const { businessId } = await firstPipeline(owner);
    const made = await owner.call('POST', '/pipelines', { businessId, locationId: null, name: 'Page' });
    const pipelineId = (made.json as { pipeline: { id: string } }).pipeline.id;
    const { id } = await world.create(owner, { pipelineId });
    const other = await world.create(owner, { pipelineId, recipients: someRecipients(1, 'kept') });
    const link = (campaignId: string, position: number) =>
      `/i/${invitationToken(world.deps.linkKeys, { accountId: owner.accountId, pipelineId, campaignId, position })}`;
    expect((await visitor.open(link(id, 0))).status).toBe(200);
    const down = cutDatabase(app.services.db);
    expect((await visitor.open(link(id, 1))).text).toContain(`action="${link(id, 1)}"`);
    down.mockRestore();
    await owner.call('DELETE', `/review-requests/${id}`);
    app.services.collectPages.store.notifyChanged(null);
    expect((await visitor.open(link(id, 0))).status).toBe(200);
    // Whose invitation is not known any more, the review says nothing of.
    await visitor.send(link(id, 0), visitor.fields(link(id, 0).slice(1), { rating: '3' }));
    const { rows } = await queryAsOwner(
      app.services.db,
      'select invited from reviews where account_id = $1',
      [owner.accountId],
    );
    expect(rows).toEqual([{ invited: false }]);
    await owner.call('DELETE', `/pipelines/${pipelineId}`);
    app.services.collectPages.store.notifyChanged(null);
    const ended = await visitor.open(link(other.id, 0));
    expect([ended.status, ended.text.includes('<form')]).toEqual([200, false]);
    expect((await visitor.open(link(newId(), 0))).status).toBe(404);
  });
});
