import { describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { databaseModes, silentLog } from '../testing/database.ts';
import { useEventDelivery } from '../testing/event-delivery.ts';
import { deleteOldEvents, retentionDays } from './retention.ts';

const { signal } = new AbortController();

describe.each(databaseModes)('old events, %s', (mode) => {
  const delivery = useEventDelivery(mode);
  const { record, subscribe, deliver } = delivery;

  test('are deleted after thirty days, and the others stay', async () => {
    const { subscriber, seen } = await subscribe();
    await record([1, 2, 3]);
    await deliver(subscriber);
    const day = 86_400_000;
    await inSystem(delivery.db, (trx) =>
      trx
        .updateTable('domain_events')
        .set({ occurred_at: new Date(Date.now() - (retentionDays + 1) * day) })
        .where('account_id', '=', delivery.accountId)
        .where('position', '<', 3)
        .execute(),
    );
    await deleteOldEvents({ db: delivery.db, log: silentLog, subscribers: [] }, signal);
    await record([4]);
    await deliver(subscriber);
    expect(seen).toEqual([1, 2, 3, 4]);
    const kept = await inTenant(delivery.db, delivery.accountId, (trx) =>
      trx.selectFrom('domain_events').select('position').orderBy('position').execute(),
    );
    expect(kept).toEqual([{ position: 3 }, { position: 4 }]);
  });

  test('are deleted a thousand in a transaction', async () => {
    const { subscriber } = await subscribe();
    await record(Array.from({ length: 2_500 }, (_, number) => number));
    await deliver(subscriber);
    const count = async () => {
      const rows = await inTenant(delivery.db, delivery.accountId, (trx) =>
        trx.selectFrom('domain_events').select('id').execute(),
      );
      return rows.length;
    };
    const later = new Date(Date.now() + (retentionDays + 1) * 86_400_000);
    const left: number[] = [];
    const { pool } = delivery.db;
    const watched = new Proxy(pool, {
      get(target, key) {
        if (key !== 'connect') return Reflect.get(target, key, target);
        return async () => {
          left.push(await count());
          return target.connect();
        };
      },
    });
    await deleteOldEvents(
      { db: { ...delivery.db, pool: watched }, log: silentLog, subscribers: [] },
      signal,
      later,
    );
    const steps = [...left, await count()];
    expect([...new Set(steps)]).toEqual([2_500, 1_500, 500, 0]);
  });
});
