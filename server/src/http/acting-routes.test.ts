/** Every route × an administrator who acts as an owner: the matrix of what works, what is refused and what asks twice. */
import { actingHeader, confirmActingHeader } from '@kindling/contract/constants';
import { mayTakeWhileActing } from '@kindling/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeName } from '../testing/api-address.ts';
import { sendRequest, validRequests } from '../testing/api-requests.ts';
import { anyMode, queryAsOwner } from '../testing/database.ts';
import { createTenantFixture, type TenantFixture } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { declaredRoutes } from './api.ts';

/** What destroys data of the account for good or shows it to people outside, although its action may be taken while acting. */
const refused = [
  'DELETE /businesses/{id}',
  'DELETE /locations/{id}',
  'DELETE /embeds/{id}',
  'POST /embeds/{id}/preview-links',
  'DELETE /pipelines/{id}',
  'DELETE /codes/{id}',
  'DELETE /feedback/{id}',
  'POST /submissions/{id}/discard',
  'DELETE /review-requests/{id}',
  'DELETE /tags/{id}',
  'POST /tags/{id}/merge',
  'DELETE /reply-templates/{id}',
  'DELETE /saved-views/{id}',
  'DELETE /reviews/{id}/notes/{noteId}',
  'POST /imports/{id}/undo',
];
/** What others read the result of or get a mail about, what stops them, and deletions that can be undone. */
const asksTwice = [
  'PUT /reviews/{id}/reply',
  'DELETE /reviews/{id}/reply',
  'POST /feedback/{id}/answers',
  'POST /review-requests',
  'POST /review-requests/{id}/resume',
  'POST /review-requests/{id}/cancel',
  'POST /review-requests/test',
  'DELETE /review-requests/suppressions/{id}',
  'PUT /businesses/{id}/archived',
  'DELETE /businesses/{id}/logo',
  'PUT /reviews/{id}/assignee',
  'POST /bulk-actions',
];
/** Routes of the bearer, which know no acting: they begin, end and describe the administrator's own sign-in. */
const ownSignIn = ['POST /users/savelogin', 'POST /users/getuserbyemail', 'POST /profile/sign-out'];

/** Calls that are no change, or whose request finds everything as it should be. They leave no entry. */
const changesNothing = [
  'DELETE /businesses/{id}/logo',
  'POST /imports/{id}/preview',
  'PUT /codes/{id}/disabled',
  'POST /embeds/{id}/preview',
  'POST /embeds/previews',
  'POST /embeds/site-look',
  'POST /embeds/{id}/picks',
  'POST /embeds/{id}/check',
  'POST /pipelines/{id}/preview',
  'POST /destinations/read',
  'POST /review-requests/recipients/read',
  'POST /review-requests/preview',
  'POST /tags/preview',
];
/**
 * What concerns the member alone, is a step of something else or is frequent: one entry with the route. Calls that lock a
 * row and then find everything as it should be (a logo, a published embed, a pin) have it too.
 */
const namedByRoute = [
  'PUT /businesses/{id}/logo',
  'POST /imports',
  'POST /imports/{id}/read',
  'POST /imports/{id}/check',
  'POST /imports/{id}/cancel',
  'PUT /reviews/{id}/draft',
  'POST /embeds/{id}/publish',
  'POST /review-requests/test',
  'POST /saved-views',
  'PUT /saved-views/{id}',
  'PUT /reviews/{id}/tags',
  'PUT /reviews/{id}/pin',
  'POST /bulk-actions',
  'DELETE /bulk-actions/{id}',
];

