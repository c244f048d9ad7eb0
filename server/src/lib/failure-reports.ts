/** Failures outside of the API's own error handlers: jobs, the sign-in service, forms. A slice above stores them. */

export interface Failure {
  origin: 'server' | 'job' | 'sign-in';
  /** `warn`: it is tried again. */
  level: 'error' | 'warn';
  error: unknown;
  /** Path of the request, or name of the job. */
  route: string;
  requestId: string | null;
  /** The account that the work is for; null when it is for none, or for several. */
  accountId: string | null;
}

export interface FailureReports {
  /** Never throws. Without a listener a failure is only in the log. */
  report(failure: Failure): void;
  listen(listener: (failure: Failure) => void): void;
}

export function createFailureReports(): FailureReports {
  const listeners: ((failure: Failure) => void)[] = [];
  return {
    report(failure) {
      for (const listener of listeners) listener(failure);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
