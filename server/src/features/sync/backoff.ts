/** When a run is tried again. */
import { maxWaitSeconds } from '../../connectors/kit/retry-after.ts';

const initialDelaySeconds = 15;
/** Nobody waits longer than an hour for a platform that works again. */
const maxDelaySeconds = 3600;

/**
 * Seconds until the next try: the platform's own wish, else doubling from 15 s with jitter, at most an hour. What the
 * platform named is never undercut, and half of our own pause on top spreads those who were all told the same.
 */
export function retryDelaySeconds(
  attempts: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
): number {
  const exponent = Math.min(20, Math.max(0, attempts - 1));
  const backoff = Math.min(maxDelaySeconds, initialDelaySeconds * 2 ** exponent);
  const delay = backoff / 2 + (backoff / 2) * random();
  const requested = retryAfter === undefined || !(retryAfter > 0) ? 0 : Math.min(maxWaitSeconds, retryAfter);
  return Math.ceil(requested > delay ? requested + (backoff / 2) * random() : delay);
}

/**
 * A regular time, give or take a tenth, so that listings connected together do not stay together. What may be kept for
 * `keepDays` only is read at least twice in that time, whatever the owner chose.
 */
export function regularIntervalSeconds(
  intervalMinutes: number,
  keepDays: number | null = null,
  random: () => number = Math.random,
): number {
  const maxMinutes = keepDays === null ? Number.POSITIVE_INFINITY : (keepDays * 1440) / 2 / 1.1;
  return Math.round(Math.min(intervalMinutes, maxMinutes) * 60 * (0.9 + 0.2 * random()));
}
