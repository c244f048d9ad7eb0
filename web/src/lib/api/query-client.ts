import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './problem.ts';

const retryableCodes = new Set([
  'network',
  'timeout',
  'unavailable',
  'platform-busy',
  'internal',
  'rate-limited',
]);

/** Whether to retry after the attempt that just failed (counted from 0). */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && retryableCodes.has(error.code);
}

/** Milliseconds before the next attempt: the API's `retryAfter`, else 500 ms that double. */
export function retryDelayMs(failures: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== null)
    return Math.min(error.retryAfter * 1000, 30_000);
  return Math.min(500 * 2 ** failures, 8_000);
}

/**
 * Reads what a change concerns again also where its first answer is still on the way. The library itself waits for that answer, which
 * may be from before the change, and keeps it.
 */
class AppQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== 'none')
      for (const one of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
        if (one.state.data === undefined) void one.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

export function createQueryClient(): QueryClient {
  return new AppQueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        staleTime: 15_000,
        refetchOnWindowFocus: true,
      },
      // Without it, a change that is made offline waits and is sent later, when its dialog is closed already.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
