import type { StatusFault } from '../kit/fail-rules.ts';
import { type JsonObject, stringField } from '../kit/json-object.ts';
import { HttpError, type HttpResponse, jsonResponse } from '../kit/response.ts';

/** Project number shown in quota and service errors. */
const project = '314159265358';

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

const vary = { vary: 'Origin, X-Origin, Referer' };

/** An error with Google's standard error document. */
export function googleError(
  status: number,
  message: string,
  more: { name?: string; details?: JsonObject[]; headers?: Record<string, string> } = {},
): HttpError {
  const body: JsonObject = { code: status, message, status: more.name ?? statusNames[status] ?? 'UNKNOWN' };
  if (more.details) body.details = more.details;
  return new HttpError(jsonResponse(status, { error: body }, { ...vary, ...more.headers }));
}

/** The `google.rpc.ErrorInfo` among the details of an error. */
export function errorInfo(reason: string, metadata: JsonObject = {}): JsonObject {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata,
  };
}

/** 400 with the violated field named, as `google.rpc.BadRequest`. */
export function invalidField(field: string, description: string): HttpError {
  return googleError(400, 'Request contains an invalid argument.', {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
    ],
  });
}

/** 400 of the v4 API, as its own `ValidationError`. */
export function invalidV4(code: number, field: string, message: string, value: string): HttpError {
  return googleError(400, 'Request contains an invalid argument.', {
    details: [
      {
        '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
        errorDetails: [{ code, field, message, value }],
      },
    ],
  });
}

/** 401 for a token that is missing, unknown, expired or revoked. */
export function unauthenticated(reason: 'ACCESS_TOKEN_EXPIRED' | 'CREDENTIALS_MISSING'): HttpError {
  const error = reason === 'ACCESS_TOKEN_EXPIRED' ? ', error="invalid_token"' : '';
  return googleError(
    401,
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    {
      details: [errorInfo(reason)],
      headers: { 'www-authenticate': `Bearer realm="https://accounts.google.com/"${error}` },
    },
  );
}

/** 403 for a token whose grant lacks the Business Profile scope. */
export function scopeInsufficient(): HttpError {
  return googleError(403, 'Request had insufficient authentication scopes.', {
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')],
  });
}

/** 403 for a person without a role on the account or location. */
export function permissionDenied(): HttpError {
  return googleError(403, 'The caller does not have permission');
}

/** 404 for anything that does not exist. */
export function notFound(): HttpError {
  return googleError(404, 'Requested entity was not found.');
}

/** 403 while the API is switched off for the project. */
export function serviceDisabled(service: string): HttpError {
  return googleError(
    403,
    `Google My Business API has not been used in project ${project} before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/${service}/overview?project=${project} then retry.`,
    { details: [errorInfo('SERVICE_DISABLED', { service, consumer: `projects/${project}` })] },
  );
}

/** 429 when the project has used its calls of this minute. `limit` is calls per minute. */
export function quotaExceeded(service: string, limit: number): HttpError {
  return googleError(
    429,
    `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service '${service}' for consumer 'project_number:${project}'.`,
    {
      details: [
        errorInfo('RATE_LIMIT_EXCEEDED', {
          consumer: `projects/${project}`,
          quota_limit_value: String(limit),
          service,
        }),
      ],
    },
  );
}

const faultMessages: Record<number, string> = {
  401: 'Request had invalid authentication credentials.',
  403: 'The caller does not have permission',
  404: 'Requested entity was not found.',
  429: 'Resource has been exhausted (e.g. check quota).',
  500: 'Internal error encountered.',
  503: 'The service is currently unavailable.',
  504: 'Deadline expired before operation could complete.',
};

/** The response of a fault of the control endpoint, which may set `message`, `name` and `reason`. */
export function faultResponse(fault: StatusFault): HttpResponse {
  const reason =
    stringField(fault.detail, 'reason') ?? (fault.status === 429 ? 'RATE_LIMIT_EXCEEDED' : undefined);
  const name = stringField(fault.detail, 'name');
  const message =
    stringField(fault.detail, 'message') ??
    faultMessages[fault.status] ??
    'Request contains an invalid argument.';
  return googleError(fault.status, message, {
    ...(name ? { name } : {}),
    ...(reason ? { details: [errorInfo(reason)] } : {}),
    ...(fault.retryAfter ? { headers: { 'retry-after': fault.retryAfter } } : {}),
  }).reply;
}
