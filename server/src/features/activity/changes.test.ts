/** Changes of rows are entries: once, when something changed, also by an administrator who acts as a member. */
import type { ActivityRow } from '@kindling/contract/activity';
import { plainDesign } from '@kindling/contract/code-looks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { anyMode, queryAsOwner } from '../../testing/database.ts';
import { someLocation, somePicture } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let world: TenantFixture;
let owner: TestUser;
let manager: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp(anyMode);
  world = await createTenantFixture(app, 'changes');
  owner = world.user;
  manager = await addTeamMember(app, owner, 'mia@example.com', { role: 'manager', locationIds: null });
  admin = await app.signInAdmin('ana@kindling.example');
});
afterAll(() => app.close());

async function newest(count: number): Promise<ActivityRow[]> {
  const { json } = await owner.call('GET', '/activity');
  return (json as { items: ActivityRow[] }).items.slice(0, count);
}
async function actionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const ids = async () => new Set((await newest(50)).map(({ id }) => id));
  const before = await ids();
  await work();
  return (await newest(50)).filter(({ id }) => !before.has(id)).map(({ action }) => action);
}
const call = async (
  user: Pick<TestUser, 'call'>,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => {
  const { status, json, text } = await user.call(method, path, body);
  expect(status, `${method} ${path} ${text}`).toBeLessThan(300);
  return json;
};
/** A new acting session as the owner. */
async function act(): Promise<Pick<TestUser, 'call'>> {
  await admin.call('DELETE', '/admin/acting');
  const body = { userId: owner.userId, accountId: owner.accountId, reason: 'Asked by mail' };
  const { json } = await admin.call('POST', '/admin/acting', body);
  return { call: app.callActing(admin.token, (json as { acting: { id: string } }).acting.id) };
}

test('businesses, their logos and locations', async () => {
  const { businessId, emptyBusinessId } = world.ids;
  const path = `/businesses/${businessId}`;
  const change = { name: 'Corner Bakery', website: 'https://corner.example' };
  expect(await actionsOf(() => call(owner, 'PUT', path, change))).toEqual(['business.changed']);
  expect((await newest(1))[0]).toMatchObject({
    target: { kind: 'business', id: businessId },
    after: 'Corner Bakery',
  });
  expect(await actionsOf(() => call(owner, 'PUT', path, change))).toEqual([]);
  expect(await actionsOf(() => call(owner, 'PUT', path, { ...change, brandColor: '#aa0000' }))).toEqual([
    'business.changed',
  ]);
  const logo = `/businesses/${emptyBusinessId}/logo`;
  expect(await actionsOf(() => call(owner, 'PUT', logo, { data: somePicture() }))).toEqual([
    'business.logo-changed',
  ]);
  expect(await actionsOf(() => call(owner, 'PUT', logo, { data: somePicture() }))).toEqual([]);
  expect(await actionsOf(() => call(owner, 'DELETE', logo))).toEqual(['business.logo-removed']);
  expect(await actionsOf(() => call(owner, 'DELETE', logo))).toEqual([]);

  let added: { id: string; updatedAt: string } | undefined;
  const add = async () => {
    const json = await call(owner, 'POST', `${path}/locations`, someLocation);
    added = (json as { location: typeof added }).location;
  };
  expect(await actionsOf(add)).toEqual(['location.created']);
  const edit = { ...someLocation, businessId, updatedAt: added?.updatedAt, phone: '+31 20 000 0000' };
  expect(await actionsOf(() => call(owner, 'PUT', `/locations/${added?.id}`, edit))).toEqual([
    'location.changed',
  ]);
});

test('the draft of an embed that saves itself is one entry per person, embed and hour', async () => {
  const { embedId } = world.ids;
  const { json } = await owner.call('GET', `/embeds/${embedId}`);
  const { name, settings } = (json as { embed: { name: string; settings: object } }).embed;
  const save = (user: Pick<TestUser, 'call'>, id: string, to: string) =>
    call(user, 'PUT', `/embeds/${id}`, { name: to, settings });
  expect(await actionsOf(() => save(owner, embedId, name))).toEqual([]);
  const three = async () => {
    for (const to of ['One', 'Two', 'Three']) await save(owner, embedId, to);
  };
  expect(await actionsOf(three)).toEqual(['embed.changed']);
  const other = (await call(owner, 'POST', '/embeds', { kind: 'widget', name: 'Other' })) as {
    embed: { id: string };
  };
  expect(await actionsOf(() => save(owner, other.embed.id, 'Another'))).toEqual(['embed.changed']);
  expect(await actionsOf(() => save(manager, embedId, 'Four'))).toEqual(['embed.changed']);
  // An administrator's second session has a reason of its own, so what happens in it is told again.
  for (const to of ['Five', 'Six']) {
    const acted = await act();
    const twice = async () => {
      await save(acted, embedId, to);
      await save(acted, embedId, `${to} again`);
    };
    expect(await actionsOf(twice)).toEqual(['embed.changed']);
  }
  expect((await newest(1))[0]).toMatchObject({ actor: 'acting-admin', member: { id: owner.userId } });
});

test('codes, notes and shared views', async () => {
  const { codeId, pipelineId, locationId, reviewId } = world.ids;
  const readCode = async () =>
    ((await owner.call('GET', `/codes/${codeId}`)).json as { code: { updatedAt: string } }).code;
  const rename = async (name: string) => {
    const { updatedAt } = await readCode();
    const place = { pipelineId, locationId, series: null, design: plainDesign, contact: null };
    await call(owner, 'PUT', `/codes/${codeId}`, { ...place, name, updatedAt });
  };
  expect(await actionsOf(() => rename('Counter'))).toContain('code.changed');
  expect(await actionsOf(() => rename('Counter'))).toEqual([]);

  const noteId = crypto.randomUUID();
  await call(owner, 'POST', `/reviews/${reviewId}/notes`, { noteId, text: 'Call them' });
  const note = `/reviews/${reviewId}/notes/${noteId}`;
  expect(await actionsOf(() => call(owner, 'PUT', note, { text: 'Called' }))).toEqual([
    'review.note-changed',
  ]);
  expect(await actionsOf(() => call(owner, 'PUT', note, { text: 'Called' }))).toEqual([]);
  expect(await actionsOf(() => call(owner, 'DELETE', note))).toEqual(['review.note-removed']);

  const view = { name: 'Low', filter: {}, sort: 'newest', shared: true };
  let id = '';
  const create = async (body: object) => {
    id = ((await call(owner, 'POST', '/saved-views', body)) as { view: { id: string } }).view.id;
  };
  expect(await actionsOf(() => create({ ...view, shared: false }))).toEqual([]);
  expect(await actionsOf(() => call(owner, 'PUT', `/saved-views/${id}`, view))).toEqual([
    'saved-view.created',
  ]);
  expect((await newest(1))[0]).toMatchObject({ target: { kind: 'saved-view', name: 'Low' } });
  expect(await actionsOf(() => call(owner, 'PUT', `/saved-views/${id}`, view))).toEqual([]);
  const renamed = { ...view, name: 'Lowest' };
  expect(await actionsOf(() => call(owner, 'PUT', `/saved-views/${id}`, renamed))).toEqual([
    'saved-view.changed',
  ]);
  expect(await actionsOf(() => call(owner, 'DELETE', `/saved-views/${id}`))).toEqual(['saved-view.removed']);
  expect((await newest(1))[0]).toMatchObject({ target: null, before: 'Lowest' });
});

test('what has no action of its own is told in words, to the operator with its route, in the transaction of the change', async () => {
  const { reviewId } = world.ids;
  const acted = await act();
  const write = (text: string) => call(acted, 'PUT', `/reviews/${reviewId}/draft`, { text });
  const thrice = async () => {
    for (const text of ['Dear', 'Dear guest', 'Dear guest,']) await write(text);
  };
  expect(await actionsOf(thrice)).toEqual(['support.changed']);
  expect((await newest(1))[0]).toMatchObject({
    actor: 'acting-admin',
    admin: expect.any(String),
    details: { about: 'reply-draft' },
  });
  const trail = (await owner.call('GET', '/activity')).text;
  expect(trail).not.toContain('/draft');
  const reader = await app.signInAdmin('olivia@kindling.example');
  const found = await reader.call('GET', `/admin/audit?account=${owner.accountId}`);
  expect(JSON.stringify(found.json)).toContain('PUT /reviews/{id}/draft');
  const view = { name: 'Own', filter: {}, sort: 'newest', shared: false };
  const two = async () => {
    await call(acted, 'POST', '/saved-views', view);
    await call(acted, 'POST', '/saved-views', view);
  };
  expect(await actionsOf(two)).toEqual(['support.changed', 'support.changed']);
  // A change whose entry cannot be written is none.
  const trigger = `
    create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no entry'; end $$;
    create trigger refuse_entry before insert on audit_entries for each row execute function refuse_entry()`;
  const { db } = app.services;
  for (const statement of trigger.split(';\n')) await queryAsOwner(db, statement, []);
  const count = () =>
    inTenant(db, owner.accountId, (trx) => trx.selectFrom('saved_views').select('id').execute());
  const before = (await count()).length;
  expect((await acted.call('POST', '/saved-views', view)).status).toBe(500);
  expect(await count()).toHaveLength(before);
  await queryAsOwner(db, 'drop trigger refuse_entry on audit_entries', []);
});
