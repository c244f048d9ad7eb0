import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind } from '../connector.ts';
import { locationUnverified, loggable } from '../kit/platform-call.ts';
import { retryAfterSeconds } from '../kit/retry-after.ts';
import { apiError, oauthError } from './wire.ts';

/** What an API's error says beside its HTTP status. */
interface Said {
  /** False where the body is not Google's error document: something between us and Google answered. */
  google: boolean;
  status: string;
  reasons: string[];
  quotaLimits: string[];
}

/** Reasons of 403 that only the operator of this installation can mend, in the Google Cloud console. */
const operatorReasons = new Set([
  'SERVICE_DISABLED',
  'BILLING_DISABLED',
  'CONSUMER_SUSPENDED',
  'CONSUMER_INVALID',
]);

/**
 * The failure that an API's answer other than 200 stands for. Google's own message is never quoted: it is free text,
 * and the codes say the same.
 */
export function apiFailure(response: HttpResponse, now: Date): ConnectorFailure {
  const said = read(response.json);
  if (said.status === 'FAILED_PRECONDITION') return new ConnectorFailure('rejected', locationUnverified);
  const detail = `${response.status} ${loggable(said.status)} ${loggable(said.reasons[0])}`;
  return failure(kindOf(response.status, said), `Google answered ${detail}`, response, now);
}

/** True for the answer to an argument that Google does not take; a refused page token comes as one. */
export function isInvalidArgument(response: HttpResponse): boolean {
  const { google, status } = read(response.json);
  return response.status === 400 && google && status === 'INVALID_ARGUMENT';
}

/** The failure of the sign-in hosts; `onInvalidGrant` tells what a dead code or a dead refresh token means. */
export function signInFailure(
  response: HttpResponse,
  onInvalidGrant: FailureKind,
  now: Date,
): ConnectorFailure {
  const error = oauthError.safeParse(response.json).data?.error;
  const message = `Google's sign-in answered ${response.status} ${loggable(error)}`;
  if (error === 'invalid_grant') return failure(onInvalidGrant, message, response, now);
  if (isPassing(response.status)) return failure('retry-after', message, response, now);
  return failure(error === undefined ? 'broken' : 'rejected', message, response, now);
}

/** True for the answer to a token that is dead already. */
export function isDeadToken(response: HttpResponse): boolean {
  return response.status === 400 && oauthError.safeParse(response.json).data?.error === 'invalid_token';
}

function failure(kind: FailureKind, message: string, response: HttpResponse, now: Date): ConnectorFailure {
  const wait = kind === 'retry-after' ? retryAfterSeconds(response.headers, now) : undefined;
  return new ConnectorFailure(kind, message, wait === undefined ? {} : { retryAfter: wait });
}

function read(json: unknown): Said {
  const parsed = apiError.safeParse(json);
  if (!parsed.success) return { google: false, status: '', reasons: [], quotaLimits: [] };
  const { status, details } = parsed.data.error;
  return {
    google: true,
    status: status ?? '',
    reasons: (details ?? []).flatMap((entry) => entry.reason ?? []),
    quotaLimits: (details ?? []).flatMap((entry) => entry.metadata?.quota_limit_value ?? []),
  };
}

function kindOf(http: number, said: Said): FailureKind {
  if (http === 429 || said.status === 'RESOURCE_EXHAUSTED' || said.reasons.includes('RATE_LIMIT_EXCEEDED')) {
    // A project that waits for Google's approval has a quota of zero: waiting a minute will not help it.
    return said.quotaLimits.includes('0') ? 'not-approved' : 'retry-after';
  }
  if (isPassing(http) || said.status === 'ABORTED') return 'retry-after';
  if (http === 401) return 'reauthorise';
  // A proxy's 403 or a mistyped host's 404 must not cost the owner a reconnect or a listing its reviews.
  if (!said.google) return 'broken';
  if (http === 403)
    return said.reasons.some((reason) => operatorReasons.has(reason)) ? 'not-approved' : 'reauthorise';
  // Only this says that the thing itself is not there; a route that Google does not know is a 404 of another kind.
  if (http === 404) return said.status === 'NOT_FOUND' ? 'gone' : 'broken';
  return http >= 400 ? 'rejected' : 'broken';
}

function isPassing(http: number): boolean {
  return http >= 500 || http === 408 || http === 429;
}
