/** Stores uploaded files in the database in the parts in which they were sent, so that every process can read them. */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { withoutLocationLimit } from '../../lib/caller-scope.ts';
import { addWrittenBytes } from './queries.ts';
import { sumWrittenBytes } from './quota-queries.ts';
import { type QuotaUse, requireQuota } from './quotas.ts';
import { sheetFileNumber } from './read-sheet.ts';

/** Seconds after which a caller who has sent too much in a day should try again. */
const dayRetrySeconds = 3_600;

/** The part of the database that deleting parts needs. */
export type PartsDatabase = Pick<Database, 'maintenance'>;

/** What was written in the last day, over all imports of the account, whichever of them the caller sees. */
export function readWrittenBytes(
  db: Pick<Database, 'pool'>,
  accountId: string,
  importId: string,
): Promise<QuotaUse> {
  return withoutLocationLimit(() =>
    inTenant(db, accountId, (trx) => sumWrittenBytes(trx, accountId, importId)),
  );
}

/**
 * Stores a part. An existing part is not written again, because each copy would take space until the next vacuum. The
 * caller must have locked the import's row.
 * @param written by {@link readWrittenBytes}
 * @throws AppError `conflict` when the part exists with other bytes; `rate-limited` when the account has sent too much,
 *   `import-share-used` when whoever began the import has.
 */
export async function storePart(
  trx: Transaction<DB>,
  accountId: string,
  place: { importId: string; file: number; part: number },
  bytes: Buffer,
  written: QuotaUse,
): Promise<void> {
  const existing = await trx
    .selectFrom('import_parts')
    .select(sql<boolean>`sha256(bytes) = ${createHash('sha256').update(bytes).digest()}`.as('same'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', place.importId)
    .where('file', '=', place.file)
    .where('part', '=', place.part)
    .executeTakeFirst();
  if (existing?.same === false) throw new AppError('conflict');
  if (existing !== undefined) return;
  // Checked before writing, because a rolled-back row takes space too.
  requireQuota('maxWrittenBytesPerDay', written, bytes.length, dayRetrySeconds);
  await trx
    .insertInto('import_parts')
    .values({
      account_id: accountId,
      import_id: place.importId,
      file: place.file,
      part: place.part,
      bytes,
    })
    .execute();
  await addWrittenBytes(trx, accountId, place.importId, bytes.length);
}

/** Number of received bytes by file number. */
export async function receivedBytesByFile(
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

/** The first bytes of an import's first file; null before they were received. */
export async function readFirstBytes(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<Uint8Array | null> {
  const row = await trx
    .selectFrom('import_parts')
    .select(sql<Buffer>`substring(bytes from 1 for 16)`.as('start'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('file', '=', 0)
    .where('part', '=', 0)
    .executeTakeFirst();
  return row?.start ?? null;
}

/** Reads a file's parts in order, each in its own transaction. */
export async function* readParts(
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

/** @param store Schedules a vacuum that frees the space soon after the transaction. */
export async function deleteParts(
  store: PartsDatabase,
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<void> {
  store.maintenance.scheduleVacuum('import_parts');
  await trx
    .deleteFrom('import_parts')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .execute();
}

/** Deletes the stored pages of all sheets of a spreadsheet except one; null deletes all of them. */
export async function deleteOtherSheets(
  store: PartsDatabase,
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  sheet: number | null,
): Promise<void> {
  store.maintenance.scheduleVacuum('import_parts');
  await trx
    .deleteFrom('import_parts')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('file', '>=', sheetFileNumber(0))
    .$if(sheet !== null, (query) => query.where('file', '<>', sheetFileNumber(sheet ?? 0)))
    .execute();
}
