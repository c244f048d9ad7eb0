/** For tests only: one valid request for each route of saved views. The view is the tenant's own, so others get 404. */
import type { ApiRequest } from './api-request.ts';
import type { TestUser } from './test-app.ts';

const someView = { name: 'Five stars', filter: { rating: 5 }, sort: 'newest', shared: false };

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

/** Saves a view whose name holds `mark`. @returns its id */
export async function addSavedView(user: TestUser, mark: string, locationId: string): Promise<string> {
  const body = { ...someView, name: `${mark} view`, filter: { locationId } };
  const { json } = await user.call('POST', '/saved-views', body);
  return (json as { view: { id: string } }).view.id;
}
