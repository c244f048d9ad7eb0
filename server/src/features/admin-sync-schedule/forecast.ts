/**
 * How long until all due listings are read at the present pace.
 *
 * Three limits hold a backlog B, each with a capacity C and the new work A that arrives per minute, so it is gone after
 * B / (C - A) minutes:
 * - requests: calls that the due listings of a platform take, against the platform's calls per minute;
 * - workers: seconds that all due listings take, against the workers' seconds per minute;
 * - sweep: all due listings, against those that a sweep takes per minute.
 * The slowest one decides. Where no capacity is left for a backlog, it never ends.
 */
import type { BacklogLimit } from '@kindling/contract/admin-sync-schedule';

/** What one run takes. */
export interface RunCost {
  requests: number;
  /** Of one worker. */
  seconds: number;
}

export interface PlatformLoad {
  connector: string;
  /** Due listings that were read before, and those that never were. */
  due: { regular: number; first: number };
  cost: { regular: RunCost; first: RunCost };
  /** Listings that become due per minute. */
  duePerMinute: number;
  callsPerMinute: number;
  pausedByOperator: boolean;
  /** Seconds that are left of the platform's own pause. */
  pausedForSeconds: number;
}

export interface Forecast {
  /** Null: never at this pace. */
  seconds: number | null;
  limit: BacklogLimit;
}

interface Demand {
  backlog: number;
  capacity: number;
  arriving: number;
}

/** @param capacity of all processes: `workers` that read at once, and listings that the sweeps take per minute */
export function forecastBacklogs(
  platforms: readonly PlatformLoad[],
  capacity: { workers: number; sweepPerMinute: number },
): Map<string, Forecast> {
  const active = platforms.filter(({ pausedByOperator }) => !pausedByOperator);
  const sum = (of: (platform: PlatformLoad) => number) =>
    active.reduce((total, platform) => total + of(platform), 0);
  const shared: readonly [BacklogLimit, Demand][] = [
    [
      'workers',
      {
        backlog: sum((platform) => workOf(platform, 'seconds')),
        capacity: capacity.workers * 60,
        arriving: sum(({ duePerMinute, cost }) => duePerMinute * cost.regular.seconds),
      },
    ],
    [
      'sweep',
      {
        backlog: sum(({ due }) => due.regular + due.first),
        capacity: capacity.sweepPerMinute,
        arriving: sum(({ duePerMinute }) => duePerMinute),
      },
    ],
  ];
  return new Map(platforms.map((platform) => [platform.connector, forecastOf(platform, shared)]));
}

function forecastOf(platform: PlatformLoad, shared: readonly [BacklogLimit, Demand][]): Forecast {
  const { due, duePerMinute, cost, callsPerMinute, pausedForSeconds } = platform;
  if (platform.pausedByOperator) return { seconds: null, limit: 'operator-pause' };
  if (due.regular + due.first === 0) return { seconds: 0, limit: 'none' };
  const own: Demand = {
    backlog: workOf(platform, 'requests'),
    capacity: callsPerMinute,
    arriving: duePerMinute * cost.regular.requests,
  };
  const [limit, seconds] = [['requests', own] as const, ...shared]
    .map(([name, demand]): [BacklogLimit, number] => [name, secondsOf(demand)])
    .reduce((slowest, one) => (one[1] > slowest[1] ? one : slowest));
  if (seconds === Number.POSITIVE_INFINITY) return { seconds: null, limit };
  return {
    seconds: Math.ceil(seconds + pausedForSeconds),
    limit: pausedForSeconds > seconds ? 'platform-pause' : limit,
  };
}

function workOf({ due, cost }: PlatformLoad, part: keyof RunCost): number {
  return due.regular * cost.regular[part] + due.first * cost.first[part];
}

function secondsOf({ backlog, capacity, arriving }: Demand): number {
  return capacity <= arriving ? Number.POSITIVE_INFINITY : (backlog / (capacity - arriving)) * 60;
}
