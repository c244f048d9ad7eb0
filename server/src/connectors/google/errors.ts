import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind } from '../connector.ts';
import { loggable } from '../kit/platform-call.ts';
import {
  commonFailureKind,
  describeRpcError,
  isTransientStatus,
  type RpcError,
  readRpcError,
  toFailure,
} from '../kit/rpc-error.ts';
import { oauthError } from './wire.ts';

/** Reasons of a 403 that only the operator of this installation can fix, in the Google Cloud console. */
const operatorErrorReasons = new Set([
  'SERVICE_DISABLED',
  'BILLING_DISABLED',
  'CONSUMER_SUSPENDED',
  'CONSUMER_INVALID',
]);

/** Maps an API answer other than 200 to a failure. */
export function apiFailure(response: HttpResponse, now: Date): ConnectorFailure {
  const said = readRpcError(response.json);
  const kind = commonFailureKind(response.status, said) ?? kindOf(response.status, said);
  // All operations on reviews are "only valid if the specified location is verified".
  if (kind === 'rejected' && said.status === 'FAILED_PRECONDITION') {
    return new ConnectorFailure(kind, 'location unverified', { reason: 'location-unverified' });
  }
  return toFailure(kind, `Google answered ${describeRpcError(response.status, said)}`, response, now);
}

/** True when Google refuses an argument; a refused page token gives this answer too. */
export function isInvalidArgument(response: HttpResponse): boolean {
  return response.status === 400 && readRpcError(response.json).status === 'INVALID_ARGUMENT';
}

/**
 * Maps an answer of the sign-in hosts to a failure; `onInvalidGrant` is the kind for an invalid code or refresh token.
 */
export function signInFailure(
  response: HttpResponse,
  onInvalidGrant: FailureKind,
  now: Date,
): ConnectorFailure {
  const error = oauthError.safeParse(response.json).data?.error;
  const message = `Google's sign-in answered ${response.status} ${loggable(error)}`;
  if (error === 'invalid_grant') return toFailure(onInvalidGrant, message, response, now);
  if (isTransientStatus(response.status)) return toFailure('retry-after', message, response, now);
  return toFailure(error === undefined ? 'unexpected-answer' : 'rejected', message, response, now);
}

/** True when the answer says that the token is already invalid. */
export function isDeadToken(response: HttpResponse): boolean {
  return response.status === 400 && oauthError.safeParse(response.json).data?.error === 'invalid_token';
}

function kindOf(http: number, said: RpcError): FailureKind {
  if (http === 401) return 'reauthorize';
  // A 403 of a proxy or a 404 of a mistyped host must not make an owner reconnect or delete the reviews of a listing.
  if (!said.isRpcError) return 'unexpected-answer';
  if (http === 403)
    return said.reasons.some((reason) => operatorErrorReasons.has(reason)) ? 'not-approved' : 'reauthorize';
  // Only this status says that the resource does not exist; Google answers an unknown route with another kind of 404.
  if (http === 404) return said.status === 'NOT_FOUND' ? 'gone' : 'unexpected-answer';
  return http >= 400 ? 'rejected' : 'unexpected-answer';
}
