import { once } from 'node:events';
import { sql, type Transaction } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import type { DB } from '../db/types.gen.ts';
import { newId } from '../lib/ids.ts';
import { databaseModes } from '../testing/database.ts';
import { useEventDelivery } from '../testing/event-delivery.ts';
import { numberEvent } from '../testing/event-fixtures.ts';
import { eventually } from '../testing/eventually.ts';
import { registerSubscribers, sweepEvents } from './jobs.ts';
import { assignPositions, registerSubscriber } from './queries.ts';
import { deleteOldEvents, retentionDays } from './retention.ts';
import type { Subscriber } from './subscriber.ts';

const { signal } = new AbortController();

describe.each(databaseModes)('deliveries that do not go well, %s', (mode) => {
  const delivery = useEventDelivery(mode);
  const { record, subscribe, deliver } = delivery;

  const cursorOf = ({ name }: Subscriber) =>
    inTenant(delivery.db, delivery.accountId, (trx) =>
      trx.selectFrom('event_cursors').selectAll().where('subscriber', '=', name).executeTakeFirstOrThrow(),
    );

  const setCursor = (
    { name }: Subscriber,
    values: { leased_until?: Date; next_attempt_at?: Date; lease_id?: string },
  ) =>
    inTenant(delivery.db, delivery.accountId, (trx) =>
      trx.updateTable('event_cursors').set(values).where('subscriber', '=', name).execute(),
    );

  /** Whether a sweep puts a delivery of the account to the subscriber on the queue. */
  async function isSwept(subscriber: Subscriber): Promise<boolean> {
    const keys: string[] = [];
    const queue = {
      enqueue: () => Promise.reject(new Error('A sweep adds its jobs at once.')),
      enqueueMany: async (_job: unknown, jobs: readonly { key: string }[]) => {
        keys.push(...jobs.map(({ key }) => key));
      },
      readState: () => Promise.reject(new Error('unused')),
      startWorkers: () => Promise.reject(new Error('unused')),
      readLoad: () => Promise.reject(new Error('unused')),
      stopWorkers: () => {},
      stop: () => Promise.reject(new Error('unused')),
    };
    await sweepEvents({ db: delivery.db, queue, subscribers: [subscriber] });
    return keys.includes(delivery.accountId);
  }

  test('a handler that outlives its lease still advances', async () => {
    const leaseSeconds = 3;
    const { subscriber } = await subscribe({
      async handle() {
        const first = (await cursorOf(subscriber)).leased_until?.getTime() ?? 0;
        await eventually(async () => {
          const { leased_until: until } = await cursorOf(subscriber);
          expect(until?.getTime()).toBeGreaterThan(first + leaseSeconds * 1000);
        });
        // Another worker does not get the events in the meantime.
        expect(await deliver(subscriber)).toBe(1);
      },
    });
    await record([1, 2]);
    expect(await deliver(subscriber, { leaseSeconds })).toBeNull();
    expect(await cursorOf(subscriber)).toMatchObject({ position: 2, lease_id: null, next_attempt_at: null });
  });

  test('a worker that finishes after its lease was taken has advanced, and the one that took it goes on', async () => {
    const seen: number[][] = [];
    const held = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    let second: Promise<number | null> = Promise.resolve(null);
    const { subscriber } = await subscribe({
      async handle(_, events) {
        seen.push(events.map(({ position }) => position));
        if (seen.length === 1) {
          await setCursor(subscriber, { leased_until: new Date(0) });
          second = deliver(subscriber);
          await taken.promise;
        } else if (seen.length === 2) {
          taken.resolve();
          await held.promise;
        }
      },
    });
    await record([1, 2]);
    await deliver(subscriber);
    expect((await cursorOf(subscriber)).position).toBe(2);
    await record([3]);
    held.resolve();
    // Its own work was done by the first worker before: it begins again behind that.
    expect(await second).toBe(1);
    await deliver(subscriber);
    expect(seen).toEqual([[1, 2], [1, 2], [3]]);
  });

  test('the signal of a handler is aborted when its lease is lost', async () => {
    const { subscriber } = await subscribe({
      async handle(_account, _events, lost) {
        await setCursor(subscriber, { lease_id: newId() });
        if (!lost.aborted) await once(lost, 'abort');
        lost.throwIfAborted();
      },
    });
    await record([1]);
    expect(await deliver(subscriber, { leaseSeconds: 0.3 })).toBe(1);
    expect(await cursorOf(subscriber)).toMatchObject({ position: 0, failed_attempts: 0, last_error: null });
  });

  test('a subscriber that fails is not called again before a pause, which gets longer up to an hour', async () => {
    const handle = vi.fn().mockRejectedValue(new TypeError('Great coffee!'));
    const { subscriber } = await subscribe({ handle });
    await record([1]);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await expect(deliver(subscriber)).rejects.toThrow('Great coffee!');
      expect(handle).toHaveBeenCalledTimes(attempt);
      pauses.push((await deliver(subscriber)) ?? 0);
      expect(handle).toHaveBeenCalledTimes(attempt);
      expect(await isSwept(subscriber)).toBe(false);
      await setCursor(subscriber, { next_attempt_at: new Date(0) });
      expect(await isSwept(subscriber)).toBe(true);
    }
    expect(pauses[0]).toBeLessThanOrEqual(5);
    expect(pauses[4]).toBeGreaterThan(pauses[0] ?? 0);
    for (const pause of pauses.slice(10)) expect(pause).toBeLessThanOrEqual(3_600);
    expect(pauses[11]).toBeGreaterThan(2_560);
    // The message of an error can quote a review, so only its class is stored.
    expect(await cursorOf(subscriber)).toMatchObject({ failed_attempts: 12, last_error: 'TypeError' });
    handle.mockResolvedValue(undefined);
    expect(await deliver(subscriber)).toBeNull();
    expect(await cursorOf(subscriber)).toMatchObject({
      position: 1,
      failed_attempts: 0,
      last_error: null,
      next_attempt_at: null,
    });
    expect(await isSwept(subscriber)).toBe(false);
  });

  test('the fifth failure in a row is logged as an error with the subscriber and the account, and no other', async () => {
    const { subscriber } = await subscribe({ handle: () => Promise.reject(new Error('out of reach')) });
    const log = { error: vi.fn() };
    await record([1]);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await expect(deliver(subscriber, { log })).rejects.toThrow('out of reach');
      expect(log.error).toHaveBeenCalledTimes(attempt < 5 ? 0 : 1);
      await setCursor(subscriber, { next_attempt_at: new Date(0) });
    }
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({
      subscriber: subscriber.name,
      accountId: delivery.accountId,
      failedAttempts: 5,
    });
  });

  test('the end of the process is no failure of the subscriber', async () => {
    const stopping = new AbortController();
    const { subscriber } = await subscribe({
      async handle(_account, _events, stop) {
        stopping.abort(new Error('The process is stopping.'));
        stop.throwIfAborted();
      },
    });
    await record([1]);
    await expect(deliver(subscriber, { signal: stopping.signal })).rejects.toThrow('stopping');
    expect(await cursorOf(subscriber)).toMatchObject({ failed_attempts: 0, lease_id: null });
  });

  test('old events that a subscriber has not handled are deleted with an error in the log', async () => {
    const { subscriber: handled } = await subscribe({ handle: async () => {} });
    const { subscriber: failing } = await subscribe({
      handle: () => Promise.reject(new Error('out of reach')),
    });
    await record([1, 2]);
    await deliver(handled);
    await expect(deliver(failing)).rejects.toThrow('out of reach');
    const log = { error: vi.fn() };
    const deps = { db: delivery.db, log, subscribers: [handled, failing] };
    const day = 86_400_000;
    await deleteOldEvents(deps, signal, new Date(Date.now() + (retentionDays - 1) * day));
    expect(log.error).not.toHaveBeenCalled();
    await deleteOldEvents(deps, signal, new Date(Date.now() + (retentionDays + 1) * day));
    const ofAccount = log.error.mock.calls
      .map(([entry]) => entry)
      .filter((one) => one.accountId === delivery.accountId);
    expect(ofAccount).toEqual([{ subscriber: failing.name, accountId: delivery.accountId, position: 0 }]);
    // It goes on behind the deleted events.
    await setCursor(failing, { next_attempt_at: new Date(0) });
    expect(await deliver(failing)).toBeNull();
    expect((await cursorOf(failing)).position).toBe(2);
  });

  test.each(['registration', 'first event'])(
    'a subscriber that is registered while an account gets its first event has a cursor: %s first',
    async (first) => {
      const name = `test-${newId()}`;
      const subscriber: Subscriber = {
        name,
        events: [numberEvent],
        startsAt: 'beginning',
        handle: async () => {},
      };
      await record([1]);
      const register = (trx: Transaction<DB>) => registerSubscriber(trx, name, 'beginning');
      const assign = (trx: Transaction<DB>) => assignPositions(trx, delivery.accountId);
      let ended = false;
      let second: Promise<unknown> = Promise.resolve();
      /** Begins the second transaction inside the first one, and waits until it has ended or waits for a lock. */
      const meet = async (trx: Transaction<DB>, begin: () => Promise<unknown>) => {
        second = begin().finally(() => {
          ended = true;
        });
        // The embedded database has one session, so there the second transaction begins after the first.
        if (mode === 'embedded') return;
        await eventually(async () => {
          const { rows } = await sql`
            select from pg_locks where not granted and relation = 'event_streams'::regclass`.execute(trx);
          expect(ended || rows.length > 0).toBe(true);
        });
      };
      if (first === 'registration')
        await inSystem(delivery.db, async (trx) => {
          await register(trx);
          await meet(trx, () => inTenant(delivery.db, delivery.accountId, assign));
        });
      else
        await inTenant(delivery.db, delivery.accountId, async (trx) => {
          await assign(trx);
          await meet(trx, () => inSystem(delivery.db, register));
        });
      await second;
      expect(await cursorOf(subscriber)).toMatchObject({ position: 0 });
      expect(await isSwept(subscriber)).toBe(true);
    },
  );

  test('a missing cursor is added where its subscriber starts', async () => {
    await record([1]);
    const seen: number[] = [];
    const { subscriber: early } = await subscribe({ handle: async () => {} });
    await deliver(early);
    const { subscriber: late } = await subscribe({
      async handle(_, events) {
        seen.push(...events.map(({ position }) => position));
      },
    });
    const fromNow = { ...late, name: `test-${newId()}`, startsAt: 'now' as const };
    await registerSubscribers(delivery.db, [fromNow]);
    await record([2]);
    for (const subscriber of [late, fromNow]) {
      await inSystem(delivery.db, (trx) =>
        trx.deleteFrom('event_cursors').where('subscriber', '=', subscriber.name).execute(),
      );
      expect(await deliver(subscriber)).toBeNull();
    }
    expect(seen).toEqual([1, 2, 2]);
  });
});
