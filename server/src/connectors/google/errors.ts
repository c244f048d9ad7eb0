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

/** Reasons of 403 that only the operator of this installation can mend, in the Google Cloud console. */
const operatorErrorReasons = new Set([
  'SERVICE_DISABLED',
  'BILLING_DISABLED',
  'CONSUMER_SUSPENDED',
  'CONSUMER_INVALID',
]);

/** The failure that an API's answer other than 200 stands for. */
export function apiFailure(response: HttpResponse, now: Date): ConnectorFailure {
  const said = readRpcError(response.json);
  const kind = commonFailureKind(response.status, said) ?? kindOf(response.status, said);
  // All operations on reviews are "only valid if the specified location is verified".
  if (kind === 'rejected' && said.status === 'FAILED_PRECONDITION') {
    return new ConnectorFailure(kind, 'location unverified', { reason: 'location-unverified' });
  }
  return toFailure(kind, `Google answered ${describeRpcError(response.status, said)}`, response, now);
}

/** True for the answer to an argument that Google does not take; a refused page token comes as one. */
export function isInvalidArgument(response: HttpResponse): boolean {
  return response.status === 400 && readRpcError(response.json).status === 'INVALID_ARGUMENT';
}

/** The failure of the sign-in hosts; `onInvalidGrant` tells what a dead code or a dead refresh token means. */
export function signInFailure(
  response: HttpResponse,
  onInvalidGrant: FailureKind,
  now: Date,
): ConnectorFailure {
  const error = oauthError.safeParse(response.json).data?.error;
  const message = `Google's sign-in answered ${response.status} ${loggable(error)}`;
  if (error === 'invalid_grant') return toFailure(onInvalidGrant, message, response, now);
  if (isTransientStatus(response.status)) return toFailure('retry-after', message, response, now);
  return toFailure(error === undefined ? 'broken' : 'rejected', message, response, now);
}

/** True for the answer to a token that is dead already. */
export function isDeadToken(response: HttpResponse): boolean {
  return response.status === 400 && oauthError.safeParse(response.json).data?.error === 'invalid_token';
}

function kindOf(http: number, said: RpcError): FailureKind {
  if (http === 401) return 'reauthorise';
  // A proxy's 403 or a mistyped host's 404 must not cost the owner a reconnect or a listing its reviews.
  if (!said.isRpcError) return 'broken';
  if (http === 403)
    return said.reasons.some((reason) => operatorErrorReasons.has(reason)) ? 'not-approved' : 'reauthorise';
  // Only this says that the thing itself is not there; a route that Google does not know is a 404 of another kind.
  if (http === 404) return said.status === 'NOT_FOUND' ? 'gone' : 'broken';
  return http >= 400 ? 'rejected' : 'broken';
}
