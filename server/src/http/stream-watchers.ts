/** What the streams of one account on one topic see together, and when it is read. */

/** A row of a feed; it is sent again when its version has changed. */
export interface FeedItem<T> {
  id: string;
  version: number;
  value: T;
}

export interface Stream {
  /** Unsent rows, each in its newest version: a slow reader misses intermediate versions, but never the last one. */
  pending: Map<string, FeedItem<unknown>>;
  sentVersions: Map<string, number>;
  /** Whether this stream has received the rows that existed when it was opened. */
  initialSent: boolean;
  failure: unknown;
  /** The caller was signed out: nothing more is sent. */
  ended: boolean;
  notify(): void;
}

/** Reads once for all of its streams. */
export interface Watcher {
  accountId: string;
  streams: Set<Stream>;
  read(): Promise<readonly FeedItem<unknown>[]>;
  /** It is being read, or was read just now. */
  resting: boolean;
  /** A change came while it was resting: it is read once more. */
  again: boolean;
}

/** A sync changes rows every few milliseconds; reading each change would be wasted. */
const minReadIntervalMs = 250;
/** Between two reads of one account, however many of its members have a watcher of their own. */
export const accountReadIntervalMs = 50;

export function createWatcher(accountId: string, read: Watcher['read']): Watcher {
  return { accountId, streams: new Set(), read, resting: false, again: false };
}

/** Reads the watchers of one account one after another, in the order of the requests, and those of accounts side by side. */
export interface WatcherReads {
  request(watcher: Watcher): void;
  /** Takes a request back, because nobody is left who would get the rows. */
  cancel(watcher: Watcher): void;
}

export function createWatcherReads(): WatcherReads {
  /** Watchers to read, by account; an account is listed until its last read and the pause after it are over. */
  const due = new Map<string, Set<Watcher>>();

  const request = (watcher: Watcher): void => {
    if (watcher.resting) {
      watcher.again = true;
      return;
    }
    const present = due.get(watcher.accountId);
    if (present !== undefined) {
      present.add(watcher);
      return;
    }
    const ofAccount = new Set([watcher]);
    due.set(watcher.accountId, ofAccount);
    void readAll(watcher.accountId, ofAccount);
  };

  const readAll = async (accountId: string, ofAccount: Set<Watcher>): Promise<void> => {
    // Watchers that are added in the meantime are read too.
    for (const watcher of ofAccount) {
      ofAccount.delete(watcher);
      watcher.resting = true;
      await readFor(watcher);
      setTimeout(() => endRest(watcher), minReadIntervalMs).unref();
      await new Promise((resolve) => setTimeout(resolve, accountReadIntervalMs).unref());
    }
    due.delete(accountId);
  };

  const endRest = (watcher: Watcher): void => {
    watcher.resting = false;
    const { again } = watcher;
    watcher.again = false;
    if (again && watcher.streams.size > 0) request(watcher);
  };

  return { request, cancel: (watcher) => void due.get(watcher.accountId)?.delete(watcher) };
}

/** A failed read ends the streams. */
async function readFor({ streams, read }: Watcher): Promise<void> {
  try {
    deliver(streams, await read());
  } catch (error) {
    for (const stream of streams) {
      stream.failure = error;
      stream.notify();
    }
  }
}

function deliver(streams: ReadonlySet<Stream>, items: readonly FeedItem<unknown>[]): void {
  for (const stream of streams) {
    for (const item of items) {
      if (stream.sentVersions.get(item.id) === item.version) continue;
      stream.sentVersions.set(item.id, item.version);
      stream.pending.set(item.id, item);
    }
    stream.initialSent = true;
    stream.notify();
  }
}
