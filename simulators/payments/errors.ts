import type { StatusFault } from '../kit/fail-rules.ts';
import type { JsonObject } from '../kit/json-object.ts';
import { stringField } from '../kit/json-object.ts';
import { HttpError, type HttpResponse, jsonResponse } from '../kit/response.ts';

/** The members of an error besides `type` and `message`. */
export interface ErrorDetail {
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: object;
}

/** An error as Stripe answers it. */
export function stripeError(
  status: number,
  type: string,
  message: string,
  detail: ErrorDetail = {},
): HttpError {
  return new HttpError(errorResponse(status, type, message, detail));
}

function errorResponse(status: number, type: string, message: string, detail: ErrorDetail): HttpResponse {
  const { code } = detail;
  const document =
    code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
  return jsonResponse(status, { error: { ...detail, ...document, message, type } });
}

/** A request that is refused with status 400. */
export function invalidRequest(message: string, detail: ErrorDetail = {}): HttpError {
  return stripeError(400, 'invalid_request_error', message, detail);
}

/** An object that does not exist: 404 when the path names it, 400 when a parameter does. */
export function noSuchObject(kind: string, id: string, param = 'id'): HttpError {
  const message = `No such ${kind.replaceAll('_', ' ')}: '${id}'`;
  return stripeError(param === 'id' ? 404 : 400, 'invalid_request_error', message, {
    code: 'resource_missing',
    param,
  });
}

/** A required parameter that is not there. */
export function missingParameter(param: string): HttpError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** The response of the action `fail` and of the faults that answer with a status. */
export function faultResponse({ status, retryAfter, detail }: StatusFault): HttpResponse {
  const reply = statusResponse(status, detail);
  return retryAfter === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, 'retry-after': retryAfter } };
}

function statusResponse(status: number, detail: JsonObject): HttpResponse {
  const code = stringField(detail, 'code');
  const message = stringField(detail, 'message');
  const more = code === undefined ? {} : { code };
  if (status === 429)
    return errorResponse(
      429,
      'invalid_request_error',
      message ??
        'Request rate limit exceeded. Learn more about rate limits at https://stripe.com/docs/rate-limits.',
      { code: 'rate_limit', ...more },
    );
  if (status === 402)
    return errorResponse(402, 'card_error', message ?? 'Your card was declined.', {
      code: 'card_declined',
      decline_code: stringField(detail, 'decline_code') ?? 'generic_decline',
      ...more,
    });
  if (status < 500)
    return errorResponse(status, 'invalid_request_error', message ?? 'Invalid request.', more);
  const text = 'An unknown error occurred. This is a problem with our servers, we are looking into it.';
  return errorResponse(status, 'api_error', message ?? text, more);
}
