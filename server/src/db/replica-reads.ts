/**
 * Decides whether the transactions of a request read from the replica. A route declares that it may (`reads: 'replica'`); its
 * handler must not write. What a member changes by a request is noted with the position of the primary, so that the next
 * reading of the same account, on whichever process, waits for the replica or goes to the primary.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { queryFailureOf } from '@kindling/service/query-failure';
import type pg from 'pg';
import type { ChangeNotifications, ChangeTopic } from './change-notifications.ts';
import type { Database } from './client.ts';
import { parsePosition, type Replica } from './replica.ts';

export interface ReplicaReads {
  /** Runs `work`, with the transactions of this account on the replica where that is allowed now. */
  read<T>(accountId: string, work: () => Promise<T>): Promise<T>;
  /** Notes that a request changed something of the account. Call it before the answer is sent. */
  noteChange(accountId: string): Promise<void>;
  close(): void;
}

const readingFrom = new AsyncLocalStorage<pg.Pool | null>();

/** The pool of the transaction that begins here and now; null for the primary. */
export const currentReplicaPool = (): pg.Pool | null => readingFrom.getStore() ?? null;

/** Topics whose key is the id of an account that changed. */
const accountTopics: readonly ChangeTopic[] = ['sync', 'imports', 'events', 'pages'];
/** A replica that may be asked has everything that is older. */
const noteSeconds = 120;
const sweepMs = 300_000;
/** Tables or columns that a migration has just added: the replica follows in a moment. */
const behindSchema = new Set(['42P01', '42703', '42883']);

/** Without a replica: everything is read from the primary, and nothing is noted. */
export const primaryReads: ReplicaReads = {
  read: (_accountId, work) => work(),
  noteChange: async () => {},
  close() {},
};

export function createReplicaReads(
  { pool }: Pick<Database, 'pool'>,
  replica: Replica,
  changes: Pick<ChangeNotifications, 'subscribe'>,
): ReplicaReads {
  /** When this process heard of the last change of an account, by `performance.now()`. */
  const heard = new Map<string, number>();
  let allHeard = 0;
  const hear = (accountId: string | null) => {
    if (accountId === null) allHeard = performance.now();
    else heard.set(accountId, performance.now());
  };
  const stops = accountTopics.map((topic) => changes.subscribe(topic, hear));
  const timer = setInterval(() => {
    for (const [accountId, at] of heard) if (replica.hasMoment(at)) heard.delete(accountId);
    // Without it rows of accounts that nobody uses would stay; a failure leaves them for the next time.
    pool
      .query(
        `delete from public.recent_changes where changed_at < now() - make_interval(secs => ${noteSeconds})`,
      )
      .catch(() => {});
  }, sweepMs);
  timer.unref();

  async function mayRead(accountId: string): Promise<boolean> {
    if (!replica.isFresh() || !replica.hasMoment(Math.max(allHeard, heard.get(accountId) ?? 0))) return false;
    const { rows } = await pool.query<{ position: string }>(
      `select position::text as position from public.recent_changes
        where changed = $1 and changed_at > now() - make_interval(secs => ${noteSeconds})`,
      [accountId],
    );
    const [note] = rows;
    return note === undefined || replica.hasPosition(parsePosition(note.position));
  }

  return {
    async read(accountId, work) {
      if (!(await mayRead(accountId))) return work();
      try {
        return await readingFrom.run(replica.pool, work);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        replica.suspend();
        return work();
      }
    },
    async noteChange(accountId) {
      hear(accountId);
      // The change is stored: an answer that fails now would invite a repeat. Without the note this process asks the primary
      // until the replica was measured again; other processes may read what was before for as long as the replica lags.
      await pool
        .query(
          `insert into public.recent_changes (changed, position, changed_at) values ($1, pg_current_wal_lsn(), now())
         on conflict (changed) do update set
           position = greatest(recent_changes.position, excluded.position), changed_at = excluded.changed_at`,
          [accountId],
        )
        .catch(() => replica.suspend());
    },
    close() {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

/** The replica went away, canceled the statement for the log that it replays, or has an older schema. */
function isOfReplica(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const kind = queryFailureOf(error);
  if (kind === 'connection' || kind === 'conflict') return true;
  if ('code' in error && behindSchema.has(String(error.code))) return true;
  return error.cause !== undefined && error.cause !== error && isOfReplica(error.cause);
}
