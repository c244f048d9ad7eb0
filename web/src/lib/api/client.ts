/** The typed client of our API. Only types come from the contract; routes come from the build. */

import { routes } from 'virtual:kindling-build';
import type { api as contract } from '@kindling/contract/api';
import { confirmActingHeader } from '@kindling/contract/constants';
import { type ClientLink, createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { reportNoResponse } from '../network-state.ts';
import {
  callerHeaders,
  isSignedIn,
  reportReadOnly,
  reportRightsRefused,
  reportSessionEnded,
} from './access.ts';
import { confirmActing } from './acting.ts';
import { ApiError, decodeProblem, toApiError } from './problem.ts';

export interface CallContext {
  /** Milliseconds until a call is aborted; 0 for no limit (event streams). Default 30,000. */
  timeout?: number;
  /** Skips the token cache. */
  fresh?: boolean;
  /** The administrator has confirmed the call in the name of a member. */
  confirmsActing?: boolean;
}

const defaultTimeout = 30_000;

/** Answers that the app does not expect from what it knows of the person's rights. */
const rightsCodes: ReadonlySet<string> = new Set([
  'role-forbids',
  'no-membership',
  'account-required',
  'acting',
  'acting-ended',
  'second-factor-required',
]);

async function headersOfCall(fresh: boolean): Promise<Record<string, string>> {
  try {
    return await callerHeaders({ fresh });
  } catch (error) {
    // Losing the connection to the sign-in service does not end the session.
    if (error instanceof TypeError || !navigator.onLine)
      throw new ApiError({ code: 'network', cause: error });
    throw new ApiError({ code: 'unauthenticated', status: 401, cause: error });
  }
}

function withTimeout(request: Request, timeout: number): Request {
  if (timeout === 0) return request;
  return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) });
}

/** The library's link parses only `application/json`, so problem documents are read here. */
async function readProblem(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null);
  return decodeProblem(body, answer.status, answer.headers.get('x-request-id') ?? undefined);
}

const link = new OpenAPILink<CallContext>(routes, {
  url: location.origin,
  headers: async ({ context }) => ({
    ...(await headersOfCall(context.fresh ?? false)),
    ...(context.confirmsActing === true ? { [confirmActingHeader]: 'yes' } : {}),
  }),
  // The API authenticates calls by their bearer token only. Cookies are sent for one answer, which sets a cookie that
  // binds the start of a connection to this browser.
  fetch: async (request, init, { context }) => {
    const answer = await fetch(withTimeout(request, context.timeout ?? defaultTimeout), {
      ...init,
      credentials: 'same-origin',
    }).catch((error: unknown) => {
      if (error instanceof TypeError) reportNoResponse();
      throw error;
    });
    if (!answer.ok) throw await readProblem(answer);
    return answer;
  },
  interceptors: [
    async ({ next, ...options }) => {
      try {
        return await next();
      } catch (cause) {
        const error = toApiError(cause);
        if (rightsCodes.has(error.code)) reportRightsRefused();
        if (error.code === 'read-only') reportReadOnly();
        if (error.code === 'confirm-acting' && options.context.confirmsActing !== true) {
          if (!(await confirmActing())) throw new ApiError({ code: 'aborted', cause });
          return next({ ...options, context: { ...options.context, confirmsActing: true } });
        }
        if (error.status !== 401 || !isSignedIn()) throw error;
        // The token may have expired: renew it once and retry; a second refusal ends the session.
        try {
          return await next({ ...options, context: { ...options.context, fresh: true } });
        } catch (second) {
          const last = toApiError(second);
          if (last.status === 401) reportSessionEnded();
          throw last;
        }
      }
    },
  ],
});

type Client = ContractRouterClient<typeof contract, CallContext>;

let current: ClientLink<CallContext> = link;

/** Makes something else answer all calls in place of the server, as the tour does. */
export function setLink(next: ClientLink<CallContext>): void {
  current = next;
}

/** Direct calls; each rejects with an `ApiError`. */
export const client: Client = createORPCClient({
  call: (path, input, options) => current.call(path, input, options),
} satisfies ClientLink<CallContext>);

/** Query and mutation options for TanStack Query. */
export const query = createTanstackQueryUtils(client);
