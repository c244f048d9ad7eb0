/** For tests only: what invited people and the members who invite them do, over the API. */
import type { AccountRole } from '@kindling/contract/rights';
import { queryAsOwner } from './database.ts';
import type { TeamAccess } from './team-fixture.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

/** Access to all locations in a role. */
export function allLocations(role: AccountRole): TeamAccess {
  return { role, locationIds: null };
}

/** The code of a refusal, undefined for other answers. */
export function codeOf({ json }: TestResponse): string | undefined {
  return (json as { code?: string } | undefined)?.code;
}

export function invite(
  who: TestUser,
  email: string,
  access: TeamAccess = allLocations('viewer'),
): Promise<TestResponse> {
  return who.call('POST', '/team/invitations', { email, ...access });
}

export function sendAgain(who: TestUser, id: string): Promise<TestResponse> {
  return who.call('POST', `/team/invitations/${id}/send-again`);
}

/** The first location of the caller's account. */
export async function firstLocation(who: TestUser): Promise<string> {
  const { json } = await who.call('GET', '/businesses');
  const id = (json as { businesses: { locations: { id: string }[] }[] }).businesses[0]?.locations[0]?.id;
  if (id === undefined) throw new Error('No location');
  return id;
}

/** The steps that need the app, which is started before the tests. */
export function invitationSteps(app: () => TestApp) {
  let count = 0;
  const tokenOf = (email: string) => app().issuer.sign({ sub: `auth0|${email}`, email });
  const as = async (email: string) => app().callWith(await tokenOf(email));
  const inDatabase = (statement: string, values: unknown[]) =>
    queryAsOwner(app().services.db, statement, values);
  return {
    /** An address that no other test has. */
    anAddress(): string {
      count += 1;
      return `guest-${count}@example.com`;
    },
    /** The owner of a new account. */
    aShop(): Promise<TestUser> {
      count += 1;
      return app().signIn(`shop-${count}@example.com`);
    },
    /** Calls the API as the person of an address. */
    as,
    accept: async (id: string, email: string) => (await as(email))('POST', `/invitations/${id}/accept`),
    /** What the link shows, or the refusal. */
    async look(token: string): Promise<unknown> {
      const answer = await app().request({
        method: 'POST',
        url: '/api/v1/invitations/look-up',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ token }),
      });
      return answer.status === 200 ? (answer.json as { invitation: object }).invitation : answer.json;
    },
    /** The user record of an address. */
    async recordOf(email: string, account?: string): Promise<TestResponse> {
      const token = await tokenOf(email);
      const body = { useremail: email, userToken: token };
      return app().callWith(token, account)('POST', '/users/getuserbyemail', body);
    },
    inDatabase,
    expire: (id: string) =>
      inDatabase(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [id]),
  };
}
