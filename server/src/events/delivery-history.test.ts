import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../db/client.ts';
import { inTenant } from '../db/transaction.ts';
import { databaseModes } from '../testing/database.ts';
import { useEventDelivery } from '../testing/event-delivery.ts';
import { numbered } from '../testing/event-fixtures.ts';
import { runsEverything } from '../testing/scope.ts';
import { recordEvents } from './record.ts';
import type { Subscriber } from './subscriber.ts';

describe.each(databaseModes)('events, %s', (mode) => {
  const delivery = useEventDelivery(mode);
  const { addAccount, subscribe, deliver, endPauses, expireLeases } = delivery;

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
            await inTenant(delivery.db, account, async (trx) => {
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
          if (one.kind === 'deliver') await deliver(subscriber, { accountId: account });
          else {
            const db = endingAfter(one.after);
            await deliver(subscriber, { accountId: account, db }).catch(killed);
            await expireLeases();
            await endPauses();
          }
        }
        for (const [number, subscriber] of subscribers.entries())
          for (const account of accounts) {
            await deliver(subscriber, { accountId: account });
            const all = seen.get(`${number} ${account}`) ?? [];
            // The first sight of each, in the order of its sight.
            expect([...new Set(all)]).toEqual(committed.get(account));
          }
      }),
      { numRuns: runsEverything ? 60 : 15 },
    );
    expect(killed).toHaveBeenCalled();
  });

  /** The pool as a worker sees it that ends after so many statements: nothing reaches the database afterwards. */
  function endingAfter(statements: number): Pick<Database, 'pool'> {
    let left = statements;
    const { pool } = delivery.db;
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
});
