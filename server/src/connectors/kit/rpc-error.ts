import { z } from 'zod';
import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind } from '../connector.ts';
import { loggable } from './platform-call.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** What an error document in the shape of `google.rpc.Status` says beside its HTTP status. */
export interface RpcError {
  /** False where the body is not such a document: something between the platform and us answered. */
  isRpcError: boolean;
  /** Canonical name, `NOT_FOUND`; empty where none is. */
  status: string;
  reasons: string[];
  /** Limits that a quota error names, as texts. */
  quotaLimits: string[];
}

/** `details` also holds other kinds of entries, of which only these members are read. */
const rpcErrorSchema = z.object({
  error: z.object({
    status: z.string().nullish().catch(null),
    details: z
      .array(
        z
          .object({
            reason: z.string().nullish(),
            metadata: z.object({ quota_limit_value: z.string().nullish() }).nullish(),
          })
          .catch({}),
      )
      .nullish()
      .catch(null),
  }),
});

export function readRpcError(json: unknown): RpcError {
  const parsed = rpcErrorSchema.safeParse(json);
  if (!parsed.success) return { isRpcError: false, status: '', reasons: [], quotaLimits: [] };
  const { status, details } = parsed.data.error;
  return {
    isRpcError: true,
    status: status ?? '',
    reasons: (details ?? []).flatMap((entry) => entry.reason ?? []),
    quotaLimits: (details ?? []).flatMap((entry) => entry.metadata?.quota_limit_value ?? []),
  };
}

/** The kinds that every host of such errors shares; undefined where only the API itself knows what is meant. */
export function commonFailureKind(http: number, said: RpcError): FailureKind | undefined {
  const spent =
    http === 429 || said.status === 'RESOURCE_EXHAUSTED' || said.reasons.includes('RATE_LIMIT_EXCEEDED');
  // A project that waits for approval has a quota of zero: waiting a minute will not help it.
  if (spent) return said.quotaLimits.includes('0') ? 'not-approved' : 'retry-after';
  if (isTransientStatus(http) || said.status === 'ABORTED') return 'retry-after';
  return undefined;
}

/** True where the HTTP status alone says that the trouble is of the moment. */
export function isTransientStatus(http: number): boolean {
  return http >= 500 || http === 408 || http === 429;
}

/** Status and first reason for a log line. The error's own message is never quoted: it is free text. */
export function describeRpcError(http: number, said: RpcError): string {
  return `${http} ${loggable(said.status)} ${loggable(said.reasons[0])}`;
}

/** The failure of an answer, with its `Retry-After` where waiting is what it asks for. */
export function toFailure(
  kind: FailureKind,
  message: string,
  response: HttpResponse,
  now: Date,
): ConnectorFailure {
  const wait = kind === 'retry-after' ? retryAfterSeconds(response.headers, now) : undefined;
  return new ConnectorFailure(kind, message, wait === undefined ? {} : { retryAfter: wait });
}
