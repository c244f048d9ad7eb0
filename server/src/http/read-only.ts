/**
 * What the API still does in the read-only mode for upgrades. A route that changes something answers 503 `read-only`, unless it is
 * named here with its reason; docs/operations.md prints the list. Behind this guard the database refuses writes too
 * (`server/src/db/write-refusal.ts`).
 */
import { apiRoot, versionedApiRoot } from '@kindling/contract/api-address';
import type { ReadOnlyMode } from '../db/read-only-mode.ts';
import { withWrites } from '../db/write-refusal.ts';
import { AppError } from '../lib/app-error.ts';

/** Seconds after which a refused call is worth a repeat: an upgrade takes minutes. */
const retryAfterSeconds = 60;

interface Exception {
  /** `reads`: it changes nothing, and the database still refuses its writes. `writes`: it may change something. */
  kind: 'reads' | 'writes';
  reason: string;
}

/** By method and path below the root of the API, as the authorization matrix names routes. */
export const exceptions: Readonly<Record<string, Exception>> = {
  'POST /users/savelogin': { kind: 'writes', reason: 'Signing in, also for the administrator.' },
  'POST /users/getuserbyemail': {
    kind: 'reads',
    reason: 'The user record; the address is no part of a path.',
  },
  'POST /profile/sign-out': { kind: 'writes', reason: 'Whoever leaves must be out at once.' },
  'DELETE /profile/sessions/{id}': { kind: 'writes', reason: 'A lost device must be out at once.' },
  'DELETE /profile/sessions': { kind: 'writes', reason: 'Lost devices must be out at once.' },
  'PUT /admin/maintenance/read-only': { kind: 'writes', reason: 'Ends the mode.' },
  'POST /admin/maintenance/notices': { kind: 'writes', reason: 'Tells people how long it takes.' },
  'PUT /admin/maintenance/notices/{id}': { kind: 'writes', reason: 'Tells people how long it takes.' },
  'DELETE /admin/maintenance/notices/{id}': { kind: 'writes', reason: 'Tells people how long it takes.' },
  'DELETE /admin/acting': { kind: 'writes', reason: 'Whoever acts as a member must be able to stop.' },
  'POST /invitations/look-up': {
    kind: 'reads',
    reason: 'Looks an invitation up; the token is no part of a path.',
  },
  'POST /error-reports': { kind: 'reads', reason: 'Is kept in memory until the mode ends.' },
  'POST /embeds/{id}/preview': { kind: 'reads', reason: 'Renders a draft that is not stored.' },
  'POST /embeds/previews': { kind: 'reads', reason: 'Renders drafts that are not stored.' },
  'POST /embeds/{id}/picks': { kind: 'reads', reason: 'Selects reviews for a draft that is not stored.' },
  'POST /pipelines/{id}/preview': { kind: 'reads', reason: 'Renders a draft that is not stored.' },
  'POST /destinations/read': { kind: 'reads', reason: 'Reads an address that is not stored.' },
  'POST /review-requests/recipients/read': { kind: 'reads', reason: 'Reads a list that is not stored.' },
  'POST /review-requests/preview': { kind: 'reads', reason: 'Renders a mail that is not sent.' },
  'POST /tags/preview': { kind: 'reads', reason: 'Counts what a rule matches.' },
  'POST /admin/mailings/preview': { kind: 'reads', reason: 'Renders a mail that is not sent.' },
  'POST /billing/change/preview': { kind: 'reads', reason: 'Asks the payment provider for a price.' },
  'POST /billing/invoices/{id}/addresses': {
    kind: 'reads',
    reason: 'Asks the payment provider for addresses.',
  },
};

export function readOnlyError(): AppError {
  return new AppError('read-only', undefined, { retryAfter: retryAfterSeconds });
}

/**
 * Runs the work of a route, unless the read-only mode forbids it.
 * @param route its method, and its whole address
 * @throws AppError `read-only`
 */
export async function guardWrites<T>(
  readOnly: Pick<ReadOnlyMode, 'isOn'>,
  { method = '', path = '' }: { method?: string; path?: string },
  work: () => Promise<T>,
): Promise<T> {
  const root = path.startsWith(`${versionedApiRoot}/`) ? versionedApiRoot : apiRoot;
  const exception = exceptions[`${method} ${path.slice(root.length)}`];
  if (readOnly.isOn() && method !== 'GET' && exception === undefined) throw readOnlyError();
  return withWrites(exception?.kind === 'writes', work);
}
