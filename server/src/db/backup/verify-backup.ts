/** Reads a backup to its end without a database. */
import { stat } from 'node:fs/promises';
import type { ReadingKeys } from './container.ts';
import { BackupFileError } from './header.ts';
import type { BackupContents, TableHead } from './records.ts';
import { createRowHash, type RowHash } from './row-hash.ts';
import { type BackupSummary, openBackupFile, type TableSummary } from './write-backup.ts';

/** @throws BackupFileError when the file is not what was written, or cannot be read with these keys */
export async function verifyBackup(
  file: string,
  keys: ReadingKeys,
): Promise<BackupSummary & { contents: BackupContents }> {
  const { header, records, close } = await openBackupFile(file, keys);
  const tables: TableSummary[] = [];
  let contents: BackupContents | null = null;
  let open: { head: TableHead; hash: RowHash } | null = null;
  let total: { tables: number; rows: number } | null = null;
  try {
    for await (const record of records) {
      if (record.kind === 'contents') contents = record.value;
      else if (record.kind === 'table') open = { head: record.value, hash: createRowHash() };
      else if (record.kind === 'rows') open?.hash.add(record.bytes);
      else if (record.kind === 'end') total = record.value;
      else if (open !== null) {
        const found = open.hash.end();
        const table = `${open.head.schema}.${open.head.table}`;
        if (found.rows !== record.value.rows || found.sha256 !== record.value.sha256)
          throw new BackupFileError(
            'damaged',
            `the backup is damaged: the rows of ${table} do not have their hash.`,
          );
        tables.push({ table, ...found });
        open = null;
      }
    }
  } finally {
    await close();
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (contents === null || total?.tables !== tables.length || total.rows !== rows)
    throw new BackupFileError('damaged', 'the backup is damaged: it does not have the tables that it names.');
  return { header, contents, tables, rows, bytes: (await stat(file)).size };
}
