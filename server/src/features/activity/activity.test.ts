/** The activity page of an account, and the operator's search. */
import type { ActivityRow } from '@kindling/contract/activity';
import type { AuditRow } from '@kindling/contract/admin-audit';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { dayOf } from '../../lib/time-zones.ts';
import { anyMode } from '../../testing/database.ts';
import { tamper } from '../../testing/tamper.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { audit, auditOperator, sealChain } from '../identity/index.ts';

let app: TestApp;
let owner: TestUser;
let admin: TestUser;
let embedId: string;
beforeAll(async () => {
  app = await startTestApp(anyMode);
  owner = await app.signIn('owner@example.com');
  admin = await app.signInAdmin('ana@kindling.example');
  await owner.call('PUT', '/profile/names', { firstName: 'Joe', lastName: 'Doe', displayName: 'Joe' });
  await owner.call('PUT', '/profile/account-name', { name: '=HYPERLINK("x")' });
  const { json } = await owner.call('POST', '/embeds', { kind: 'widget', name: 'Homepage', settings: {} });
  embedId = (json as { embed: { id: string } }).embed.id;
  await owner.call('POST', `/embeds/${embedId}/publish`);
});
afterAll(() => app.close());

async function list(query = '', user = owner): Promise<ActivityRow[]> {
  const { status, json, text } = await user.call('GET', `/activity${query}`);
  expect(status, text).toBe(200);
  return (json as { items: ActivityRow[] }).items;
}
async function search(query = ''): Promise<AuditRow[]> {
  const { status, json, text } = await admin.call('GET', `/admin/audit${query}`);
  expect(status, text).toBe(200);
  return (json as { items: AuditRow[] }).items;
}
async function pagesOf(
  read: (cursor: string) => Promise<{ items: { id: string }[]; nextCursor: string | null }>,
) {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await read(cursor);
    ids.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = `cursor=${page.nextCursor}`;
  }
}

test('an owner sees who did what on which row, from where', async () => {
  const [published] = await list('?kind=embeds');
  expect(published).toMatchObject({
    action: 'embed.published',
    actor: 'person',
    member: { id: owner.userId, name: 'Joe' },
    admin: null,
    target: { kind: 'widget', id: embedId, name: 'Homepage' },
    network: expect.stringMatching(/\.0\/24$|::\/48$/),
  });
  const renamed = (await list('?kind=account')).find(({ action }) => action === 'account.renamed');
  expect(renamed).toMatchObject({ before: 'owner', after: '=HYPERLINK("x")' });
});

test('what is gone has its name from before, and no row to go to', async () => {
  const { json } = await owner.call('POST', '/embeds', { kind: 'widget', name: 'Old one', settings: {} });
  const { id } = (json as { embed: { id: string } }).embed;
  expect((await list('?kind=embeds'))[0]).toMatchObject({ target: { kind: 'widget', id, name: 'Old one' } });
  expect((await owner.call('DELETE', `/embeds/${id}`)).status).toBe(200);
  const [removed, created] = await list('?kind=embeds');
  expect(removed).toMatchObject({ action: 'embed.removed', target: null, before: 'Old one' });
  expect(created).toMatchObject({ action: 'embed.created', target: null });
});

test('filters by person, group and day; roles that may not read it are refused', async () => {
  const manager = await addTeamMember(app, owner, 'mia@example.com', { role: 'manager', locationIds: null });
  const responder = await addTeamMember(app, owner, 'ray@example.com', {
    role: 'responder',
    locationIds: null,
  });
  await manager.call('PUT', '/profile/names', { firstName: 'Mia', lastName: 'Lee', displayName: 'Mia' });
  const ofManager = await list(`?who=${manager.userId}`, manager);
  expect(new Set(ofManager.map(({ member }) => member?.id))).toEqual(new Set([manager.userId]));
  expect(ofManager[0]).toMatchObject({ action: 'profile.names', member: { name: 'Mia' } });
  expect((await list('?from=2020-01-01&to=2020-12-31')).length).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  expect((await list(`?from=${today}`)).length).toBeGreaterThan(4);
  expect((await list('?who=support')).length).toBe(0);
  expect((await responder.call('GET', '/activity')).status).toBe(403);
  for (const wrong of ['who=nobody', 'kind=none', 'from=yesterday', 'cursor=x', 'size=2'])
    expect.soft((await owner.call('GET', `/activity?${wrong}`)).status, wrong).toBe(400);
});

test('days are those of the zone that is asked for', async () => {
  const [newest] = await list();
  const { day } = dayOf(new Date(newest?.at ?? ''), 'Pacific/Kiritimati');
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  for (const read of [list, (query: string) => search(`${query}&account=${owner.accountId}`)]) {
    expect(idsOf(await read(`?from=${day}&to=${day}&zone=Pacific/Kiritimati`))).toContain(newest?.id);
    // 26 hours behind, where that day has not begun.
    expect(await read(`?from=${day}&zone=${encodeURIComponent('Etc/GMT+12')}`)).toEqual([]);
  }
  expect((await owner.call('GET', '/activity?zone=Europe/Nowhere')).status).toBe(400);
});

