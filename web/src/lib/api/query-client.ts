import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
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
 * may be from before the change, and keeps it. Changes in quick succession lead to one more answer, and the first one is shown meanwhile.
 */
class AppQueryClient extends QueryClient {
  readonly #readingAgain = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const overtaken = this.#overtaken(filters);
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...overtaken.map((query) => this.#readAgain(query)),
    ]);
  }

  /** Those that the library reads, and whose first answer it would keep. */
  #overtaken<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>): Query[] {
    const type = filters?.refetchType ?? filters?.type ?? 'active';
    if (type !== 'active' && type !== 'all') return [];
    return this.getQueryCache()
      .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
  }

  #readAgain(query: Query): Promise<void> {
    const begun = this.#readingAgain.get(query);
    if (begun !== undefined) return begun;
    const again = this.#readAfterFirst(query);
    this.#readingAgain.set(query, again);
    return again;
  }

  async #readAfterFirst(query: Query): Promise<void> {
    await query.promise?.catch(() => undefined);
    this.#readingAgain.delete(query);
    // Where the first attempt failed, nothing from before the change is shown.
    if (query.state.data !== undefined)
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
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
