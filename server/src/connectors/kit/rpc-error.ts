import { z } from 'zod';
import type { HttpResponse } from '../../lib/http-client.ts';
import { ConnectorFailure, type FailureKind } from '../connector.ts';
import { loggable } from './platform-call.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** The content of an error document in the format of `google.rpc.Status`. */
export interface RpcError {
  /** False where the body is not such a document: then a proxy or load balancer answered, not the API. */
  isRpcError: boolean;
  /** Canonical name, for example `NOT_FOUND`; empty where there is none. */
  status: string;
  reasons: string[];
  /** The limits that a quota error names, as texts. */
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

/** The kinds of failure that all hosts of such errors share; undefined where the meaning depends on the API. */
export function commonFailureKind(http: number, said: RpcError): FailureKind | undefined {
  const spent =
    http === 429 || said.status === 'RESOURCE_EXHAUSTED' || said.reasons.includes('RATE_LIMIT_EXCEEDED');
  // A project that waits for approval has a quota of zero, so waiting a minute does not help.
  if (spent) return said.quotaLimits.includes('0') ? 'not-approved' : 'retry-after';
  if (isTransientStatus(http) || said.status === 'ABORTED') return 'retry-after';
  return undefined;
}

/** True where the HTTP status alone says that the failure is temporary. */
export function isTransientStatus(http: number): boolean {
  return http >= 500 || http === 408 || http === 429;
}

/** Status and first reason for a log line. The error's own message is never quoted, because it is free text. */
export function describeRpcError(http: number, said: RpcError): string {
  return `${http} ${loggable(said.status)} ${loggable(said.reasons[0])}`;
}

/** The failure for an answer, with its `Retry-After` where the platform asks us to wait. */
export function toFailure(
  kind: FailureKind,
  message: string,
  response: HttpResponse,
  now: Date,
): ConnectorFailure {
  const wait = kind === 'retry-after' ? retryAfterSeconds(response.headers, now) : undefined;
  return new ConnectorFailure(kind, message, wait === undefined ? {} : { retryAfter: wait });
}
