import { createHash } from 'node:crypto';
import type { StatusFault } from '../kit/fail-rules.ts';
import { type JsonObject, numberField, stringField } from '../kit/json-object.ts';
import { HttpError, type HttpResponse, jsonResponse } from '../kit/response.ts';

type GraphErrorOptions = {
  subcode?: number;
  status?: number;
  type?: string;
  headers?: Record<string, string>;
};

let errors = 0;

/** A Graph error. Without a status, the code decides it. */
export function graphError(code: number, message: string, more: GraphErrorOptions = {}): HttpError {
  errors += 1;
  const error: JsonObject = { message, type: more.type ?? 'OAuthException', code };
  if (more.subcode) error.error_subcode = more.subcode;
  if (code === 1 || code === 2) error.is_transient = true;
  error.fbtrace_id = `A${createHash('sha256').update(String(errors)).digest('base64url').slice(0, 22)}`;
  const invalid =
    code === 190 ? { 'www-authenticate': `OAuth "Facebook Platform" "invalid_token" "${message}"` } : {};
  return new HttpError(
    jsonResponse(more.status ?? statusOf(code), { error }, { ...invalid, ...more.headers }),
  );
}

/** 500 for server errors, 403 for the app's request limit, 400 for everything else. */
function statusOf(code: number): number {
  if (code === 1 || code === 2) return 500;
  return code === 4 ? 403 : 400;
}

const invalidTokenMessages: Record<number, string> = {
  458: 'Error validating access token: The user has not authorized application.',
  460: 'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  463: 'Error validating access token: Session has expired.',
};

/** Code 190; the subcode says why the token is invalid. */
export function invalidTokenError(subcode: number): HttpError {
  return graphError(190, invalidTokenMessages[subcode] ?? 'Error validating access token.', { subcode });
}

/** Code 100, subcode 33: the object does not exist, or the caller may not see it. */
export function missingObject(id: string, method: string): HttpError {
  const verb = method === 'GET' ? 'get' : method.toLowerCase();
  return graphError(
    100,
    `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    { subcode: 33, type: 'GraphMethodException' },
  );
}

const faultMessages: Record<number, string> = {
  1: 'An unknown error occurred',
  2: 'Service temporarily unavailable',
  4: '(#4) Application request limit reached',
  10: '(#10) Application does not have permission for this action',
  17: '(#17) User request limit reached',
  32: '(#32) Page request limit reached',
  200: '(#200) Permissions error',
  341: '(#341) Feed action request limit reached',
  368: 'The action attempted has been deemed abusive or is otherwise disallowed',
  613: '(#613) Calls to this api have exceeded the rate limit.',
  80001: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
};

/** Codes that mean "too many calls". */
export const limitCodes = [4, 17, 32, 613, 80001];

/** A response that refuses for a limit, with the current usage headers. */
export function limitResponse(code: number, headers: Record<string, string>): HttpResponse {
  return graphError(code, faultMessages[code] ?? '', { headers }).reply;
}

const codesByStatus: Record<number, number> = { 401: 190, 403: 200, 404: 100, 429: 4, 503: 2 };

/** The response of a fault of the control endpoint, which may set `code`, `subcode` and `message`. */
export function faultResponse(fault: StatusFault): HttpResponse {
  const code =
    numberField(fault.detail, 'code') ?? codesByStatus[fault.status] ?? (fault.status >= 500 ? 1 : 100);
  const subcode = numberField(fault.detail, 'subcode');
  if (code === 190 && subcode) return invalidTokenError(subcode).reply;
  const message = stringField(fault.detail, 'message') ?? faultMessages[code] ?? '(#100) Invalid parameter';
  return graphError(code, message, {
    status: fault.status,
    ...(subcode ? { subcode } : {}),
    ...(fault.retryAfter ? { headers: { 'retry-after': fault.retryAfter } } : {}),
  }).reply;
}
