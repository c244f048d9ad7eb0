/** For tests only: valid requests for the routes of the operator's sync schedule. */
import type { TenantIds } from './tenant-fixture.ts';
import type { TestUser } from './test-app.ts';

const schedule = '/admin/sync-schedule';

export const adminSyncScheduleRequests = {
  'GET /admin/sync-schedule/queue': () => ({ method: 'GET', path: `${schedule}/queue` }),
  'GET /admin/sync-schedule/platforms': () => ({ method: 'GET', path: `${schedule}/platforms` }),
  'GET /admin/sync-schedule/listings': () => ({
    method: 'GET',
    path: `${schedule}/listings?query=place&connector=google&state=ok&only=due`,
  }),
  'GET /admin/sync-schedule/deletion-requests': () => ({
    method: 'GET',
    path: `${schedule}/deletion-requests?code=abc`,
  }),
  'GET /admin/sync-schedule/platform-requests': () => ({
    method: 'GET',
    path: `${schedule}/platform-requests`,
  }),
  'PUT /admin/sync-schedule/platforms/{connector}': () => ({
    method: 'PUT',
    path: `${schedule}/platforms/facebook`,
    body: {
      version: 0,
      intervalMinutes: 720,
      fastestIntervalMinutes: 60,
      fullPassDays: 7,
      callsPerMinute: 6_000,
    },
  }),
  'PUT /admin/sync-schedule/platforms/{connector}/pause': () => ({
    method: 'PUT',
    path: `${schedule}/platforms/facebook/pause`,
    body: { paused: false },
  }),
  'POST /admin/sync-schedule/listings/actions': ({
    user,
    ids,
  }: {
    user: Pick<TestUser, 'accountId'>;
    ids: Pick<TenantIds, 'listingId'>;
  }) => ({
    method: 'POST',
    path: `${schedule}/listings/actions`,
    body: {
      action: 'interval',
      intervalMinutes: 720,
      listings: [{ accountId: user.accountId, id: ids.listingId }],
    },
  }),
  'POST /admin/sync-schedule/deletion-requests/retry': () => ({
    method: 'POST',
    path: `${schedule}/deletion-requests/retry`,
    body: { code: 'unknown' },
  }),
};
