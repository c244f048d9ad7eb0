import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind, type FailureReason } from '../connector.ts';
import { retryAfterSeconds } from '../kit/retry-after.ts';
import { regainAccessSeconds } from './usage.ts';
import { graphError } from './wire.ts';

/** A failure with Facebook's error code; what the code means can depend on the request. */
export class GraphFailure extends ConnectorFailure {
  readonly code: number;
  readonly subcode: number | null;

  constructor(
    named: { code: number; subcode: number | null },
    kind: FailureKind,
    message: string,
    options: { reason?: FailureReason | null; retryAfter?: number; reach?: 'platform' | 'listing' },
  ) {
    super(kind, message, options);
    this.code = named.code;
    this.subcode = named.subcode;
  }
}

/** The code of a Graph error; undefined for other answers. A Graph error can come with any HTTP status, also 200. */
export function errorCode(response: HttpResponse): number | undefined {
  return graphError.safeParse(response.json).data?.error.code;
}

/**
 * True for "Object with ID … does not exist, cannot be loaded due to missing permissions, or does not support this
 * operation": this app cannot reach the object in the path.
 */
export function isMissingObject(error: unknown): boolean {
  return error instanceof GraphFailure && error.code === 100 && error.subcode === 33;
}

/** True where the connection lacks a permission. */
export function lacksPermission(error: unknown): boolean {
  return error instanceof GraphFailure && isPermissionCode(error.code);
}

/**
 * Maps an error answer to a failure by `error.code`; the HTTP status says little on this platform and counts only when
 * there is no code. The error's message is never quoted: the message of code 190 can contain the token.
 */
export function graphFailure(response: HttpResponse, now: Date): ConnectorFailure {
  const error = graphError.safeParse(response.json).data?.error;
  if (!error) {
    const passing = response.status >= 500 || response.status === 429 || response.status === 408;
    const message = `Facebook answered ${response.status} without a Graph error`;
    const kind = passing ? 'retry-after' : 'unexpected-answer';
    return new ConnectorFailure(kind, message, passing ? retryAfterOption(response.headers, now) : {});
  }
  const named = { code: error.code, subcode: error.error_subcode ?? null };
  const kind = kindOf(error.code, error.is_transient === true || response.status >= 500);
  const blocked = error.code === policyBlockCode;
  const reason = blocked ? 'blocked-for-policy' : null;
  const message = blocked
    ? 'blocked for policy'
    : `Facebook answered code ${error.code} subcode ${error.error_subcode ?? '-'}`;
  if (kind !== 'retry-after') return new GraphFailure(named, kind, message, { reason });
  const reach = isOwnerLimit(error.code) ? 'listing' : 'platform';
  return new GraphFailure(named, kind, message, {
    reason,
    ...retryAfterOption(response.headers, now),
    reach,
  });
}

/** "The action attempted has been deemed abusive or is otherwise disallowed." */
const policyBlockCode = 368;

/** `graph-api/guides/error-handling`. */
function kindOf(code: number, passing: boolean): FailureKind {
  if ([1, 2, 4, 341].includes(code) || isOwnerLimit(code)) return 'retry-after';
  if (code === 12) return 'withdrawn';
  if ([102, 190].includes(code) || isPermissionCode(code)) return 'reauthorize';
  // "Page ID … was migrated to page ID …", "Some of the aliases you requested do not exist": this page no longer
  // exists.
  if (code === 21 || code === 803) return 'gone';
  return passing && code !== policyBlockCode ? 'retry-after' : 'rejected';
}

/**
 * Limits of one user (17), one page (32, 613) or one business (80000 to 80014; 80001 is for pages). The others, 4 and
 * 341, are limits of the app: then all calls wait.
 */
function isOwnerLimit(code: number): boolean {
  return [17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);
}

/** "Capability or permissions issue" (3), "permission denied" (10), "multiple values" of missing permissions (200 to 299). */
function isPermissionCode(code: number): boolean {
  return code === 3 || code === 10 || (code >= 200 && code <= 299);
}

/** The usage header is more exact than `Retry-After`, which Facebook seldom sends. */
function retryAfterOption(headers: Headers, now: Date): { retryAfter?: number } {
  const seconds = regainAccessSeconds(headers) ?? retryAfterSeconds(headers, now);
  return seconds === undefined ? {} : { retryAfter: seconds };
}
