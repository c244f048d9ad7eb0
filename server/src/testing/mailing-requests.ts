/** For tests only: valid requests of mailings and dead letters. */
import type { ApiRequest } from './api-request.ts';

/** A draft to everybody. */
export function aMailing(more: Record<string, unknown> = {}) {
  return {
    kind: 'service',
    segment: { kind: 'everyone' },
    texts: { en: { subject: 'Maintenance on Sunday', body: 'Hi {{first_name|there}},\n\nwe upgrade.' } },
    fallback: 'en',
    perMinute: 600,
    ...more,
  };
}

const unknownMailing = '0199f000-0000-7000-8000-00000000dead';
const path = `/admin/mailings/${unknownMailing}`;

export const mailingRequests: Record<string, () => ApiRequest> = {
  'GET /admin/mailings': () => ({ method: 'GET', path: '/admin/mailings' }),
  'POST /admin/mailings': () => ({ method: 'POST', path: '/admin/mailings', body: aMailing() }),
  'GET /admin/mailings/{id}': () => ({ method: 'GET', path }),
  'PUT /admin/mailings/{id}': () => ({ method: 'PUT', path, body: { version: 1, draft: aMailing() } }),
  'DELETE /admin/mailings/{id}': () => ({ method: 'DELETE', path, body: { version: 1 } }),
  'POST /admin/mailings/preview': () => ({
    method: 'POST',
    path: '/admin/mailings/preview',
    body: { draft: aMailing(), language: 'de', values: 'own' },
  }),
  'GET /admin/mailings/{id}/recipients': () => ({ method: 'GET', path: `${path}/recipients` }),
  'POST /admin/mailings/{id}/test': () => ({
    method: 'POST',
    path: `${path}/test`,
    body: { version: 1, language: 'en' },
  }),
  'POST /admin/mailings/{id}/confirm': () => ({
    method: 'POST',
    path: `${path}/confirm`,
    body: { version: 1, recipients: 1, start: null },
  }),
  'POST /admin/mailings/{id}/stop': () => ({ method: 'POST', path: `${path}/stop` }),
  'GET /admin/dead-letters': () => ({ method: 'GET', path: '/admin/dead-letters' }),
  'POST /admin/dead-letters/resend': () => ({
    method: 'POST',
    path: '/admin/dead-letters/resend',
    body: { ids: [unknownMailing] },
  }),
};
