/** Events of one kind of error within one hour, added up in memory until they are written. */
import type { ErrorOrigin } from '@kindling/contract/error-log';

/** One event with its details; the newest ones of each kind are kept. */
export interface Sample {
  at: number;
  message: string;
  route: string;
  requestId: string | null;
  /** Set later, where a token must be read first. */
  accountId: string | null;
  release: string | null;
}

export interface ErrorSum {
  fingerprint: string;
  origin: ErrorOrigin;
  level: 'error' | 'warn';
  /** Hours since 1970. */
  hour: number;
  /** Of the newest event. */
  message: string;
  /** Of the newest event that has one, with its build. */
  stack: string | null;
  release: string | null;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
  count: number;
  /** Events by route; those of further routes are under ''. */
  routes: ReadonlyMap<string, number>;
  /** The newest events, the oldest first. */
  samples: readonly Sample[];
}

/** Newest events of a kind that wait in memory. */
const maxSamples = 5;
const maxRoutes = 8;
const restPrefix = 'rest:';

export const keyOf = ({ fingerprint, hour }: ErrorSum): string => `${hour} ${fingerprint}`;

export function plus(one: ErrorSum, other: ErrorSum): ErrorSum {
  const [older, newer] = one.lastAt <= other.lastAt ? [one, other] : [other, one];
  const { stack, release } = newer.stack === null ? older : newer;
  return {
    ...newer,
    level: one.level === 'error' || other.level === 'error' ? 'error' : 'warn',
    stack,
    release,
    firstAt: Math.min(one.firstAt, other.firstAt),
    count: one.count + other.count,
    routes: addRoutes(one.routes, other.routes),
    samples: [...one.samples, ...other.samples].sort((a, b) => a.at - b.at).slice(-maxSamples),
  };
}

function addRoutes(one: ErrorSum['routes'], other: ErrorSum['routes']): ErrorSum['routes'] {
  const sums = new Map(one);
  for (const [route, count] of other) {
    const place = sums.has(route) || sums.size < maxRoutes ? route : '';
    sums.set(place, (sums.get(place) ?? 0) + count);
  }
  return sums;
}

/** The same events counted with the rest of their origin, where too many kinds are known already. */
export function asRest(sum: ErrorSum): ErrorSum {
  const fingerprint = `${restPrefix}${sum.origin}`;
  const routes = new Map([['', sum.count]]);
  return { ...sum, fingerprint, message: '', stack: null, release: null, routes, samples: [] };
}

export const isRest = (fingerprint: string): boolean => fingerprint.startsWith(restPrefix);