test('support that acts as a member is seen with both names and its reason, and may not export', async () => {
  const start = { userId: owner.userId, accountId: owner.accountId, reason: 'Asked by mail' };
  const { status, json } = await admin.call('POST', '/admin/acting', start);
  expect(status).toBe(201);
  const { id } = (json as { acting: { id: string } }).acting;
  const act = app.callActing(admin.token, id);
  expect((await act('POST', `/embeds/${embedId}/unpublish`)).status).toBe(200);
  expect((await act('GET', '/activity')).status).toBe(200);
  expect((await act('POST', '/activity/export', {})).status).toBe(403);
  await admin.call('DELETE', '/admin/acting');
  const found = await list('?who=support');
  expect(found.map(({ action }) => action)).toEqual([
    'support.ended',
    'embed.unpublished',
    'support.started',
  ]);
  const [ended, unpublished, started] = found;
  expect(ended).toMatchObject({ actor: 'operator', details: { because: 'left' } });
  const name = started?.admin;
  expect(name).toEqual(expect.any(String));
  expect(started).toMatchObject({
    reason: 'Asked by mail',
    target: { kind: 'member', id: owner.userId, name: 'Joe' },
  });
  expect(unpublished).toMatchObject({
    actor: 'acting-admin',
    admin: name,
    member: { id: owner.userId, name: 'Joe' },
  });
  const operator = await search('?trail=operator');
  expect(operator[0]).toMatchObject({
    action: 'acting.ended',
    admin: { id: admin.userId },
    account: { id: owner.accountId },
  });
});

test('who acted as an administrator is told until the trails forget everybody', async () => {
  const eve = await app.signInAdmin('eve@kindling.example');
  const start = { userId: owner.userId, accountId: owner.accountId, reason: 'To look' };
  expect((await eve.call('POST', '/admin/acting', start)).status).toBe(201);
  expect((await eve.call('DELETE', '/admin/acting')).status).toBe(200);
  const [began] = (await list('?who=support')).filter(({ reason }) => reason === 'To look');
  expect(began?.admin).toEqual(expect.any(String));
  const inSearch = async () =>
    (await search(`?actor=${eve.userId}`)).map(({ trail, action, admin }) => [trail, action, admin]);
  const before = await inSearch();
  expect(before.map(([, action]) => action)).toContain('support.started');
  await inSystem(app.services.db, (trx) => trx.deleteFrom('users').where('id', '=', eve.userId).execute());

  expect((await list('?who=support')).find(({ id }) => id === began?.id)).toEqual(began);
  expect(await inSearch()).toEqual(before);
  for (const trail of ['accounts', 'operator']) {
    const [newest] = await search(`?actor=EVE@kindling.example&trail=${trail}`);
    expect(newest?.admin).toMatchObject({ id: eve.userId, email: 'eve@kindling.example' });
  }
});

test('the file has every entry, no formula, and is itself an entry', async () => {
  const { status, json } = await owner.call('POST', '/activity/export', { kind: 'account' });
  expect(status).toBe(200);
  const { part } = json as { part: string };
  const rows = parse(part, { bom: true, columns: true }) as Record<string, string>[];
  const renamed = rows.find((row) => row.Action === 'account.renamed');
  expect(renamed?.After).toBe(`'=HYPERLINK("x")`);
  expect(rows.at(-1)).toMatchObject({ Action: 'account.created' });
  expect((await list('?kind=account'))[0]?.action).toBe('activity.exported');
});

test('pages go on where the last one ended, also among entries of one moment', async () => {
  const { accountId, userId } = owner;
  await inTenant(app.services.db, accountId, async (trx) => {
    for (let number = 0; number < 120; number += 1)
      await audit(trx, { accountId, userId, action: 'tag.created', target: userId });
  });
  const ids = await pagesOf(
    async (cursor) => (await owner.call('GET', `/activity?kind=reviews&${cursor}`)).json as never,
  );
  expect(ids).toHaveLength(120);
  expect(new Set(ids).size).toBe(120);
  const all = await pagesOf(
    async (cursor) => (await admin.call('GET', `/admin/audit?account=${accountId}&${cursor}`)).json as never,
  );
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(128);
});

