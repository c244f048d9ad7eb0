/**
 * Live views. All streams of an account on one topic share a watcher, which reads the rows once when the database says
 * that they changed. Streams are few per person and bounded over all, so that nobody's open pages slow others down.
 */
import type { Changes, Topic } from '../db/changes.ts';
import { AppError } from '../lib/app-error.ts';
import { type CallContext, signedIn } from './caller.ts';
import type { SignInWatch } from './sign-in-watch.ts';

/** A row as a stream tells it: told again whenever its version is another one. */
export interface FeedItem<T> {
  id: string;
  version: number;
  value: T;
}

export interface Feed<T> {
  topic: Topic;
  /** What the account sees now. */
  read(accountId: string): Promise<readonly FeedItem<T>[]>;
}

export interface EventStreams {
  /**
   * Everything that the feed holds, at once and again whenever it changes, until the caller goes away or is signed out, or
   * `lifeMs` are over.
   * @throws AppError `rate-limited` past the streams that a person may have; `unavailable` past those of the process.
   */
  open<T>(
    context: CallContext,
    feed: Feed<T>,
    signal: AbortSignal | undefined,
    lifeMs?: number,
  ): AsyncGenerator<T>;
}

/** A stream ends after this time and is asked for again, with a token that is valid then. */
const streamLifeMs = 10 * 60_000;
/** Open streams of one person in this process. A browser holds six connections to a host, and pages need some. */
export const streamsPerPerson = 5;
/** Open streams in this process; each is a connection and a few kilobytes. */
const streamsInAll = 1_000;
/** A sync stores a page every few milliseconds; nobody reads that fast. */
const leastPauseMs = 250;
/** When a refused stream may be asked for again, in seconds. */
const refusedSeconds = 30;

interface Stream {
  /** The newest of each row that was not handed over yet: a slow reader misses steps, never the end. */
  waiting: Map<string, FeedItem<unknown>>;
  told: Map<string, number>;
  /** Whether it was handed what the feed held at its beginning. */
  begun: boolean;
  failure: unknown;
  /** Its caller was signed out: nothing more is told. */
  ended: boolean;
  wake(): void;
}

interface Watcher {
  streams: Set<Stream>;
  look(): void;
}

export function createEventStreams(options: {
  changes: Changes;
  signIns: SignInWatch;
  mostInAll?: number;
}): EventStreams {
  const { changes, signIns, mostInAll = streamsInAll } = options;
  const perPerson = new Map<string, number>();
  const watchers = new Map<Topic, Map<string, Watcher>>();
  let open = 0;

  const watchersOf = (topic: Topic): Map<string, Watcher> => {
    const present = watchers.get(topic);
    if (present !== undefined) return present;
    const ofTopic = new Map<string, Watcher>();
    watchers.set(topic, ofTopic);
    changes.on(topic, (accountId) => {
      if (accountId !== null) ofTopic.get(accountId)?.look();
      else for (const watcher of ofTopic.values()) watcher.look();
    });
    return ofTopic;
  };

  const count = (userId: string): (() => void) => {
    const mine = perPerson.get(userId) ?? 0;
    if (mine >= streamsPerPerson)
      throw new AppError('rate-limited', undefined, { retryAfter: refusedSeconds });
    if (open >= mostInAll) throw new AppError('unavailable');
    perPerson.set(userId, mine + 1);
    open += 1;
    return () => {
      open -= 1;
      const left = (perPerson.get(userId) ?? 1) - 1;
      if (left === 0) perPerson.delete(userId);
      else perPerson.set(userId, left);
    };
  };

  return {
    open<T>(context: CallContext, feed: Feed<T>, signal: AbortSignal | undefined, lifeMs = streamLifeMs) {
      const { userId, accountId } = signedIn(context);
      const release = count(userId);
      const ofTopic = watchersOf(feed.topic);
      const watcher = ofTopic.get(accountId) ?? createWatcher(() => feed.read(accountId));
      ofTopic.set(accountId, watcher);
      const stream = createStream();
      watcher.streams.add(stream);
      watcher.look();
      const leave = once(() => {
        release();
        unwatch();
        watcher.streams.delete(stream);
        if (watcher.streams.size === 0) ofTopic.delete(accountId);
        stream.wake();
      });
      const unwatch = signIns.watch(context, () => {
        stream.ended = true;
        leave();
      });
      // A caller who left before the first row was asked for never runs the generator.
      signal?.addEventListener('abort', leave, { once: true });
      if (signal?.aborted === true) leave();
      return told<T>(stream, signal, lifeMs, leave);
    },
  };
}

/** Reads once for all streams; what happens while it reads makes it read once more. */
function createWatcher(read: () => Promise<readonly FeedItem<unknown>[]>): Watcher {
  const streams = new Set<Stream>();
  let reading = false;
  let again = false;
  const run = async (): Promise<void> => {
    reading = true;
    try {
      while (again && streams.size > 0) {
        again = false;
        handOut(streams, await read());
        await new Promise((resolve) => setTimeout(resolve, leastPauseMs).unref());
      }
    } catch (error) {
      for (const stream of streams) {
        stream.failure = error;
        stream.wake();
      }
    } finally {
      reading = false;
    }
  };
  return {
    streams,
    look() {
      again = true;
      if (!reading) void run();
    },
  };
}

function handOut(streams: ReadonlySet<Stream>, items: readonly FeedItem<unknown>[]): void {
  for (const stream of streams) {
    for (const item of items) {
      if (stream.told.get(item.id) === item.version) continue;
      stream.told.set(item.id, item.version);
      stream.waiting.set(item.id, item);
    }
    stream.begun = true;
    stream.wake();
  }
}

function createStream(): Stream {
  return { waiting: new Map(), told: new Map(), begun: false, failure: null, ended: false, wake() {} };
}

async function* told<T>(
  stream: Stream,
  signal: AbortSignal | undefined,
  lifeMs: number,
  leave: () => void,
): AsyncGenerator<T> {
  let over = false;
  const end = setTimeout(() => {
    over = true;
    stream.wake();
  }, lifeMs).unref();
  try {
    while (signal?.aborted !== true && !stream.ended) {
      if (stream.failure !== null) throw stream.failure;
      const [next] = stream.waiting.values();
      if (next === undefined) {
        if (over && stream.begun) return;
        await new Promise<void>((resolve) => {
          stream.wake = resolve;
        });
        continue;
      }
      stream.waiting.delete(next.id);
      yield next.value as T;
    }
  } finally {
    clearTimeout(end);
    leave();
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
