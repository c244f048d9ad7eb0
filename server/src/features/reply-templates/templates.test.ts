import type { ReplyTemplate } from '@kindling/contract/reply-templates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const fields = {
  name: 'Thank you',
  texts: { en: 'Thank you, {author|dear guest}! {business}', any: 'Merci {stars}' },
  ratings: [5, 4, 5],
  recommendations: ['positive'],
  businessId: null,
};

describe.each(featureModes)('reply templates, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
  });
  afterAll(() => app.close());

  const add = async (changes: object = {}, user = owner) =>
    user.call('POST', '/reply-templates', { ...fields, ...changes });
  const list = async (user = owner) =>
    ((await user.call('GET', '/reply-templates')).json as { templates: ReplyTemplate[] }).templates;

  test('are added, changed by version and deleted, and the trail says so', async () => {
    const made = await add();
    expect(made.status).toBe(201);
    const { template } = made.json as { template: ReplyTemplate };
    expect(template).toMatchObject({ name: 'Thank you', ratings: [4, 5], version: 1 });
    const path = `/reply-templates/${template.id}`;
    const changed = await owner.call('PUT', path, { ...fields, texts: { de: 'Danke' }, version: 1 });
    expect(changed.json).toMatchObject({ template: { texts: { de: 'Danke' }, version: 2 } });
    // The other of two who edit at once learns of it, and nothing is overwritten.
    const late = await owner.call('PUT', path, { ...fields, name: 'Mine', version: 1 });
    expect(late.json).toMatchObject({ status: 409, code: 'conflict' });
    expect(await list()).toMatchObject([{ id: template.id, name: 'Thank you', version: 2 }]);
    expect((await owner.call('DELETE', path, {})).status).toBe(200);
    expect((await owner.call('DELETE', path, {})).status).toBe(404);
    expect((await owner.call('PUT', path, { ...fields, version: 2 })).status).toBe(404);
    expect(await list()).toEqual([]);
    const { accountId } = owner;
    const entries = await inTenant(app.services.db, accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select('action')
        .where('target', '=', template.id)
        .orderBy('id')
        .execute(),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'reply-template.created',
      'reply-template.changed',
      'reply-template.removed',
    ]);
  });

  test.each([
    ['no text', { texts: {} }, 'texts'],
    ['an unknown placeholder', { texts: { en: 'Dear {name}' } }, 'texts.en'],
    ['a blank text', { texts: { en: '  ' } }, 'texts.en'],
    ['a text that is too long', { texts: { any: 'x'.repeat(4001) } }, 'texts.any'],
    ['an unknown language', { texts: { xx: 'Hello' } }, 'texts'],
    ['no name', { name: ' ' }, 'name'],
    ['six stars', { ratings: [6] }, 'ratings.0'],
  ])('are refused with %s', async (_what, changes, path) => {
    const answer = await add(changes);
    expect(answer.json).toMatchObject({ status: 400, code: 'invalid-input' });
    const { fields: refused } = answer.json as { fields: { path: string }[] };
    expect(refused.map((field) => field.path)).toContain(path);
  });

  test('belong to a business of the account only, and go with it', async () => {
    const other = await app.signIn('other@example.com');
    const { businesses } = (await other.call('GET', '/businesses')).json as { businesses: { id: string }[] };
    expect((await add({ businessId: businesses[0]?.id })).status).toBe(404);
    const made = await owner.call('POST', '/businesses', { name: 'Second' });
    const { business } = made.json as { business: { id: string } };
    expect((await add({ businessId: business.id })).status).toBe(201);
    expect((await list()).map(({ businessId }) => businessId)).toContain(business.id);
    expect(await list(other)).toEqual([]);
    expect((await owner.call('DELETE', `/businesses/${business.id}`, {})).status).toBe(200);
    expect((await list()).map(({ businessId }) => businessId)).not.toContain(business.id);
  });

  test('an account has a hundred at most', async () => {
    const third = await app.signIn('third@example.com');
    for (let count = 0; count < 100; count += 1)
      expect((await add({ name: `Template ${count}` }, third)).status).toBe(201);
    expect((await add({}, third)).json).toMatchObject({ status: 409, code: 'limit-reached' });
  });

  test('a responder reads them and changes none', async () => {
    await add({ name: 'For all' });
    const responder = await addTeamMember(app, owner, 'responder@example.com', {
      role: 'responder',
      locationIds: null,
    });
    expect((await list(responder)).map(({ name }) => name)).toContain('For all');
    expect((await add({}, responder)).json).toMatchObject({ status: 403, code: 'role-forbids' });
  });
});
