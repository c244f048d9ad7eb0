/** Rows of a file that could not be read, stored for the owner to see. */
import type { ImportFault } from '@kindling/contract/import-files';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface FaultRow {
  line: number;
  column_name: string | null;
  value: string;
  fault: ImportFault;
}

/** Stores faults after those that are already stored, up to `most` in all. */
export async function insertFaults(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  faults: readonly FaultRow[],
  limit: number,
): Promise<void> {
  if (faults.length === 0) return;
  await sql`
    insert into import_faults (account_id, import_id, number, line, column_name, value, fault)
    select ${accountId}::uuid, ${importId}::uuid, k.kept + x.place, x.line, x.column_name, x.value, x.fault
      from (select count(*)::int as kept from import_faults
             where account_id = ${accountId}::uuid and import_id = ${importId}::uuid) k,
           rows from (jsonb_to_recordset(${JSON.stringify(faults)}::jsonb)
             as (line integer, column_name text, value text, fault text)) with ordinality
             as x(line, column_name, value, fault, place)
     where k.kept + x.place <= ${limit}`.execute(trx);
}

export function listFaultRows(trx: Transaction<DB>, accountId: string, importId: string) {
  return trx
    .selectFrom('import_faults')
    .select(['line', 'column_name', 'value', sql<ImportFault>`fault`.as('fault')])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .orderBy('number')
    .execute();
}

export async function deleteFaults(trx: Transaction<DB>, accountId: string, importId: string): Promise<void> {
  await trx
    .deleteFrom('import_faults')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .execute();
}
