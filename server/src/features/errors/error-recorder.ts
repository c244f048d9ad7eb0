/**
 * Records errors: scrubs them of secrets and quoted text, tells kinds apart, and adds up equal ones in memory. They are
 * written every two seconds in a fixed number of statements, so a flood of errors is a few rows and no load. Counts are
 * exact; details are kept of the newest events of each kind only. A process that is killed loses at most what it has not
 * written yet.
 */
import { reportLimits, scrubRoute, scrubText } from '@kindling/contract/error-scrub';
import type { Limits } from '@kindling/service/limits';
import { measure } from '@kindling/service/measurements';
import type { Database } from '../../db/client.ts';
import { createSumBuffer } from '../../db/sum-buffer.ts';
import type { Credentials } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import type { FailureReports } from '../../lib/failure-reports.ts';
import type { Log } from '../../lib/log.ts';
import { runEvery } from '../../lib/run-every.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { createAccountLookup, type FindAccount } from './account-lookup.ts';
import { asRest, type ErrorSum, keyOf, plus, type Sample } from './error-sum.ts';
import { fingerprintOf } from './fingerprint.ts';
import { writeSums } from './write-sums.ts';

interface ErrorRecorderDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  limits: Limits;
  /** Build of this program. */
  release: string;
  /** Of our pages. */
  ownOrigin: string;
}

interface Sighting {
  origin: ErrorSum['origin'];
  level: ErrorSum['level'];
  message: string;
  stack: string | null;
  /** Path of the request or page, or name of the job. */
  route: string;
  requestId: string | null;
  release: string | null;
  /** Whose request it was, or the account that the work is for. */
  whose: Credentials | { accountId: string | null };
}

export interface ErrorRecorder {
  /** Never throws, because it runs in error handlers, and never waits. */
  record(sighting: Sighting): void;
  /** @throws AppError `rate-limited` */
  recordReport(network: string, report: Omit<Sighting, 'level'>): Promise<void>;
  /** Records what is reported from now on. */
  listenTo(failures: FailureReports): void;
  /** Who finds the account of a request; the web role knows how. */
  findAccountsWith(find: FindAccount): void;
  /** Writes what was recorded so far. Never rejects: what could not be written waits. */
  flush(): Promise<void>;
  /** Ends the timer and writes what is left. */
  close(): Promise<void>;
}

const flushMs = 2_000;
/** Kinds and hours that wait in memory, at most about 20 MB while the database is down; further ones only count. */
const maxSums = 500;
const maxRequestId = 60;
const hourMs = 3_600_000;
const maxReported = 5_000;

export function createErrorRecorder(deps: ErrorRecorderDeps): ErrorRecorder {
  const perNetwork = deps.limits.create({ name: 'error-reports', max: 20, windowSeconds: 60 });
  const newKinds = deps.limits.create({ name: 'error-kinds', max: 15, windowSeconds: 3_600 });
  const accounts = createAccountLookup();
  const buffer = createSumBuffer<ErrorSum>({
    ...deps,
    keyOf,
    plus,
    coarser: asRest,
    sizeOf: ({ count }) => count,
    write: writeSums,
    maxSums,
  });
  /** Kinds that have waited since the last write with their stack: scrubbing one takes longer than all else. */
  const withStack = new Set<string>();
  /** Kinds that browsers reported lately. */
  const reported = new Set<string>();
  let stopTimer: (() => Promise<unknown>) | null = null;

  async function flush(): Promise<void> {
    await accounts.settled();
    withStack.clear();
    await buffer.flush();
  }

  /** Whether the network may add a kind, so that one that makes them up leaves room for others. */
  async function mayReport(network: string, kind: string): Promise<boolean> {
    if (reported.has(kind)) return true;
    if ((await newKinds.consume(network)) > 0) return false;
    if (reported.size >= maxReported) reported.clear();
    reported.add(kind);
    return true;
  }

  function record(sighting: Sighting, { isKept = true } = {}): void {
    measure('errorEvent', { origin: sighting.origin });
    try {
      const sum = toSum(sighting, deps, (kind) => {
        if (withStack.has(kind) || withStack.size >= maxSums) return false;
        withStack.add(kind);
        return true;
      });
      const [sample] = sum.samples;
      const { whose } = sighting;
      if (sample !== undefined && 'accountId' in whose) sample.accountId = whose.accountId;
      else if (sample !== undefined) accounts.find(whose as Credentials, (id) => (sample.accountId = id));
      buffer.add(isKept ? sum : asRest(sum));
      // Most processes record nothing for days.
      stopTimer ??= runEvery(flushMs, flush, deps.log);
    } catch (error) {
      deps.log.warn({ err: error }, 'An error could not be recorded');
    }
  }

  return {
    record,
    async recordReport(network, report) {
      const wait = await perNetwork.consume(network);
      if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
      const { whose } = report;
      const accountId = 'accountId' in whose ? whose.accountId : await accounts.findNow(whose);
      const sighting = { ...report, level: 'error', whose: { accountId } } as const;
      record(sighting, { isKept: await mayReport(network, kindOf(sighting, deps.ownOrigin)) });
    },
    listenTo(failures) {
      failures.listen(({ error, accountId, ...failure }) =>
        record({ ...failure, ...textsOf(error), release: deps.release, whose: { accountId } }),
      );
    },
    findAccountsWith: accounts.findWith,
    flush,
    async close() {
      await stopTimer?.();
      stopTimer = null;
      await flush();
    },
  };
}