test('the operator searches by person, account, action and time; strangers find nothing', async () => {
  await sealChain(app.services, { accountId: owner.accountId }, new AbortController().signal);
  const [found] = await search(`?actor=OWNER@example.com&action=embed.published&account=${owner.accountId}`);
  expect(found).toMatchObject({
    trail: 'accounts',
    sealed: true,
    person: { id: owner.userId, name: 'Joe', email: 'owner@example.com' },
    account: { id: owner.accountId, name: '=HYPERLINK("x")' },
    requestId: expect.any(String),
  });
  for (const trail of ['accounts', 'operator']) {
    const byAdmin = await search(`?actor=${admin.userId}&trail=${trail}`);
    expect(new Set(byAdmin.map((row) => row.trail))).toEqual(new Set([trail]));
  }
  expect(await search('?actor=nobody@example.com')).toEqual([]);
  expect(await search('?to=2020-01-01')).toEqual([]);
  const actionsOf = (rows: AuditRow[]) => [...new Set(rows.map(({ action }) => action))].toSorted();
  expect(actionsOf(await search(`?group=support&account=${owner.accountId}`))).toEqual([
    'support.ended',
    'support.started',
  ]);
  expect(actionsOf(await search('?group=acting'))).toEqual(['acting.ended', 'acting.started']);
  expect((await admin.call('GET', '/admin/audit?group=nothing')).status).toBe(400);
  expect((await owner.call('GET', '/admin/audit')).status).toBe(403);
  const { json } = await admin.call('POST', '/admin/audit/export', {
    search: { action: 'account.renamed' },
  });
  expect((json as { part: string }).part).toContain(`"'=HYPERLINK(""x"")"`);
  expect((await search('?trail=operator'))[0]?.action).toBe('audit.exported');
});

test('acting as a member is one line for each act, while the account is there', async () => {
  const gone = newId();
  await inSystem(app.services.db, (trx) =>
    auditOperator(trx, { adminId: admin.userId, accountId: gone, action: 'acting.started' }),
  );
  const beginnings = (rows: AuditRow[]) =>
    rows.flatMap(({ action, account }) => (action.endsWith('.started') ? [`${action} ${account?.id}`] : []));
  const [inAccount, inOperator] = [`support.started ${owner.accountId}`, `acting.started ${owner.accountId}`];
  const both = beginnings(await search(`?actor=${admin.userId}`));
  expect(both.filter((one) => one === inAccount)).toHaveLength(1);
  expect(both).not.toContain(inOperator);
  expect(both).toContain(`acting.started ${gone}`);
  for (const query of ['?trail=operator', '?action=acting.started', '?group=acting'])
    expect.soft(beginnings(await search(query)), query).toContain(inOperator);
});

test('an entry names the person whom it is about, as long as they are there, and no content of an account', async () => {
  const member = await addTeamMember(app, owner, 'told@example.com');
  await inSystem(app.services.db, async (trx) => {
    await auditOperator(trx, {
      adminId: admin.userId,
      action: 'person.blocked',
      target: member.userId,
      details: { reason: 'abuse' },
    });
    await auditOperator(trx, { adminId: admin.userId, action: 'person.deleted', target: newId() });
  });
  const [gone, blocked] = await search('?group=persons');
  expect(gone).toMatchObject({ action: 'person.deleted', about: null });
  expect(blocked).toMatchObject({ about: { id: member.userId, email: 'told@example.com' } });
  const [joined] = await search(`?account=${owner.accountId}&action=member.joined`);
  expect(joined).toMatchObject({ about: { id: member.userId } });
  const others = (await search(`?account=${owner.accountId}`)).filter(
    ({ action }) => !/^(member|support|ownership)\./.test(action),
  );
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ about }) => about !== null)).toEqual([]);
});

test('a part that is asked for with a cursor of one’s own is an entry too, parts of one file are none', async () => {
  const everything = ['9999-12-31T23:59:59.000000Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const cursor = Buffer.from(JSON.stringify(everything)).toString('base64url');
  const manager = await addTeamMember(app, owner, 'max@example.com', { role: 'manager', locationIds: null });
  const exports = async () =>
    (await list('?kind=account')).filter(({ action }) => action === 'activity.exported');
  const before = (await exports()).length;
  const { json } = await manager.call('POST', '/activity/export', { cursor });
  expect((json as { part: string }).part).toContain('account.renamed');
  expect(await exports()).toHaveLength(before + 1);
  expect((await exports())[0]).toMatchObject({ member: { id: manager.userId } });
  expect((await manager.call('POST', '/activity/export', { cursor })).status).toBe(200);
  expect(await exports()).toHaveLength(before + 1);

  const other = await app.signInAdmin('ben@kindling.example');
  const ofOther = async () => search(`?trail=operator&actor=${other.userId}&action=audit.exported`);
  const part = () => other.call('POST', '/admin/audit/export', { search: {}, cursor });
  expect((await part()).status).toBe(200);
  expect(await ofOther()).toHaveLength(1);
  expect((await part()).status).toBe(200);
  expect(await ofOther()).toHaveLength(1);
  expect((await other.call('POST', '/admin/audit/export', { search: {} })).status).toBe(200);
  expect(await ofOther()).toHaveLength(2);
});

test('after 12 months nothing says who it was', async () => {
  await tamper(
    app.services.db,
    `update audit_entries set at = now() - interval '13 months', personal = '{}' where account_id = $1 and action = 'account.created'`,
    [owner.accountId],
  );
  await tamper(
    app.services.db,
    `delete from audit_personal p using audit_entries e where e.id = p.entry_id and e.action = 'account.created'`,
  );
  const created = (await list('?kind=account&to=2026-01-01'))
    .concat(await list('?kind=account'))
    .find(({ action }) => action === 'account.created');
  expect(created?.member).toEqual({ id: owner.userId, name: null });
});
