/** For tests only: what a worker does with the events of an account, at once. */
import type { Services } from '../app.ts';
import { inSystem } from '../db/transaction.ts';
import { deliverEvents } from '../events/deliver.ts';
import { registerSubscribers } from '../events/jobs.ts';

const neverAborted = new AbortController().signal;

/** Delivers the account's events to every subscriber, however short ago the last delivery was. */
export async function deliverAllEvents({ db, modules }: Services, accountId: string): Promise<void> {
  const subscribers = modules.flatMap(({ worker }) => worker?.subscribers?.() ?? []);
  await registerSubscribers(db, subscribers);
  for (const subscriber of subscribers)
    await deliverEvents({ db }, { ...subscriber, everySeconds: 0 }, accountId, neverAborted);
}

/** Names of the account's events in the order in which they were stored. */
export async function eventNames({ db }: Pick<Services, 'db'>, accountId: string): Promise<string[]> {
  const rows = await inSystem(db, (trx) =>
    trx
      .selectFrom('domain_events')
      .select('name')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ name }) => name);
}
