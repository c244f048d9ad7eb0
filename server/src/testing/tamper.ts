/** For tests only: changes the audit log past the program, as only the owner of the database can. */
import type { Database } from '../db/client.ts';
import { queryAsOwner } from './database.ts';

/** Runs the statement without the triggers of the tables with this name that refuse changes. */
export async function tamper(
  db: Pick<Database, 'withOwnerConnection' | 'mode'>,
  text: string,
  values?: unknown[],
): Promise<void> {
  const tables = ['audit_entries', 'audit_seals', 'operator_entries', 'operator_seals'];
  const set = (state: string) =>
    queryAsOwner(db, tables.map((table) => `alter table ${table} ${state} trigger refuse_change`).join('; '));
  await set('disable');
  try {
    await queryAsOwner(db, text, values);
  } finally {
    await set('enable');
  }
}