describe('acting administrator × route', () => {
  let app: TestApp;
  let world: TenantFixture;
  let admin: TestUser;
  let acting: string;
  let began: Date;
  const routes = new Map(declaredRoutes().map((route) => [routeName(route), route]));
  const names = (access: string) =>
    Object.keys(validRequests).filter((name) => routes.get(name)?.access === access);

  beforeAll(async () => {
    app = await startTestApp(anyMode, { payments: true });
    world = await createTenantFixture(app, 'acted');
    admin = await app.signInAdmin('admin@example.com');
    const { userId, accountId } = world.user;
    began = new Date();
    const body = { userId, accountId, reason: 'They asked for help.' };
    const started = await admin.call('POST', '/admin/acting', body);
    acting = (started.json as { acting: { id: string } }).acting.id;
  });
  afterAll(() => app.close());

  /** @param confirms whether the call is confirmed */
  async function send(name: string, confirms: boolean): Promise<{ status: number; code: unknown }> {
    const build = validRequests[name];
    if (build === undefined) throw new Error('No request');
    const headers = { [actingHeader]: acting, ...(confirms ? { [confirmActingHeader]: 'yes' } : {}) };
    const answer = await sendRequest(app, build(world), admin.token, undefined, headers);
    return { status: answer.status, code: (answer.json as { code?: string } | undefined)?.code };
  }

  interface Entry {
    id: string;
    action: string;
    details: object;
  }
  const known = new Set<string>();
  /** Entries of the account since the last call of this function, without those that a job writes. */
  async function newEntries(): Promise<Entry[]> {
    const { rows } = await queryAsOwner<Entry>(
      app.services.db,
      `select e.id, e.action, e.details, e.actor, e.admin_id as admin, e.user_id as member,
              array(select p.part from audit_personal p where p.entry_id = e.id order by p.part) as named
         from audit_entries e where e.account_id = $1 and e.at >= $2 and e.actor <> 'system'
          and e.action <> 'support.started' order by e.at`,
      [world.user.accountId, began],
    );
    const found = rows.filter(({ id }) => !known.has(id));
    for (const { id } of found) known.add(id);
    return found;
  }
  const bothNames = () => ({
    actor: 'acting-admin',
    admin: admin.userId,
    member: world.user.userId,
    named: expect.arrayContaining(['caller', 'member']),
  });

  test('the routes that ask twice and those that are refused are the known ones', () => {
    const declared = [...routes].filter(([, { confirmWhileActing }]) => confirmWhileActing === true);
    expect(declared.map(([name]) => name).sort()).toEqual(asksTwice.toSorted());
    const closed = [...routes].filter(
      ([, { access, whileActing }]) => access === 'user' && whileActing === false,
    );
    expect(closed.map(([name]) => name).sort()).toEqual(refused.toSorted());
  });

  test.each(names('user'))('%s', async (name) => {
    const action = routes.get(name)?.action;
    if (action === undefined) throw new Error('No action');
    const allowed =
      !refused.includes(name) && mayTakeWhileActing({ role: 'owner', locationIds: null }, action);
    if (!allowed) expect(await send(name, true)).toMatchObject({ status: 403, code: 'acting' });
    else {
      if (asksTwice.includes(name))
        expect(await send(name, false)).toMatchObject({ status: 428, code: 'confirm-acting' });
      const { status, code } = await send(name, true);
      expect(status, `${status} ${code}`).not.toBe(403);
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
      const entries = await newEntries();
      const isChange = routes.get(name)?.method !== 'GET' && status < 300;
      for (const entry of entries) expect(entry).toMatchObject(bothNames());
      if (!isChange || changesNothing.includes(name)) expect(entries).toEqual([]);
      else if (namedByRoute.includes(name))
        expect(entries).toMatchObject([{ action: 'support.changed', details: { route: name } }]);
      else {
        expect(entries).not.toEqual([]);
        expect(entries.map(({ action }) => action)).not.toContain('support.changed');
      }
    }
  });

  test('routes of the person and of the administrator are closed, but for the end of acting', async () => {
    for (const name of [...names('person'), ...names('admin')])
      if (name !== 'DELETE /admin/acting')
        expect.soft(await send(name, true), name).toMatchObject({ status: 403, code: 'acting' });
  });

  test('an account is neither made nor joined', async () => {
    for (const name of names('token').filter((one) => !ownSignIn.includes(one) && !one.endsWith('/adduser')))
      expect.soft((await send(name, true)).status, name).toBe(403);
  });

  test('every entry since then names the administrator, and none is the member’s alone', async () => {
    const { rows } = await queryAsOwner<{ action: string; actor: string; admin: string | null }>(
      app.services.db,
      'select action, actor, admin_id as admin from audit_entries where account_id = $1 and at >= $2',
      [world.user.accountId, began],
    );
    const byPeople = rows.filter(({ actor }) => actor !== 'system' && actor !== 'operator');
    expect(byPeople.length).toBeGreaterThan(20);
    for (const { action, actor, admin: by } of byPeople)
      expect.soft({ actor, by }, action).toEqual({ actor: 'acting-admin', by: admin.userId });
  });
});
