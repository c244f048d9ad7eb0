/** Storing events: in a transaction, or as a part of the statement that makes the change. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../db/types.gen.ts';
import type { NewEvent } from './domain-event.ts';

/**
 * Stores events in the caller's transaction, in the order given; without events it does nothing. Call it after the change,
 * so that the locks of the changed rows put the events of two transactions into the order of their changes.
 * @throws ZodError for details that do not fit the definition.
 */
export async function recordEvents(
  trx: Transaction<DB>,
  accountId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ definition, subjectId, locationId, data }, order) => ({
    order,
    name: definition.name,
    subject_id: subjectId,
    location_id: locationId ?? null,
    data: definition.data.parse(data),
  }));
  await sql`${recordingEvents(sql`
    select ${accountId}::uuid, x.name, x.subject_id, x.location_id, x.data
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x("order" int, name text, subject_id uuid, location_id uuid, data jsonb)
     order by x."order"`)}`.execute(trx);
}

/**
 * A statement, or a part of one behind `with`, that stores the events that `rows` selects.
 * @param rows a select of `account_id uuid, name text, subject_id uuid, location_id uuid, data jsonb`
 */
export function recordingEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into domain_events (account_id, name, subject_id, location_id, data) ${rows}`;
}
