/** For tests only: the database refuses to store certain rows, as when the work on them is broken. */

import { queryAsOwner } from './database.ts';
import type { TestApp } from './test-app.ts';

/** @param event such as `update of tag_ids`. @returns what ends it */
export async function refuseChanges(
  { services: { db } }: Pick<TestApp, 'services'>,
  table: string,
  event: string,
  accountId: string,
): Promise<() => Promise<void>> {
  const drop = async () => {
    await queryAsOwner(db, `drop trigger if exists test_refusal on ${table}`);
    await queryAsOwner(db, 'drop function if exists test_refusal()');
  };
  await drop();
  await queryAsOwner(
    db,
    `create function test_refusal() returns trigger language plpgsql as $$
     begin raise exception 'refused by a test'; end $$`,
  );
  await queryAsOwner(
    db,
    `create trigger test_refusal before ${event} on ${table} for each row
     when (new.account_id = '${accountId}'::uuid) execute function test_refusal()`,
  );
  return drop;
}
