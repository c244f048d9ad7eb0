/** Files on their way: kept in the database, where every process finds them, in the parts in which they were sent. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { sheetFile } from './read-sheet.ts';

/** Keeps a part; sent again, it replaces itself. */
export async function putPart(
  trx: Transaction<DB>,
  accountId: string,
  place: { importId: string; file: number; part: number },
  bytes: Buffer,
): Promise<void> {
  await trx
    .insertInto('import_parts')
    .values({
      account_id: accountId,
      import_id: place.importId,
      file: place.file,
      part: place.part,
      bytes,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'import_id', 'file', 'part']).doUpdateSet({ bytes }),
    )
    .execute();
}

/** Bytes that have arrived, by file. */
export async function countBytes(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('import_parts')
    .select(['file', sql<number>`sum(length(bytes))::int`.as('bytes')])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .groupBy('file')
    .execute();
  return new Map(rows.map((row) => [row.file, row.bytes]));
}

/** A file's parts in order, each read in a transaction of its own. */
export async function* partsOf(
  db: Pick<Database, 'pool'>,
  accountId: string,
  importId: string,
  file: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await inTenant(db, accountId, (trx) =>
      trx
        .selectFrom('import_parts')
        .select('bytes')
        .where('account_id', '=', accountId)
        .where('import_id', '=', importId)
        .where('file', '=', file)
        .where('part', '=', part)
        .executeTakeFirst(),
    );
    if (row === undefined) return;
    yield row.bytes;
  }
}

export async function deleteParts(trx: Transaction<DB>, accountId: string, importId: string): Promise<void> {
  await trx
    .deleteFrom('import_parts')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .execute();
}

/** Deletes the pages of all sheets of a spreadsheet but those of one, which may be none of them. */
export async function deleteOtherSheets(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  sheet: number,
): Promise<void> {
  await trx
    .deleteFrom('import_parts')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('file', '>=', sheetFile(0))
    .where('file', '<>', sheetFile(sheet))
    .execute();
}
