import { type ErrorCode, errorCodes } from '@kindling/contract/errors';

/**
 * Thrown to answer a request with an error. The code decides the status and what the caller sees; `message` goes to the
 * log only.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: { path: string; message: string }[] | undefined;
  /** Seconds before the caller should try again. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string = errorCodes[code].title,
    details: { fields?: { path: string; message: string }[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

export function notFound(): AppError {
  return new AppError('not-found');
}
