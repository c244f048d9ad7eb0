/**
 * Server-sent events. All streams of an account on one topic share a watcher, which reads the rows once after each change
 * notification of the database; a member who is limited to some locations has a watcher of their own. The watchers of an
 * account are read one after another, and the streams per user, account and process are limited, so that no user and no
 * account can slow others down.
 */
import { measure } from '@kindling/service/measurements';
import type { ChangeNotifications, ChangeTopic } from '../db/change-notifications.ts';
import { AppError } from '../lib/app-error.ts';
import { withCallerScope } from '../lib/caller-scope.ts';
import { type CallContext, type SignedInUser, signedInUser } from './caller.ts';
import { scopeOf } from './guard.ts';
import type { SignInWatcher } from './sign-in-watcher.ts';
import {
  createWatcher,
  createWatcherReads,
  type FeedItem,
  type Stream,
  type Watcher,
} from './stream-watchers.ts';

export interface Feed<T> {
  topic: ChangeTopic;
  /** The rows that the account sees now; of a limited member only those of their locations (`inTenant`). */
  read(accountId: string): Promise<readonly FeedItem<T>[]>;
}

export interface EventStreams {
  /**
   * Yields all rows of the feed at once, and each row again when it changes, until the caller disconnects, is signed out,
   * or `lifeMs` have passed.
   * @throws AppError `rate-limited` above the limit of streams of the user or of the account; `unavailable` above that
   *   of the process
   */
  open<T>(
    context: CallContext,
    feed: Feed<T>,
    signal: AbortSignal | undefined,
    lifeMs?: number,
  ): AsyncGenerator<T>;
}

/** A stream ends after this time; the browser opens it again with a fresh token. */
const streamLifeMs = 10 * 60_000;
/** Open streams of one user in this process. A browser opens six connections per host, and pages need some of them. */
export const maxStreamsPerUser = 5;
/** Open streams of one account in this process: one for each of a hundred members at the same time. */
export const maxStreamsPerAccount = 100;
/** Open streams in this process; each is a connection and a few kilobytes. */
const defaultMaxStreams = 1_000;
/** Seconds until a refused stream may be opened again. */
const retryAfterSeconds = 30;

export function createEventStreams(options: {
  changes: ChangeNotifications;
  signIns: SignInWatcher;
  maxStreams?: number;
}): EventStreams {
  const { changes, signIns, maxStreams = defaultMaxStreams } = options;
  const perPerson = createCounts();
  const perAccount = createCounts();
  const reads = createWatcherReads();
  /** By topic, then by {@link watcherKey}. */
  const watchers = new Map<ChangeTopic, Map<string, Watcher>>();
  let open = 0;

  const watchersOf = (topic: ChangeTopic): Map<string, Watcher> => {
    const present = watchers.get(topic);
    if (present !== undefined) return present;
    const ofTopic = new Map<string, Watcher>();
    watchers.set(topic, ofTopic);
    changes.subscribe(topic, (accountId) => {
      for (const watcher of ofTopic.values())
        if (accountId === null || watcher.accountId === accountId) reads.request(watcher);
    });
    return ofTopic;
  };

  const count = ({ userId, accountId }: SignedInUser): (() => void) => {
    if (perPerson.of(userId) >= maxStreamsPerUser || perAccount.of(accountId) >= maxStreamsPerAccount)
      throw new AppError('rate-limited', undefined, { retryAfter: retryAfterSeconds });
    if (open >= maxStreams) throw new AppError('unavailable');
    perPerson.add(userId, 1);
    perAccount.add(accountId, 1);
    open += 1;
    measure('eventStreams', { open });
    return () => {
      open -= 1;
      measure('eventStreams', { open });
      perPerson.add(userId, -1);
      perAccount.add(accountId, -1);
    };
  };

  return {
    open<T>(context: CallContext, feed: Feed<T>, signal: AbortSignal | undefined, lifeMs = streamLifeMs) {
      const user = signedInUser(context);
      const { accountId } = user;
      const release = count(user);
      const ofTopic = watchersOf(feed.topic);
      const key = watcherKey(user);
      // A shared watcher reads for nobody in particular, and never with the limit of whoever opened the first stream.
      const scope = user.locationIds === null ? null : scopeOf(context.caller);
      const watcher =
        ofTopic.get(key) ??
        createWatcher(accountId, () => withCallerScope(scope, () => feed.read(accountId)));
      ofTopic.set(key, watcher);
      const stream = createStream();
      watcher.streams.add(stream);
      reads.request(watcher);
      const close = once(() => {
        release();
        unwatch();
        watcher.streams.delete(stream);
        if (watcher.streams.size === 0) {
          ofTopic.delete(key);
          reads.cancel(watcher);
        }
        stream.notify();
      });
      const unwatch = signIns.watch(context, () => {
        stream.ended = true;
        close();
      });
      // The generator never runs when the caller disconnects before the first row is requested.
      signal?.addEventListener('abort', close, { once: true });
      if (signal?.aborted === true) close();
      return streamRows<T>(stream, signal, lifeMs, close);
    },
  };
}

/** Members without a limit see the same rows; each of the others has a watcher for each limit that they have had. */
function watcherKey({ accountId, userId, locationIds }: SignedInUser): string {
  return locationIds === null ? accountId : [accountId, userId, ...[...locationIds].sort()].join(' ');
}

/** Numbers by key; those at zero are not kept. */
function createCounts() {
  const numbers = new Map<string, number>();
  const of = (key: string): number => numbers.get(key) ?? 0;
  return {
    of,
    add(key: string, change: number): void {
      const number = of(key) + change;
      if (number === 0) numbers.delete(key);
      else numbers.set(key, number);
    },
  };
}

function createStream(): Stream {
  return {
    pending: new Map(),
    sentVersions: new Map(),
    initialSent: false,
    failure: null,
    ended: false,
    notify() {},
  };
}

async function* streamRows<T>(
  stream: Stream,
  signal: AbortSignal | undefined,
  lifeMs: number,
  close: () => void,
): AsyncGenerator<T> {
  let over = false;
  const end = setTimeout(() => {
    over = true;
    stream.notify();
  }, lifeMs).unref();
  try {
    while (signal?.aborted !== true && !stream.ended) {
      if (stream.failure !== null) throw stream.failure;
      const [next] = stream.pending.values();
      if (next === undefined) {
        if (over && stream.initialSent) return;
        await new Promise<void>((resolve) => {
          stream.notify = resolve;
        });
        continue;
      }
      stream.pending.delete(next.id);
      yield next.value as T;
    }
  } finally {
    clearTimeout(end);
    close();
  }
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
