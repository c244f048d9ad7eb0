/** For tests only: one valid request for each route of saved views. The view is the tenant's own, so others get 404. */
import type { ApiRequest } from './api-request.ts';
import { someView } from './saved-view-fixture.ts';

export const savedViewRequests: Record<string, (world: { ids: { viewId: string } }) => ApiRequest> = {
  'GET /saved-views': () => ({ method: 'GET', path: '/saved-views' }),
  'POST /saved-views': () => ({ method: 'POST', path: '/saved-views', body: someView }),
  'PUT /saved-views/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/saved-views/${ids.viewId}`,
    body: { ...someView, sort: 'oldest' },
  }),
  'DELETE /saved-views/{id}': ({ ids }) => ({ method: 'DELETE', path: `/saved-views/${ids.viewId}` }),
};
