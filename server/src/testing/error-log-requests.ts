/** For tests only: valid requests for the routes of the error log, which has none of the named groups and rules. */
import { newId } from '../lib/ids.ts';
import type { ApiRequest } from './api-request.ts';

export const errorLogRequests: Record<string, () => ApiRequest> = {
  'GET /admin/errors': () => ({ method: 'GET', path: '/admin/errors' }),
  'GET /admin/errors/{id}': () => ({ method: 'GET', path: `/admin/errors/${newId()}` }),
  'GET /admin/errors/{id}/stack': () => ({ method: 'GET', path: `/admin/errors/${newId()}/stack` }),
  'PUT /admin/errors/{id}/state': () => ({
    method: 'PUT',
    path: `/admin/errors/${newId()}/state`,
    body: { state: 'resolved', note: '', version: 1 },
  }),
  'GET /admin/error-rules': () => ({ method: 'GET', path: '/admin/error-rules' }),
  'POST /admin/error-rules': () => ({
    method: 'POST',
    path: '/admin/error-rules',
    body: { origin: 'server', message: null, route: `/bots/${newId()}` },
  }),
  'DELETE /admin/error-rules/{id}': () => ({ method: 'DELETE', path: `/admin/error-rules/${newId()}` }),
};
