/** For tests only: accounts whose streams contain the events of the test alone. */
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { defineEvent, event } from '../events/domain-event.ts';
import { recordEvents } from '../events/record.ts';
import { newId } from '../lib/ids.ts';

export const numberEvent = defineEvent('test.changed', { number: z.int() });
export const numbered = (number: number) => event(numberEvent, { subjectId: newId() }, { number });

/** Adds an account without the event that it was created. */
export async function addAccountWithoutEvents(db: Pick<Database, 'pool'>): Promise<string> {
  const id = newId();
  await inSystem(db, async (trx) => {
    await trx.insertInto('accounts').values({ id, name: 'A shop', trial_ends_at: new Date() }).execute();
    await trx.deleteFrom('domain_events').where('account_id', '=', id).execute();
  });
  return id;
}

/** Stores one event for each number, in one transaction. */
export function recordNumbers(
  db: Pick<Database, 'pool'>,
  accountId: string,
  numbers: readonly number[],
): Promise<void> {
  return inTenant(db, accountId, (trx) => recordEvents(trx, accountId, numbers.map(numbered)));
}
