/** Every role × every route: the contract names the action of a route, and the table of rights says who may take it. */
import { type AccountRole, type Action, accountRoles, mayTake } from '@kindling/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeName } from '../testing/api-address.ts';
import { sendRequest, validRequests } from '../testing/api-requests.ts';
import { anyMode } from '../testing/database.ts';
import { addTeamMember } from '../testing/team-fixture.ts';
import { createTenantFixture, type TenantFixture } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { declaredRoutes } from './api.ts';

interface Member {
  name: string;
  role: AccountRole;
  locationIds: readonly string[] | null;
  user: TestUser;
}

/** Requests that also change what only this action may change, beside what the action of their route covers. */
const alsoNeeds: Readonly<Record<string, Action>> = {
  // The language is the person's own, and the time zone is the account's.
  'PUT /profile/region': 'account.manage',
};

describe('role × route', () => {
  let app: TestApp;
  let world: TenantFixture;
  const members: Member[] = [];
  const routes = new Map(declaredRoutes().map((route) => [routeName(route), route]));
  const guarded = Object.keys(validRequests).filter((name) => routes.get(name)?.access === 'user');

  beforeAll(async () => {
    app = await startTestApp(anyMode, { payments: true });
    world = await createTenantFixture(app, 'roles');
    // Those with the fewest rights first, so that an owner's deletion comes after all other calls of a route.
    for (const role of [...accountRoles].reverse()) {
      const user = await addTeamMember(app, world.user, `${role}@example.com`, { role, locationIds: null });
      members.push({ name: role, role, locationIds: null, user });
    }
    const { businesses } = (await world.user.call('GET', '/businesses')).json as {
      businesses: { locations: { id: string }[] }[];
    };
    // Limited by name alone: with fewer locations the requests would find nothing.
    const locationIds = businesses.flatMap(({ locations }) => locations.map(({ id }) => id));
    const user = await addTeamMember(app, world.user, 'limited@example.com', {
      role: 'manager',
      locationIds,
    });
    members.unshift({ name: 'limited manager', role: 'manager', locationIds, user });
  });
  afterAll(() => app.close());

  test('each route of an account names its action, and no other route does', () => {
    for (const [name, { access, action }] of routes)
      expect.soft(action !== undefined, name).toBe(access === 'user');
  });

  test.each(guarded)('%s', async (name) => {
    const action = routes.get(name)?.action;
    const build = validRequests[name];
    if (action === undefined || build === undefined) throw new Error('No action or no request');
    for (const member of members) {
      const request = build({ user: member.user, ids: world.ids });
      const answer = await sendRequest(app, request, member.user.token);
      const needed = [action, alsoNeeds[name] ?? action];
      const allowed = needed.every((one) => mayTake(member, one));
      const refused = answer.status === 403 && (answer.json as { code?: string }).code === 'role-forbids';
      expect.soft(refused, `${member.name}: ${answer.status} ${answer.text.slice(0, 200)}`).toBe(!allowed);
    }
  });

  test('some call is refused to each role but the owner', () => {
    for (const role of accountRoles) {
      const refused = guarded.filter((name) => {
        const action = routes.get(name)?.action;
        return action !== undefined && !mayTake({ role, locationIds: null }, action);
      });
      expect.soft(refused.length > 0, role).toBe(role !== 'owner');
    }
  });
});
