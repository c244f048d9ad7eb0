/**
 * The closed list of error codes that the API may answer with, and the HTTP status of each.
 * The browser translates the code (locales `errors` area); the title is for logs and API users.
 */
export const errorCodes = {
  'invalid-input': { status: 400, title: 'Some fields are not valid.' },
  unauthenticated: { status: 401, title: 'A valid access token is required.' },
  'plan-ended': { status: 402, title: 'The plan of this account has ended.' },
  forbidden: { status: 403, title: 'You do not have permission for this.' },
  'role-forbids': { status: 403, title: 'Your role in this account does not allow this.' },
  acting: { status: 403, title: 'You are acting as a member; this is not possible meanwhile.' },
  'acting-ended': { status: 403, title: 'You are no longer acting as the member.' },
  'confirm-acting': { status: 428, title: 'Confirm that you do this in the name of the member.' },
  'no-membership': { status: 403, title: 'You are not a member of this account.' },
  'account-required': {
    status: 400,
    title: 'You belong to several accounts; the header Kindling-Account must name one.',
  },
  'identity-mismatch': { status: 403, title: 'The body and the access token belong to different people.' },
  'email-not-verified': { status: 403, title: 'The e-mail address is not confirmed.' },
  'second-factor-required': {
    status: 403,
    title: 'Administrators of this installation sign in with a second factor.',
  },
  'sign-in-again': { status: 403, title: 'This requires a recent sign-in.' },
  'not-found': { status: 404, title: 'The requested item does not exist.' },
  'unknown-route': { status: 404, title: 'The API has no such route.' },
  'law-forbids': { status: 409, title: 'The law of this market does not allow it.' },
  'review-changed': { status: 409, title: 'The author has changed the review since it was read.' },
  'assistant-off': { status: 409, title: 'The assistant is not switched on for this account.' },
  'assistant-not-allowed': {
    status: 409,
    title: 'The terms of this source do not allow giving its reviews to the assistant.',
  },
  'assistant-unavailable': { status: 503, title: 'The assistant does not answer at the moment.' },
  'assistant-unusable': { status: 502, title: 'The assistant returned no usable draft.' },
  conflict: { status: 409, title: 'It has changed since it was read, or it already exists.' },
  'in-use': { status: 409, title: 'It still has listings or reviews.' },
  'last-one': { status: 409, title: 'The last one cannot be deleted or archived.' },
  'last-owner': { status: 409, title: 'An account keeps at least one owner.' },
  'account-closing': { status: 409, title: 'The account is being deleted, so nobody can join it.' },
  'already-member': { status: 409, title: 'The person is a member of the account.' },
  'already-invited': { status: 409, title: 'An open invitation for the address exists.' },
  'invitation-expired': { status: 409, title: 'The invitation has expired.' },
  'invitation-revoked': { status: 409, title: 'The invitation was revoked or declined.' },
  'invitation-used': { status: 409, title: 'The invitation was accepted already.' },
  'invitation-other-address': { status: 403, title: 'The invitation was sent to another address.' },
  'limit-reached': { status: 409, title: 'The account has reached the maximum number.' },
  'visit-ended': { status: 410, title: 'The visit has ended; rate again.' },
  'page-ended': { status: 410, title: 'The page no longer takes reviews.' },
  'form-expired': { status: 403, title: 'The form is too old; load the page again.' },
  'slug-taken': { status: 409, title: 'Another page has this address.' },
  'not-answerable': { status: 409, title: 'The visitor left no e-mail address.' },
  'mail-unwanted': { status: 409, title: 'Mail to the address was refused, or reported as unwanted.' },
  'taken-down': { status: 409, title: 'The operator has taken it down.' },
  'own-person': { status: 409, title: 'Nobody does this to themselves.' },
  'last-admin': { status: 409, title: 'The installation keeps at least one administrator.' },
  'no-plan': { status: 409, title: 'The account has no paid plan.' },
  'has-plan': { status: 409, title: 'The account has a paid plan already.' },
  'price-changed': { status: 409, title: 'The price is not the one that was shown.' },
  'payment-refused': { status: 409, title: 'The card was declined; nothing has changed.' },
  'payment-unavailable': { status: 503, title: 'The payment provider does not answer at the moment.' },
  'not-configured': { status: 409, title: 'This platform is not set up on this installation.' },
  'too-large': { status: 413, title: 'The request is too large.' },
  'unsupported-media-type': { status: 415, title: 'Only JSON is accepted.' },
  'rate-limited': { status: 429, title: 'Too many requests.' },
  'import-share-used': { status: 429, title: 'You have used your share of the imports of this account.' },
  'sync-paused': { status: 409, title: 'The operator has paused reading.' },
  'read-just-now': { status: 429, title: 'It was read less than a minute ago.' },
  internal: { status: 500, title: 'Something went wrong on our side.' },
  'platform-reauthorize': { status: 409, title: 'The platform requires a new authorization.' },
  'platform-not-approved': { status: 409, title: 'The platform has not approved this project yet.' },
  'platform-withdrawn': { status: 409, title: 'The platform has withdrawn this function.' },
  'platform-gone': { status: 404, title: 'The platform no longer knows this item.' },
  'platform-rejected': { status: 409, title: 'The platform refused the request.' },
  'platform-busy': { status: 503, title: 'The platform asks for a pause.' },
  'platform-unexpected-answer': { status: 502, title: 'The platform sent an unexpected answer.' },
  'removals-pending': { status: 409, title: 'Too many reviews were missing at once, so none was removed.' },
  'counts-differ': { status: 409, title: 'The platform lists fewer reviews than it counts.' },
  'page-repeated': { status: 502, title: 'The platform returned the same page again.' },
  'read-only': { status: 503, title: 'It is being upgraded; nothing can be changed at the moment.' },
  unavailable: { status: 503, title: 'The service is not available at the moment.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}

/** RFC 9457 problem document, content type `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  requestId: string;
  /** For `invalid-input`: each refused field, as a dotted path, with the reason in English. */
  fields?: { path: string; message: string }[];
  /** For `rate-limited`, `import-share-used`, `read-just-now`, `platform-busy` and `read-only`: seconds to wait. */
  retryAfter?: number;
}
