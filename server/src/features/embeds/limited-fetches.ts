/** Limits work that fetches a page whose address somebody entered. */
import type { Limits } from '@kindling/service/limits';
import { AppError } from '../../lib/app-error.ts';

/** Per account: enough for retries until it works, too few to abuse us for requests to other sites. */
const maxPerMinute = 10;
/** Over all accounts, since each holds a page of up to 3 MB. An account has one at a time. */
const maxConcurrent = 8;
/** Seconds after which running work has ended. */
const maxSeconds = 15;

const rateLimited = (retryAfter: number) => new AppError('rate-limited', undefined, { retryAfter });

/** Null when the maximum over all accounts is running. @throws AppError `rate-limited` */
export type LimitedFetches = <T>(accountId: string, work: () => Promise<T>) => Promise<T | null>;

/** @param name of the limiter */
export function createLimitedFetches({ limits }: { limits: Limits }, name: string): LimitedFetches {
  const limiter = limits.create({ name, max: maxPerMinute, windowSeconds: 60, exact: true });
  const running = new Set<string>();
  return async (accountId, work) => {
    if (running.has(accountId)) throw rateLimited(maxSeconds);
    if (running.size >= maxConcurrent) return null;
    // Added before the first await, so that two simultaneous requests of an account cannot both pass.
    running.add(accountId);
    try {
      const wait = await limiter.consume(accountId);
      if (wait > 0) throw rateLimited(wait);
      return await work();
    } finally {
      running.delete(accountId);
    }
  };
}

/** Adds the scheme, as a browser does for `shop.example`. */
export function normalizeUrl(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}
