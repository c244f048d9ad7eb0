/** Errors of API calls, by code, so that each has its own sentence. */
import { type ErrorCode, isErrorCode } from '@kindling/contract/errors';
import { ORPCError } from '@orpc/client';

/**
 * Codes of failures without an answer; all other errors carry the API's code. `tour`: the tour saves nothing. `tour-data`:
 * the tour has no recorded answer.
 */
export type TransportCode = 'network' | 'aborted' | 'timeout' | 'unexpected' | 'tour' | 'tour-data';
export type ApiErrorCode = ErrorCode | TransportCode;

interface ApiErrorParts {
  code: ApiErrorCode;
  status?: number | undefined;
  requestId?: string | undefined;
  fields?: { path: string; message: string }[] | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The only error that API calls throw. `status` is 0 without an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly requestId: string | null;
  readonly fields: readonly { path: string; message: string }[];
  /** Seconds to wait, from the API. */
  readonly retryAfter: number | null;

  constructor(parts: ApiErrorParts) {
    super(
      parts.status
        ? `Request failed with status code ${parts.status}`
        : (transportMessages[parts.code] ?? parts.code),
      {
        cause: parts.cause,
      },
    );
    this.code = parts.code;
    this.status = parts.status ?? 0;
    this.requestId = parts.requestId ?? null;
    this.fields = parts.fields ?? [];
    this.retryAfter = parts.retryAfter ?? null;
  }
}

const transportMessages: Partial<Record<ApiErrorCode, string>> = {
  network: 'Network Error',
  aborted: 'Request aborted',
  timeout: 'The request timed out',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFields(value: unknown): { path: string; message: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((field: unknown) =>
    isRecord(field) && typeof field.path === 'string' && typeof field.message === 'string'
      ? [{ path: field.path, message: field.message }]
      : [],
  );
}

/** The code for an answer that is not one of our problem documents, for example from a proxy. */
function codeOfStatus(status: number): ApiErrorCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  return status >= 500 ? 'internal' : 'unexpected';
}

/** Parses the body of a failed response; a body that cannot be parsed keeps its status. */
export function decodeProblem(body: unknown, status: number, requestIdHeader?: string): ApiError {
  const problem = isRecord(body) ? body : {};
  return new ApiError({
    code: isErrorCode(problem.code) ? problem.code : codeOfStatus(status),
    status,
    requestId: typeof problem.requestId === 'string' ? problem.requestId : requestIdHeader,
    fields: readFields(problem.fields),
    retryAfter: typeof problem.retryAfter === 'number' ? problem.retryAfter : undefined,
  });
}

/** Converts anything thrown by a call into an {@link ApiError}. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ORPCError) {
    if (error.data instanceof ApiError) return error.data;
    return new ApiError({ code: codeOfStatus(error.status), status: error.status, cause: error });
  }
  // Chromium throws a TypeError for a lost connection; a DOMException names its reason.
  if (error instanceof DOMException && error.name === 'AbortError')
    return new ApiError({ code: 'aborted', cause: error });
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError({ code: 'timeout', cause: error });
  if (error instanceof TypeError) return new ApiError({ code: 'network', cause: error });
  if (error instanceof Error && error.cause !== undefined) return toApiError(error.cause);
  return new ApiError({ code: 'unexpected', cause: error });
}
