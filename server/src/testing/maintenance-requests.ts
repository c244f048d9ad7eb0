/** For tests only: valid requests of the administrator's dashboard and of maintenance. */
import type { ApiRequest } from './api-request.ts';

const dayMs = 86_400_000;

/** A notice that is shown now and tomorrow. */
export function aNotice(more: Record<string, unknown> = {}) {
  const now = Date.now();
  return {
    tone: 'info',
    texts: { en: 'We upgrade tonight.', de: 'Heute Nacht aktualisieren wir.' },
    fallback: 'en',
    shownFrom: new Date(now - 60_000).toISOString(),
    workFrom: null,
    shownUntil: new Date(now + dayMs).toISOString(),
    ...more,
  };
}

const unknownNotice = '0199f000-0000-7000-8000-00000000dead';

export const maintenanceRequests: Record<string, () => ApiRequest> = {
  'GET /maintenance': () => ({ method: 'GET', path: '/maintenance?language=de' }),
  'GET /admin/dashboard': () => ({ method: 'GET', path: '/admin/dashboard?days=7' }),
  'GET /admin/maintenance': () => ({ method: 'GET', path: '/admin/maintenance' }),
  // It is off already, so that the requests behind this one are answered.
  'PUT /admin/maintenance/read-only': () => ({
    method: 'PUT',
    path: '/admin/maintenance/read-only',
    body: { on: false, version: 0 },
  }),
  'POST /admin/maintenance/notices': () => ({
    method: 'POST',
    path: '/admin/maintenance/notices',
    body: aNotice(),
  }),
  'PUT /admin/maintenance/notices/{id}': () => ({
    method: 'PUT',
    path: `/admin/maintenance/notices/${unknownNotice}`,
    body: { version: 1, notice: aNotice() },
  }),
  'DELETE /admin/maintenance/notices/{id}': () => ({
    method: 'DELETE',
    path: `/admin/maintenance/notices/${unknownNotice}`,
    body: { version: 1 },
  }),
};
