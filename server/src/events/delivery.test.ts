import { describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import { databaseModes } from '../testing/database.ts';
import { useEventDelivery } from '../testing/event-delivery.ts';
import { numberEvent, numbered } from '../testing/event-fixtures.ts';
import { type DomainEvent, defineEvent, event } from './domain-event.ts';
import { registerSubscribers } from './jobs.ts';
import { recordEvents } from './record.ts';

const ignored = defineEvent('test.ignored', {});

describe.each(databaseModes)('events, %s', (mode) => {
  const delivery = useEventDelivery(mode);
  const { addAccount, record, subscribe, deliver, endPauses, expireLeases } = delivery;

  test('are delivered once and in order, with what was recorded', async () => {
    const delivered: DomainEvent[] = [];
    const { subscriber } = await subscribe({
      async handle(_, events) {
        delivered.push(...events);
      },
    });
    const subjectId = newId();
    const locationId = newId();
    await inTenant(delivery.db, delivery.accountId, (trx) =>
      recordEvents(trx, delivery.accountId, [
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
        accountId: delivery.accountId,
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
      inTenant(delivery.db, delivery.accountId, async (trx) => {
        await recordEvents(trx, delivery.accountId, [numbered(1)]);
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
      inTenant(delivery.db, delivery.accountId, async (trx) => {
        // The embedded database has one session, so there the second transaction begins after the first.
        await trx
          .updateTable('accounts')
          .set({ name: String(number) })
          .where('id', '=', delivery.accountId)
          .execute();
        await recordEvents(trx, delivery.accountId, [numbered(number)]);
      });
    await Promise.all(Array.from({ length: 20 }, (_, number) => rename(number)));
    await deliver(subscriber);
    const { name } = await inTenant(delivery.db, delivery.accountId, (trx) =>
      trx.selectFrom('accounts').select('name').executeTakeFirstOrThrow(),
    );
    expect(seen).toHaveLength(20);
    expect(String(seen.at(-1))).toBe(name);
  });

  test('with details that do not fit their definition are refused', async () => {
    const wrong = { definition: numberEvent, subjectId: newId(), data: { number: 1, text: 'Great coffee!' } };
    await expect(
      inTenant(delivery.db, delivery.accountId, (trx) => recordEvents(trx, delivery.accountId, [wrong])),
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
    await registerSubscribers(delivery.db, [late.subscriber, whole.subscriber]);
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
    await inSystem(delivery.db, (trx) =>
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

  test('end with their account', async () => {
    const { subscriber } = await subscribe();
    await record([1]);
    await deliver(subscriber);
    await inSystem(delivery.db, (trx) =>
      trx.deleteFrom('accounts').where('id', '=', delivery.accountId).execute(),
    );
    const left = await inSystem(delivery.db, async (trx) => [
      ...(await trx
        .selectFrom('domain_events')
        .selectAll()
        .where('account_id', '=', delivery.accountId)
        .execute()),
      ...(await trx
        .selectFrom('event_streams')
        .selectAll()
        .where('account_id', '=', delivery.accountId)
        .execute()),
      ...(await trx
        .selectFrom('event_cursors')
        .selectAll()
        .where('account_id', '=', delivery.accountId)
        .execute()),
    ]);
    expect(left).toEqual([]);
    // A delivery that was on the queue.
    expect(await deliver(subscriber)).toBeNull();
  });
});
