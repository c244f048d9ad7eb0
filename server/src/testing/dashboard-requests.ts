/** For tests only: valid requests for the routes of the dashboard. */
import type { ApiRequest } from './api-requests.ts';
import type { TenantFixture } from './tenant-fixture.ts';

const ofLocation =
  (path: string) =>
  ({ ids }: Pick<TenantFixture, 'ids'>): ApiRequest => ({
    method: 'GET',
    path: `${path}?locationId=${ids.locationId}`,
  });

export const dashboardRequests = {
  'GET /dashboard': ofLocation('/dashboard'),
  'GET /dashboard/figures': ofLocation('/dashboard/figures'),
  'GET /dashboard/words': ofLocation('/dashboard/words'),
  'GET /dashboard/visits': ofLocation('/dashboard/visits'),
};
