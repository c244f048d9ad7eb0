/** For tests only: requests to the routes about people and accounts. What they would change is refused, or put back by the next one. */
import type { ApiRequest } from './api-request.ts';
import type { TenantFixture } from './tenant-fixture.ts';

type Requests = Record<string, (world: Pick<TenantFixture, 'user' | 'ids'>) => ApiRequest>;

const longAgo = '2020-01-01T00:00:00.000Z';

export const adminUsersRequests: Requests = {
  'GET /admin/users': () => ({ method: 'GET', path: '/admin/users?search=example&sort=last-login' }),
  'GET /admin/users/{userId}': ({ user }) => ({ method: 'GET', path: `/admin/users/${user.userId}` }),
  'GET /admin/accounts/{accountId}': ({ user }) => ({
    method: 'GET',
    path: `/admin/accounts/${user.accountId}`,
  }),
  'GET /admin/accounts/{accountId}/activity': ({ user }) => ({
    method: 'GET',
    path: `/admin/accounts/${user.accountId}/activity`,
  }),
  'GET /admin/public-items': () => ({ method: 'GET', path: '/admin/public-items?address=abcdefghij' }),
  'PUT /admin/users/{userId}/role': ({ ids }) => ({
    method: 'PUT',
    path: `/admin/users/${ids.memberId}/role`,
    body: { role: 'Regular', expected: 'Regular' },
  }),
  'POST /admin/users/{userId}/block': ({ ids }) => ({
    method: 'POST',
    path: `/admin/users/${ids.memberId}/block`,
    body: { reason: 'asked' },
  }),
  'POST /admin/users/{userId}/unblock': ({ ids }) => ({
    method: 'POST',
    path: `/admin/users/${ids.memberId}/unblock`,
  }),
  // Their own, which nobody deletes.
  'DELETE /admin/users/{userId}': ({ user }) => ({
    method: 'DELETE',
    path: `/admin/users/${user.userId}`,
    body: { email: user.email },
  }),
  // The trial and the gift are other ones.
  'POST /admin/accounts/{accountId}/trial': ({ user }) => ({
    method: 'POST',
    path: `/admin/accounts/${user.accountId}/trial`,
    body: { days: 7, expected: longAgo },
  }),
  'PUT /admin/accounts/{accountId}/free-plan': ({ user }) => ({
    method: 'PUT',
    path: `/admin/accounts/${user.accountId}/free-plan`,
    body: { lastDay: null, expected: { since: longAgo, until: null } },
  }),
  'POST /admin/accounts/{accountId}/free-plan/take-back': ({ user }) => ({
    method: 'POST',
    path: `/admin/accounts/${user.accountId}/free-plan/take-back`,
    body: { expected: { since: longAgo, until: null } },
  }),
  'POST /admin/accounts/{accountId}/deletion': ({ user }) => ({
    method: 'POST',
    path: `/admin/accounts/${user.accountId}/deletion`,
    body: { accountName: 'another name', when: 'in-two-weeks' },
  }),
  'POST /admin/accounts/{accountId}/deletion/cancel': ({ user }) => ({
    method: 'POST',
    path: `/admin/accounts/${user.accountId}/deletion/cancel`,
  }),
  'POST /admin/public-items/take-down': ({ user, ids }) => ({
    method: 'POST',
    path: '/admin/public-items/take-down',
    body: { kind: 'embed', accountId: user.accountId, id: ids.embedId, reason: 'terms' },
  }),
  'POST /admin/public-items/restore': ({ user, ids }) => ({
    method: 'POST',
    path: '/admin/public-items/restore',
    body: { kind: 'embed', accountId: user.accountId, id: ids.embedId },
  }),
};
