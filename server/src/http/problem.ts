import { type ErrorCode, errorCodes, type Problem } from '@kindling/contract/errors';
import { isWriteRefusal, retryAfterOutage } from '@kindling/service/query-failure';
import { ORPCError, ValidationError } from '@orpc/server';
import { AppError } from '../lib/app-error.ts';
import { readOnlyError } from './read-only.ts';

interface FieldError {
  path: string;
  message: string;
}

/** Error codes for refusals of the HTTP layer itself (body parser, limits), by status. */
const codeByStatus: Partial<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  404: 'not-found',
  405: 'not-found',
  413: 'too-large',
  // The product has no address that is this long.
  414: 'not-found',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  503: 'unavailable',
};

/** Maps anything thrown to an error of the closed list; unknown errors become `internal`. */
export function asAppError(error: unknown): AppError {
  return whileDatabaseIsOut(error) ?? asKnownError(error);
}

/** The database restarts or cannot be reached: nothing is wrong with the request, and no group of errors is worth it. */
function whileDatabaseIsOut(error: unknown): AppError | null {
  const cause = error instanceof ORPCError ? error.cause : error;
  const retryAfter = retryAfterOutage(cause);
  return retryAfter === null ? null : new AppError('unavailable', undefined, { retryAfter, cause });
}

function asKnownError(error: unknown): AppError {
  if (error instanceof AppError) return isWriteRefusal(error.cause) ? readOnlyError() : error;
  if (isWriteRefusal(error)) return readOnlyError();
  if (error instanceof ORPCError) {
    if (error.cause instanceof AppError || isWriteRefusal(error.cause)) return asAppError(error.cause);
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST')
      return new AppError('invalid-input', undefined, { fields: fieldErrors(error.cause.issues) });
    // Errors of Fastify itself, for example a body that it could not parse.
    if (error.status < 500) return new AppError(codeByStatus[error.status] ?? 'invalid-input');
    return new AppError('internal', undefined, { cause: error.cause ?? error });
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const code = codeByStatus[status];
  if (code !== undefined) return new AppError(code, undefined, { cause: error });
  return new AppError('internal', undefined, { cause: error });
}

function fieldErrors(issues: ValidationError['issues']): FieldError[] {
  return issues.slice(0, 50).map((issue) => ({
    path: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message: issue.message,
  }));
}

/** RFC 9457 document of an error. It holds the code and the request id, never the cause. */
export function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: errorCodes[error.code].title,
    status: error.status,
    code: error.code,
    requestId,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
  };
}
