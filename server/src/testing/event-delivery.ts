/** For tests only: a database with an account for each test, its events, and subscribers to which they are delivered. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { inSystem } from '../db/transaction.ts';
import { deliverEvents } from '../events/deliver.ts';
import { registerSubscribers } from '../events/jobs.ts';
import type { Subscriber } from '../events/subscriber.ts';
import { newId } from '../lib/ids.ts';
import { createTestDatabase, type DatabaseMode, silentLog, type TestDatabase } from './database.ts';
import { addAccountWithoutEvents, numberEvent, recordNumbers } from './event-fixtures.ts';

const { signal } = new AbortController();

interface DeliverOptions {
  /** The account of the test when left out. */
  accountId?: string;
  db?: Pick<TestDatabase['db'], 'pool'>;
  log?: { error: () => void };
  leaseSeconds?: number;
  signal?: AbortSignal;
}

/** Registers the hooks of the surrounding `describe`, which create the database and a new account before each test. */
export function useEventDelivery(mode: DatabaseMode) {
  let database: TestDatabase;
  let accountId: string;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  beforeEach(async () => {
    accountId = await addAccountWithoutEvents(database.db);
  });
  afterAll(() => database.close());

  return {
    get db() {
      return database.db;
    },
    get accountId() {
      return accountId;
    },
    addAccount: () => addAccountWithoutEvents(database.db),
    record: (numbers: readonly number[], account = accountId) => recordNumbers(database.db, account, numbers),

    /** A subscriber that the database knows. It keeps the numbers of the account of the test, unless `part` handles them. */
    async subscribe(part: Partial<Subscriber> = {}): Promise<{ subscriber: Subscriber; seen: number[] }> {
      const seen: number[] = [];
      const subscriber: Subscriber = {
        name: `test-${newId()}`,
        events: [numberEvent],
        startsAt: 'beginning',
        async handle(account, events) {
          if (account === accountId) seen.push(...events.map(({ data }) => Number(data.number)));
        },
        ...part,
      };
      await registerSubscribers(database.db, [subscriber]);
      return { subscriber, seen };
    },

    /** As {@link deliverEvents}. */
    deliver(subscriber: Subscriber, options: DeliverOptions = {}) {
      const { accountId: account = accountId, signal: stop = signal, ...deps } = options;
      return deliverEvents({ db: database.db, log: silentLog, ...deps }, subscriber, account, stop);
    },

    /** What passing time does to the pause after a failed delivery. */
    endPauses: () =>
      inSystem(database.db, (trx) =>
        trx
          .updateTable('event_cursors')
          .set({ next_attempt_at: new Date(0) })
          .where('failed_attempts', '>', 0)
          .execute(),
      ),

    /** What passing time does to the lease of a worker that is gone. */
    expireLeases: () =>
      inSystem(database.db, (trx) =>
        trx
          .updateTable('event_cursors')
          .set({ leased_until: new Date(0) })
          .where('lease_id', 'is not', null)
          .execute(),
      ),
  };
}
