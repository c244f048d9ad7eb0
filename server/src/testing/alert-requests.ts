/** For tests only: a valid request for each route of news and reports. */
import type { ApiRequest } from './api-request.ts';
import type { TenantFixture } from './tenant-fixture.ts';

export const alertRequests: Record<string, (world: Pick<TenantFixture, 'ids'>) => ApiRequest> = {
  'GET /news': () => ({ method: 'GET', path: '/news' }),
  'GET /news/count': () => ({ method: 'GET', path: '/news/count' }),
  'PUT /news/seen': () => ({
    method: 'PUT',
    path: '/news/seen',
    body: { until: '2026-01-01T00:00:00.000Z' },
  }),
  'GET /reports/monthly': ({ ids }) => ({
    method: 'GET',
    path: `/reports/monthly?month=2026-01&businessId=${ids.businessId}`,
  }),
};
