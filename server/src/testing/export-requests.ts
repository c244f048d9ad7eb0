/** For tests only: valid requests for the routes of exports. */
import { languages } from '@kindling/contract/constants';
import type { TenantFixture } from './tenant-fixture.ts';

interface ExportRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

const [language] = languages;

export const exportRequests: Record<string, (world: Pick<TenantFixture, 'user' | 'ids'>) => ExportRequest> = {
  'POST /reviews/exports': () => ({
    method: 'POST',
    path: '/reviews/exports',
    body: { format: 'csv', language },
  }),
  'GET /reviews/exports/{id}': ({ ids }) => ({ method: 'GET', path: `/reviews/exports/${ids.exportId}` }),
  'DELETE /reviews/exports/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/reviews/exports/${ids.exportId}`,
  }),
  'GET /account/archive': () => ({ method: 'GET', path: '/account/archive' }),
  // Before a new archive takes the place of the finished one.
  'POST /account/archive/download': () => ({ method: 'POST', path: '/account/archive/download' }),
  'POST /account/archive': () => ({ method: 'POST', path: '/account/archive', body: { language } }),
  'DELETE /account/archive': () => ({ method: 'DELETE', path: '/account/archive' }),
};
