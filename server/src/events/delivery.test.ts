import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openChangeNotifications } from '../db/change-notifications.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { type Queue, startQueue } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { createLog } from '../lib/log.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../testing/database.ts';
import { addAccountWithoutEvents, numberEvent, numbered, recordNumbers } from '../testing/event-fixtures.ts';
import { eventually } from '../testing/eventually.ts';
import { deliverEvents } from './deliver.ts';
import { type DomainEvent, defineEvent, event } from './domain-event.ts';
import { eventJobDefinitions, eventJobs, registerSubscribers, sweepEvents } from './jobs.ts';
import { deliverOnNotification } from './notification.ts';
import { recordEvents } from './record.ts';
import { deleteOldEvents, retentionDays } from './retention.ts';
import type { Subscriber } from './subscriber.ts';

const ignored = defineEvent('test.ignored', {});
const signal = new AbortController().signal;
const log = createLog('silent');

describe.each(databaseModes)('events, %s', (mode) => {
  let database: TestDatabase;
  let accountId: string;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  beforeEach(async () => {
    accountId = await addAccount();
  });
  afterAll(() => database.close());

  const addAccount = () => addAccountWithoutEvents(database.db);
  const record = (numbers: readonly number[], account = accountId) =>
    recordNumbers(database.db, account, numbers);

  /** A subscriber that keeps the numbers it was given, and is known to the database. */
  async function subscribe(part: Partial<Subscriber> = {}) {
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
  }

  const deliver = (subscriber: Subscriber, account = accountId) =>
    deliverEvents({ db: database.db, log }, subscriber, account, signal);

  test('are delivered once and in order, with what was recorded', async () => {
    const delivered: DomainEvent[] = [];
    const { subscriber } = await subscribe({
      async handle(_, events) {
        delivered.push(...events);
      },
    });
    const subjectId = newId();
    const locationId = newId();
    await inTenant(database.db, accountId, (trx) =>
      recordEvents(trx, accountId, [
        event(numberEvent, { subjectId, locationId }, { number: 1 }),
        event(ignored, { subjectId }, {}),
        numbered(2),
      ]),
    );
    expect(await deliver(subscriber)).toBeNull();
    expect(await deliver(subscriber)).toBeNull();
    expect(delivered).toEqual([
      {
        name: 'test.changed',
        accountId,
        position: 1,
        subjectId,
        locationId,
        data: { number: 1 },
        occurredAt: expect.any(Date),
      },
      expect.objectContaining({ position: 3, locationId: null, data: { number: 2 } }),
    ]);
  });

  test('of a transaction that was rolled back are not delivered', async () => {
    const { subscriber, seen } = await subscribe();
    await expect(
      inTenant(database.db, accountId, async (trx) => {
        await recordEvents(trx, accountId, [numbered(1)]);
        throw new Error('the change failed');
      }),
    ).rejects.toThrow('the change failed');
    await record([2]);
    await deliver(subscriber);
    expect(seen).toEqual([2]);
  });

  test('of two transactions that change one row are in the order of the changes, whichever began first', async () => {
    const { subscriber, seen } = await subscribe();
    const rename = (number: number) =>
      inTenant(database.db, accountId, async (trx) => {
        // The embedded database has one session, so there the second transaction begins after the first.
        await trx
          .updateTable('accounts')
          .set({ name: String(number) })
          .where('id', '=', accountId)
          .execute();
        await recordEvents(trx, accountId, [numbered(number)]);
      });
    await Promise.all(Array.from({ length: 20 }, (_, number) => rename(number)));
    await deliver(subscriber);
    const { name } = await inTenant(database.db, accountId, (trx) =>
      trx.selectFrom('accounts').select('name').executeTakeFirstOrThrow(),
    );
    expect(seen).toHaveLength(20);
    expect(String(seen.at(-1))).toBe(name);
  });

  test('with details that do not fit their definition are refused', async () => {
    const wrong = { definition: numberEvent, subjectId: newId(), data: { number: 1, text: 'Great coffee!' } };
    await expect(
      inTenant(database.db, accountId, (trx) => recordEvents(trx, accountId, [wrong])),
    ).rejects.toThrow('Unrecognized key');
  });

  test('many are delivered in batches, each once', async () => {
    const sizes: number[] = [];
    const seen: number[] = [];
    const { subscriber } = await subscribe({
      async handle(_, events) {
        sizes.push(events.length);
        seen.push(...events.map(({ data }) => Number(data.number)));
      },
    });
    const numbers = Array.from({ length: 6_001 }, (_, number) => number);
    await record(numbers);
    await deliver(subscriber);
    expect(seen).toEqual(numbers);
    expect(Math.max(...sizes)).toBe(500);
  });

  test('of another account are not delivered', async () => {
    const { subscriber, seen } = await subscribe();
    const other = await addAccount();
    await record([1], other);
    await record([2]);
    await deliver(subscriber);
    expect(seen).toEqual([2]);
  });

  test('come again after a failure, and what was handled before does not', async () => {
    let failing = true;
    const seen: number[] = [];
    const { subscriber } = await subscribe({
      async handle(_, events) {
        const numbers = events.map(({ data }) => Number(data.number));
        if (failing && numbers.includes(600)) throw new Error('out of reach');
        seen.push(...numbers);
      },
    });
    await record(Array.from({ length: 700 }, (_, number) => number));
    await expect(deliver(subscriber)).rejects.toThrow('out of reach');
    expect(seen).toHaveLength(500);
    failing = false;
    await endPauses();
    await deliver(subscriber);
    expect(seen).toEqual(Array.from({ length: 700 }, (_, number) => number));
  });

  test('reach a new subscriber from the beginning or from now on, as it declares', async () => {
    const { subscriber: first } = await subscribe();
    await record([1, 2]);
    await deliver(first);
    const late = await subscribe({ startsAt: 'now' });
    const whole = await subscribe({ startsAt: 'beginning' });
    await record([3]);
    for (const { subscriber } of [late, whole]) await deliver(subscriber);
    expect(late.seen).toEqual([3]);
    expect(whole.seen).toEqual([1, 2, 3]);
    // A restart makes nobody new.
    await registerSubscribers(database.db, [late.subscriber, whole.subscriber]);
    for (const { subscriber } of [late, whole]) await deliver(subscriber);
    expect([late.seen, whole.seen]).toEqual([[3], [1, 2, 3]]);
  });

  test('are handled by one worker at a time', async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const { subscriber } = await subscribe({
      handle() {
        started.resolve();
        return held.promise;
      },
    });
    await record([1]);
    const first = deliver(subscriber);
    await started.promise;
    expect(await deliver(subscriber)).toBe(1);
    held.resolve();
    expect(await first).toBeNull();
    expect(await deliver(subscriber)).toBeNull();
  });

  test('come again when the worker that had them lost its lease', async () => {
    const seen: number[][] = [];
    const { subscriber } = await subscribe({
      async handle(_, events) {
        seen.push(events.map(({ data }) => Number(data.number)));
        if (seen.length > 1) return;
        await expireLeases();
        expect(await deliver(subscriber)).toBeNull();
      },
    });
    await record([1, 2]);
    // The worker that was too slow finds its lease taken and moves no cursor.
    expect(await deliver(subscriber)).toBe(1);
    expect(seen).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('wait for the time between two deliveries of expensive work', async () => {
    const { subscriber, seen } = await subscribe({ minIntervalSeconds: 3_600 });
    await record([1]);
    expect(await deliver(subscriber)).toBeNull();
    await record([2]);
    expect(await deliver(subscriber)).toBeGreaterThan(3_500);
    expect(seen).toEqual([1]);
    await inSystem(database.db, (trx) =>
      trx
        .updateTable('event_cursors')
        .set({ advanced_at: new Date(0) })
        .execute(),
    );
    expect(await deliver(subscriber)).toBeNull();
    expect(seen).toEqual([1, 2]);
  });

  test('many are delivered in large batches to expensive work, one each time', async () => {
    const sizes: number[] = [];
    const { subscriber } = await subscribe({
      minIntervalSeconds: 60,
      async handle(_, events) {
        sizes.push(events.length);
      },
    });
    await record(Array.from({ length: 5_001 }, (_, number) => number));
    expect(await deliver(subscriber)).toBe(60);
    expect(sizes).toEqual([5_000]);
  });

  test('are deleted after thirty days, and the others stay', async () => {
    const { subscriber, seen } = await subscribe();
    await record([1, 2, 3]);
    await deliver(subscriber);
    const day = 86_400_000;
    await inSystem(database.db, (trx) =>
      trx
        .updateTable('domain_events')
        .set({ occurred_at: new Date(Date.now() - (retentionDays + 1) * day) })
        .where('account_id', '=', accountId)
        .where('position', '<', 3)
        .execute(),
    );
    await deleteOldEvents({ db: database.db, log, subscribers: [] }, signal);
    await record([4]);
    await deliver(subscriber);
    expect(seen).toEqual([1, 2, 3, 4]);
    const kept = await inTenant(database.db, accountId, (trx) =>
      trx.selectFrom('domain_events').select('position').orderBy('position').execute(),
    );
    expect(kept).toEqual([{ position: 3 }, { position: 4 }]);
  });

  test('are deleted a thousand in a transaction', async () => {
    const { subscriber } = await subscribe();
    await record(Array.from({ length: 2_500 }, (_, number) => number));
    await deliver(subscriber);
    const count = async () => {
      const rows = await inTenant(database.db, accountId, (trx) =>
        trx.selectFrom('domain_events').select('id').execute(),
      );
      return rows.length;
    };
    const later = new Date(Date.now() + (retentionDays + 1) * 86_400_000);
    const left: number[] = [];
    const { pool } = database.db;
    const watched = new Proxy(pool, {
      get(target, key) {
        if (key !== 'connect') return Reflect.get(target, key, target);
        return async () => {
          left.push(await count());
          return target.connect();
        };
      },
    });
    await deleteOldEvents({ db: { ...database.db, pool: watched }, log, subscribers: [] }, signal, later);
    const steps = [...left, await count()];
    expect([...new Set(steps)]).toEqual([2_500, 1_500, 500, 0]);
  });

  test('end with their account', async () => {
    const { subscriber } = await subscribe();
    await record([1]);
    await deliver(subscriber);
    await inSystem(database.db, (trx) => trx.deleteFrom('accounts').where('id', '=', accountId).execute());
    const left = await inSystem(database.db, async (trx) => [
      ...(await trx.selectFrom('domain_events').selectAll().where('account_id', '=', accountId).execute()),
      ...(await trx.selectFrom('event_streams').selectAll().where('account_id', '=', accountId).execute()),
      ...(await trx.selectFrom('event_cursors').selectAll().where('account_id', '=', accountId).execute()),
    ]);
    expect(left).toEqual([]);
    // A delivery that was on the queue.
    expect(await deliver(subscriber)).toBeNull();
  });

  /** What passing time does to the pause after a failed delivery. */
  const endPauses = () =>
    inSystem(database.db, (trx) =>
      trx
        .updateTable('event_cursors')
        .set({ next_attempt_at: new Date(0) })
        .where('failed_attempts', '>', 0)
        .execute(),
    );

  /** What passing time does to the lease of a worker that is gone. */
  const expireLeases = () =>
    inSystem(database.db, (trx) =>
      trx
        .updateTable('event_cursors')
        .set({ leased_until: new Date(0) })
        .where('lease_id', 'is not', null)
        .execute(),
    );

  test('after any history with ends of workers, every subscriber has seen each committed one, in order, and no other', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('commit' as const),
        size: fc.integer({ min: 1, max: 4 }),
        account: fc.nat(1),
      }),
      fc.record({
        kind: fc.constant('rollback' as const),
        size: fc.integer({ min: 1, max: 3 }),
        account: fc.nat(1),
      }),
      fc.record({ kind: fc.constant('deliver' as const), subscriber: fc.nat(1), account: fc.nat(1) }),
      // The worker ends after so many statements, wherever that is, and its lease runs out.
      fc.record({
        kind: fc.constant('kill' as const),
        subscriber: fc.nat(1),
        account: fc.nat(1),
        after: fc.integer({ min: 1, max: 24 }),
      }),
    );
    const killed = vi.fn();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (history) => {
        const accounts = [await addAccount(), await addAccount()];
        const seen = new Map<string, number[]>();
        const subscribers: Subscriber[] = [];
        for (let number = 0; number < 2; number += 1) {
          const { subscriber } = await subscribe({
            async handle(account, events) {
              const key = `${number} ${account}`;
              seen.set(key, [...(seen.get(key) ?? []), ...events.map(({ data }) => Number(data.number))]);
            },
          });
          subscribers.push(subscriber);
        }
        const committed = new Map<string, number[]>(accounts.map((account) => [account, []]));
        let next = 0;
        for (const one of history) {
          const account = accounts[one.account] ?? '';
          if (one.kind === 'commit' || one.kind === 'rollback') {
            const numbers = Array.from({ length: one.size }, () => next++);
            await inTenant(database.db, account, async (trx) => {
              await recordEvents(trx, account, numbers.map(numbered));
              if (one.kind === 'rollback') throw new Error('rolled back');
              committed.get(account)?.push(...numbers);
            }).catch((error: unknown) => {
              if (!(error instanceof Error && error.message === 'rolled back')) throw error;
            });
            continue;
          }
          const subscriber = subscribers[one.subscriber];
          if (subscriber === undefined) throw new Error('there are two subscribers');
          if (one.kind === 'deliver') await deliver(subscriber, account);
          else {
            await deliverEvents({ db: endingAfter(one.after), log }, subscriber, account, signal).catch(
              killed,
            );
            await expireLeases();
            await endPauses();
          }
        }
        for (const [number, subscriber] of subscribers.entries())
          for (const account of accounts) {
            await deliver(subscriber, account);
            const all = seen.get(`${number} ${account}`) ?? [];
            // The first sight of each, in the order of its sight.
            expect([...new Set(all)]).toEqual(committed.get(account));
          }
      }),
      { numRuns: 30 },
    );
    expect(killed).toHaveBeenCalled();
  });

  /** The pool as a worker sees it that ends after so many statements: nothing reaches the database afterwards. */
  function endingAfter(statements: number): Pick<TestDatabase['db'], 'pool'> {
    let left = statements;
    const { pool } = database.db;
    const ended = () => Promise.reject(new Error('The worker has ended.'));
    const connect = async () => {
      if (left <= 0) return ended();
      const client = await pool.connect();
      return new Proxy(client, {
        get(target, key) {
          if (key === 'query')
            return (...args: Parameters<typeof client.query>) => {
              left -= 1;
              return left < 0 ? ended() : Reflect.apply(target.query, target, args);
            };
          // A connection with an open transaction is not used again, as when its process is gone.
          if (key === 'release') return (error?: Error) => target.release(left < 0 ? (error ?? true) : error);
          return Reflect.get(target, key, target);
        },
      });
    };
    return {
      pool: new Proxy(pool, {
        get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key, target)),
      }),
    };
  }

  describe('by the queue', () => {
    const queues: Queue[] = [];
    const ends: (() => Promise<void> | void)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0)) await end();
      for (const queue of queues.splice(0)) await queue.stop();
    });

    async function work(subscribers: readonly Subscriber[], notified: boolean) {
      const jobs = eventJobDefinitions(subscribers);
      const queue = await startQueue({ db: database.db, log, jobs, pollSeconds: 0.5 });
      queues.push(queue);
      const deps = { db: database.db, queue, log, subscribers };
      await queue.startWorkers(eventJobs(deps));
      if (notified) {
        const changes = await openChangeNotifications(database.db);
        ends.push(deliverOnNotification({ ...deps, changes }), () => changes.close());
      }
      return deps;
    }

    test('an event is delivered when its transaction commits, and so are those that follow', async () => {
      const { subscriber, seen } = await subscribe();
      await work([subscriber], true);
      await record([1]);
      await record([2]);
      await eventually(() => expect(seen).toEqual([1, 2]));
      await record([3]);
      await eventually(() => expect(seen).toEqual([1, 2, 3]));
    });

    test('events without a notification are found by the sweep', async () => {
      const { subscriber, seen } = await subscribe();
      const deps = await work([subscriber], false);
      await record([1]);
      await sweepEvents(deps);
      await eventually(() => expect(seen).toEqual([1]));
      // The events have their positions by now: a cursor that is behind is found as well.
      const second = await subscribe();
      await work([second.subscriber], false).then(sweepEvents);
      await eventually(() => expect(second.seen).toEqual([1]));
    });
  });
});
