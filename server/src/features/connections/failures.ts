/** Maps a connector's failure to an error for the user who waits and to a status of the connection. */
import type { ConnectProblem } from '@kindling/contract/connections';
import type { ConnectionStatus } from '@kindling/contract/constants';
import type { ErrorCode } from '@kindling/contract/errors';
import { ConnectorFailure, type FailureKind } from '../../connectors/connector.ts';
import { AppError } from '../../lib/app-error.ts';

const errorCodes: Record<FailureKind, ErrorCode> = {
  reauthorize: 'platform-reauthorize',
  'retry-after': 'platform-busy',
  'not-approved': 'platform-not-approved',
  withdrawn: 'platform-withdrawn',
  gone: 'platform-gone',
  rejected: 'platform-rejected',
  'unexpected-answer': 'platform-unexpected-answer',
};

/** The error code that names this failure in answers, runs and on cards. */
export function failureCode(kind: FailureKind): ErrorCode {
  return errorCodes[kind];
}

const lastingStatuses: Partial<Record<FailureKind, ConnectionStatus>> = {
  reauthorize: 'needs_reauthorization',
  'not-approved': 'not_approved',
  withdrawn: 'withdrawn',
};

/** The connection's new status, or null where the failure is temporary or concerns one listing only. */
export function statusAfter(kind: FailureKind): ConnectionStatus | null {
  return lastingStatuses[kind] ?? null;
}

/** For a user who waits for the response. Errors that are no connector failures are returned unchanged. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof ConnectorFailure)) return error;
  const details =
    error.retryAfter === undefined ? { cause: error } : { cause: error, retryAfter: error.retryAfter };
  return new AppError(failureCode(error.kind), undefined, details);
}

const connectProblems: Record<FailureKind, ConnectProblem> = {
  reauthorize: 'scope',
  'retry-after': 'platform-down',
  'not-approved': 'not-approved',
  withdrawn: 'platform-down',
  gone: 'nothing-to-connect',
  rejected: 'code',
  'unexpected-answer': 'platform-down',
};

/** The problem that the connections screen shows after a failed authorization. */
export function connectProblem(kind: FailureKind): ConnectProblem {
  return connectProblems[kind];
}
