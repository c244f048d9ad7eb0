import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind } from '../connector.ts';
import { believable, retryAfterSeconds } from '../kit/retry-after.ts';
import { graphError, usage } from './wire.ts';

/** The code of a Graph error; undefined where the answer is not one. It can come with any HTTP status, also 200. */
export function errorCode(response: HttpResponse): number | undefined {
  return graphError.safeParse(response.json).data?.error.code;
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
    return failure(passing ? 'retry-after' : 'broken', message, response, now);
  }
  const kind = kindOf(error.code, error.is_transient === true || response.status >= 500);
  const message = `Facebook answered code ${error.code} subcode ${error.error_subcode ?? '-'}`;
  return failure(kind, message, response, now);
}

/** `graph-api/guides/error-handling`; 80000 to 80014 are the limits per business use case, 80001 that of pages. */
function kindOf(code: number, passing: boolean): FailureKind {
  if ([1, 2, 4, 17, 32, 341, 613].includes(code) || (code >= 80_000 && code <= 80_014)) return 'retry-after';
  if (code === 12) return 'withdrawn';
  if ([10, 102, 190].includes(code) || (code >= 200 && code <= 299)) return 'reauthorise';
  // "Some of the aliases you requested do not exist": the page is no more.
  if (code === 803) return 'gone';
  return passing ? 'retry-after' : 'rejected';
}

function failure(kind: FailureKind, message: string, response: HttpResponse, now: Date): ConnectorFailure {
  const wait = kind === 'retry-after' ? waitOf(response.headers, now) : undefined;
  return new ConnectorFailure(kind, message, wait === undefined ? {} : { retryAfter: wait });
}

/** Seconds. The usage header knows better than `Retry-After`, which Facebook seldom sends. */
function waitOf(headers: Headers, now: Date): number | undefined {
  const minutes = regainMinutes(headers.get('x-business-use-case-usage'));
  return minutes > 0 ? believable(Math.ceil(minutes * 60)) : retryAfterSeconds(headers, now);
}

function regainMinutes(header: string | null): number {
  try {
    const entries = Object.values(usage.parse(JSON.parse(header ?? '{}'))).flat();
    return Math.max(0, ...entries.map((entry) => entry.estimated_time_to_regain_access ?? 0));
  } catch {
    return 0;
  }
}
