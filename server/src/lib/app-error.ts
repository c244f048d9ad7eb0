import { type ErrorCode, errorCodes } from '@kindling/contract/errors';

/** The one error that a rule throws to answer the caller. `message` is for the log; the code decides the rest. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: { path: string; message: string }[] | undefined;
  /** Seconds to wait before trying again. */
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
