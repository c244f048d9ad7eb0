/** Delays before the next attempt and before the next regular sync. */
import { maxWaitSeconds } from '../../connectors/kit/retry-after.ts';

const initialDelaySeconds = 15;
/** A listing is retried at least once an hour, so that it recovers soon after its platform does. */
const maxDelaySeconds = 3600;

/**
 * Seconds until the next attempt: the platform's `Retry-After`, else exponential backoff from 15 s with jitter, at most
 * an hour. Never less than `Retry-After`; up to half of our own delay on top spreads listings that got the same value.
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
 * The regular interval with 10 % jitter, so that listings connected at the same time drift apart. Content that may be
 * stored for `keepDays` only is read at least twice within that time, whatever interval the owner chose.
 */
export function regularIntervalSeconds(
  intervalMinutes: number,
  keepDays: number | null = null,
  random: () => number = Math.random,
): number {
  const maxMinutes = keepDays === null ? Number.POSITIVE_INFINITY : (keepDays * 1440) / 2 / 1.1;
  return Math.round(Math.min(intervalMinutes, maxMinutes) * 60 * (0.9 + 0.2 * random()));
}
