/** For tests only: an account's events, and what a worker does with them, at once. */
import { type Services, slices } from '../app.ts';
import { inSystem } from '../db/transaction.ts';
import { deliverEvents } from '../events/deliver.ts';
import { registerSubscribers } from '../events/jobs.ts';

const neverAborted = new AbortController().signal;

/** Delivers the account's events to every subscriber, however short ago the last delivery was. */
export async function deliverAllEvents({ db, log, modules }: Services, accountId: string): Promise<void> {
  const subscribers = modules.flatMap(({ worker }) => worker?.subscribers?.() ?? []);
  await registerSubscribers(db, subscribers);
  for (const subscriber of subscribers)
    await deliverEvents({ db, log }, { ...subscriber, minIntervalSeconds: 0 }, accountId, neverAborted);
}

/**
 * The account's events in the order in which they were stored.
 * @throws Error for an event that no slice defines, and ZodError for details that do not fit its definition: triggers store
 *   events without the schema
 */
export async function storedEvents({ db }: Pick<Services, 'db'>, accountId: string) {
  const definitions = new Map(slices.flatMap(({ events }) => events).map((one) => [one.name, one]));
  const rows = await inSystem(db, (trx) =>
    trx
      .selectFrom('domain_events')
      .select(['name', 'subject_id', 'location_id', 'data'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ name, subject_id: subjectId, location_id: locationId, data }) => {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(`No slice defines the event ${name}.`);
    return { name, subjectId, locationId, data: definition.data.parse(data) };
  });
}

/** Names of the account's events in the order in which they were stored. */
export async function eventNames(services: Pick<Services, 'db'>, accountId: string): Promise<string[]> {
  return (await storedEvents(services, accountId)).map(({ name }) => name);
}