/** The texts of anything that was thrown. */
export function textsOf(error: unknown): { message: string; stack: string | null } {
  if (!(error instanceof Error)) return { message: String(error), stack: null };
  const { name, message, stack } = error;
  return { message: message.startsWith(name) ? message : `${name}: ${message}`, stack: stack ?? null };
}

const clean = (text: string, limit: number) => scrubText(toStorableText(text.slice(0, limit * 2)), limit);

const rawStackOf = ({ stack }: Sighting) => stack?.slice(0, reportLimits.stack * 2) ?? null;

const routeOf = ({ origin, route }: Sighting) =>
  origin === 'job' ? clean(route, reportLimits.route) : scrubRoute(toStorableText(route));

function kindOf(sighting: Sighting, ownOrigin: string): string {
  const { message } = sighting;
  const error = { message: clean(message, reportLimits.message), stack: rawStackOf(sighting) };
  return fingerprintOf({ ...error, origin: originOf(sighting) }, ownOrigin);
}

function originOf(sighting: Sighting): string {
  const { origin, whose } = sighting;
  // A job is a kind of its own: its name is what tells errors of the same code apart.
  if (origin === 'job') return `job ${routeOf(sighting)}`;
  // Anybody can report what they like, which must not change, or be ignored with, what members of accounts see.
  const isReported = origin === 'browser' || origin === 'page';
  return isReported && 'accountId' in whose && whose.accountId === null ? `${origin} anonymous` : origin;
}

function toSum(
  sighting: Sighting,
  { release: ownRelease, ownOrigin }: Pick<ErrorRecorderDeps, 'release' | 'ownOrigin'>,
  needsStack: (kind: string) => boolean,
): ErrorSum {
  const { origin, level } = sighting;
  const at = Date.now();
  const message = clean(sighting.message, reportLimits.message);
  const rawStack = rawStackOf(sighting);
  const route = routeOf(sighting);
  const release = sighting.release ?? (origin === 'browser' || origin === 'page' ? null : ownRelease);
  const sample: Sample = {
    at,
    message,
    route,
    requestId: sighting.requestId === null ? null : toStorableText(sighting.requestId).slice(0, maxRequestId),
    accountId: null,
    release,
  };
  const fingerprint = kindOf(sighting, ownOrigin);
  return {
    fingerprint,
    origin,
    level,
    hour: Math.floor(at / hourMs),
    message,
    stack: rawStack !== null && needsStack(fingerprint) ? clean(rawStack, reportLimits.stack) : null,
    release,
    firstAt: at,
    lastAt: at,
    count: 1,
    routes: new Map([[route, 1]]),
    samples: [sample],
  };
}
