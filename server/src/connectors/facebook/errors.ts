import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind, type FailureReason } from '../connector.ts';
import { retryAfterSeconds } from '../kit/retry-after.ts';
import { regainAccessSeconds } from './usage.ts';
import { graphError } from './wire.ts';

/** A failure that Facebook named by a code; what the code means can depend on what was asked. */
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

/** The code of a Graph error; undefined where the answer is not one. It can come with any HTTP status, also 200. */
export function errorCode(response: HttpResponse): number | undefined {
  return graphError.safeParse(response.json).data?.error.code;
}

/**
 * True for "Object with ID … does not exist, cannot be loaded due to missing permissions, or does not support this
 * operation": the thing that was named in the path is not there for us.
 */
export function isMissingObject(error: unknown): boolean {
  return error instanceof GraphFailure && error.code === 100 && error.subcode === 33;
}

/** True where the connection lacks a permission. */
export function lacksPermission(error: unknown): boolean {
  return error instanceof GraphFailure && isPermissionCode(error.code);
}

/**
 * The failure that an answer stands for, by `error.code`; the HTTP status says little on this platform and counts
 * only where no code is. The error's message is never quoted: that of code 190 can hold the token.
 */
export function graphFailure(response: HttpResponse, now: Date): ConnectorFailure {
  const error = graphError.safeParse(response.json).data?.error;
  if (!error) {
    const passing = response.status >= 500 || response.status === 429 || response.status === 408;
    const message = `Facebook answered ${response.status} without a Graph error`;
    const kind = passing ? 'retry-after' : 'broken';
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
  if ([102, 190].includes(code) || isPermissionCode(code)) return 'reauthorise';
  // "Page ID … was migrated to page ID …", "Some of the aliases you requested do not exist": this page is no more.
  if (code === 21 || code === 803) return 'gone';
  return passing && code !== policyBlockCode ? 'retry-after' : 'rejected';
}

/**
 * Limits of one user (17), of one page (32, 613) or of one business (80000 to 80014, of which 80001 is that of
 * pages). The others, 4 and 341, are those of the app: everybody waits.
 */
function isOwnerLimit(code: number): boolean {
  return [17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);
}

/** "Capability or permissions issue" (3), "permission denied" (10), "multiple values" of missing permissions (200 to 299). */
function isPermissionCode(code: number): boolean {
  return code === 3 || code === 10 || (code >= 200 && code <= 299);
}

/** The usage header knows better than `Retry-After`, which Facebook seldom sends. */
function retryAfterOption(headers: Headers, now: Date): { retryAfter?: number } {
  const seconds = regainAccessSeconds(headers) ?? retryAfterSeconds(headers, now);
  return seconds === undefined ? {} : { retryAfter: seconds };
}
