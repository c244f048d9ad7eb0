/**
 * The read-only mode for upgrades, as this process knows it. While it is on, every transaction of a request is a read-only one:
 * the database refuses each write, whatever the code above forgets. Jobs that run finish, and new ones wait.
 */
import { sql } from 'kysely';
import type { ChangeNotifications } from './change-notifications.ts';
import type { Database } from './client.ts';
import { inSystem } from './transaction.ts';
import { refuseWritesWhile } from './write-refusal.ts';

const retryMs = 1_000;

export interface ReadOnlyMode {
  isOn(): boolean;
  /** Reads the stored state now, for the process that has just changed it. */
  refresh(): Promise<void>;
  /** Calls `onChange` when the mode is switched. @returns a function that unsubscribes */
  subscribe(onChange: (on: boolean) => void): () => void;
}

/**
 * Reads the stored state and follows its changes. Transactions of `db` obey it from then on.
 * @throws Error when the database cannot be read
 */
export async function openReadOnlyMode(
  db: Pick<Database, 'pool'>,
  changes: Pick<ChangeNotifications, 'subscribe'>,
  onFailure: (error: unknown) => void,
): Promise<ReadOnlyMode> {
  const listeners = new Set<(on: boolean) => void>();
  let on = false;
  let reading: Promise<void> = Promise.resolve();
  refuseWritesWhile(db.pool, () => on);
  const read = async () => {
    const stored = await isStoredOn(db);
    if (stored === on) return;
    on = stored;
    for (const onChange of [...listeners]) onChange(on);
  };
  // One after another, so that an earlier answer never replaces a later one.
  const refresh = () => {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  };
  const follow = () => {
    // A process that missed the change would go on writing during the upgrade, so it asks until it has an answer.
    refresh().catch((error: unknown) => {
      if (db.pool.ending) return;
      onFailure(error);
      setTimeout(follow, retryMs).unref();
    });
  };
  // First, so that no change between the reading and the subscription is missed.
  const unsubscribe = changes.subscribe('maintenance', follow);
  try {
    await refresh();
  } catch (error) {
    unsubscribe();
    throw error;
  }
  return {
    isOn: () => on,
    refresh,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

function isStoredOn(db: Pick<Database, 'pool'>): Promise<boolean> {
  return inSystem(db, async (trx) => {
    const { rows } = await sql<{ since: Date | null }>`
      select read_only_since as since from maintenance_mode`.execute(trx);
    return rows[0] !== undefined && rows[0].since !== null;
  });
}
