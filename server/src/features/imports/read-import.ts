/**
 * Reads the uploaded files of an import and stores their layout; repeated when the owner chooses another encoding,
 * separator or sheet.
 */
import { Buffer } from 'node:buffer';
import type { ImportDetail } from '@kindling/contract/imports';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import { newId } from '../../lib/ids.ts';
import type { ImportsDeps } from './deps.ts';
import { loadImportDetail, readableStates } from './imports.ts';
import { detectLayout, type Layout, type ReadingOptions, type SheetLayout } from './layout.ts';
import {
  deleteOtherSheets,
  deleteParts,
  readFirstBytes,
  readParts,
  readWrittenBytes,
  receivedBytesByFile,
  storePart,
} from './parts.ts';
import {
  acquireImportLease,
  addCountsAndRenewLease,
  changeImport,
  findImportRow,
  type ImportChange,
  type ImportRow,
  releaseImportLease,
  zeroCounts,
} from './queries.ts';
import { sheetFileNumber } from './read-sheet.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { isPackedFile, type Workbook, workbookLimits } from './workbook-file.ts';
import { WorkbookLimitError, type WorkbookRequest } from './workbook-reader.ts';

/** Much longer than reading eight parts takes. When this process dies, the account's files can be read again after it. */
const leaseSeconds = 60;
/** Number of parts (1 MiB each) after which the lease is renewed. */
const renewLeaseEveryParts = 8;
/** Seconds after which the caller should try again while other files of the account are read. */
const busyRetrySeconds = 3;

interface ImportLease {
  accountId: string;
  id: string;
  worker: string;
  row: ImportRow;
}

/**
 * Reads the files. If they cannot be read, the import ends as `failed`. If an earlier reading succeeded, its result stays
 * and `problem` says what is wrong with the new one.
 * @throws AppError `not-found`; `conflict` when parts are missing or the import is past this step; `rate-limited` while
 *   other files of the account are read, while too many files of other accounts wait, or when the account has asked too
 *   often or its workbooks exhausted the reader.
 */
export async function readImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  options: ReadingOptions,
): Promise<ImportDetail> {
  const wait = await deps.readLimiter.consume(accountId);
  if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
  const worker = newId();
  const row = await inTenant(deps.db, accountId, (trx) => acquireLease(trx, accountId, id, worker));
  const lease = { accountId, id, worker, row };
  try {
    const semaphore = (await isFirstFilePacked(deps, accountId, id)) ? deps.workbookReads : deps.tableReads;
    const found = await semaphore.run(() => detectImportLayout(deps, lease, options));
    return await inTenant(deps.db, accountId, (trx) => saveLayout(deps, trx, lease, found));
  } finally {
    await inTenant(deps.db, accountId, (trx) => releaseImportLease(trx, accountId, id, worker));
  }
}

async function acquireLease(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  worker: string,
): Promise<ImportRow> {
  const row = await findImportRow(trx, accountId, id);
  if (row === null) throw notFound();
  const claimed = await acquireImportLease(trx, accountId, id, readableStates, { worker, leaseSeconds });
  if (claimed === 'busy') throw new AppError('rate-limited', undefined, { retryAfter: busyRetrySeconds });
  if (claimed === null) throw new AppError('conflict');
  const arrived = await receivedBytesByFile(trx, accountId, id);
  if (row.files.some(({ bytes }, file) => bytes !== (arrived.get(file) ?? 0)))
    throw new AppError('conflict', 'Parts of the files are missing.');
  return row;
}

async function detectImportLayout(
  deps: ImportsDeps,
  lease: ImportLease,
  options: ReadingOptions,
): Promise<Layout | UnreadableFileError> {
  try {
    return await detectLayout(
      (file) => readPartsWithLease(deps, lease, file),
      lease.row.files.length,
      deps.archives,
      options,
      (sheet) => unpackSheet(deps, lease, sheet),
    );
  } catch (error) {
    if (error instanceof UnreadableFileError) return error;
    throw error;
  }
}

/** Stores the rows of a sheet as pages beside the file, so that only this step needs the whole workbook in memory. */
async function unpackSheet(
  deps: ImportsDeps,
  lease: ImportLease,
  sheet: number | null,
): Promise<Pick<SheetLayout, 'sheets' | 'sheet'>> {
  const { accountId, id, row } = lease;
  if (row.layout?.kind === 'sheet' && row.layout.sheet === sheet) return row.layout;
  if ((row.files[0]?.bytes ?? 0) > workbookLimits.packedBytes)
    throw new UnreadableFileError('workbook-too-large');
  const parts: Uint8Array[] = [];
  for await (const part of readPartsWithLease(deps, lease, 0)) parts.push(part);
  const book = await readWorkbook(deps, accountId, { bytes: Buffer.concat(parts), sheet });
  // Delete pages that a crashed process has left; another version may have written them in another format.
  const keptSheet = row.layout?.kind === 'sheet' ? row.layout.sheet : null;
  await inTenant(deps.db, accountId, (trx) => deleteOtherSheets(deps.db, trx, accountId, id, keptSheet));
  for (const [part, bytes] of book.pages.entries())
    await runWithCooldown(async () => {
      const written = await readWrittenBytes(deps.db, accountId, id);
      await inTenant(deps.db, accountId, async (trx) => {
        if (!(await renewLease(trx, lease))) throw new AppError('conflict');
        const place = { importId: id, file: sheetFileNumber(book.sheet), part };
        await storePart(trx, accountId, place, Buffer.from(bytes), written);
      });
    });
  return { sheets: book.sheets, sheet: book.sheet };
}

/** All accounts share one workbook reader, so an account whose workbook exhausted it must wait some minutes. */
async function readWorkbook(
  { workbooks, workbookLimiter }: ImportsDeps,
  accountId: string,
  request: WorkbookRequest,
): Promise<Workbook> {
  const wait = await workbookLimiter.consume(accountId);
  if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
  try {
    const book = await workbooks.read(request);
    await workbookLimiter.clear(accountId);
    return book;
  } catch (error) {
    if (!(error instanceof WorkbookLimitError)) await workbookLimiter.clear(accountId);
    throw error;
  }
}

/** Whether the first file is a spreadsheet or another file in the same container format. */
async function isFirstFilePacked({ db }: ImportsDeps, accountId: string, id: string): Promise<boolean> {
  const start = await inTenant(db, accountId, (trx) => readFirstBytes(trx, accountId, id));
  return start !== null && isPackedFile(start);
}

/** @returns false when this worker has lost the lease */
function renewLease(trx: Transaction<DB>, { accountId, id, worker, row }: ImportLease): Promise<boolean> {
  return addCountsAndRenewLease(trx, accountId, id, { worker, state: row.state, leaseSeconds }, zeroCounts);
}

/** Reads a file's parts and renews the lease meanwhile. @throws AppError `conflict` when the lease was lost. */
async function* readPartsWithLease(
  deps: ImportsDeps,
  lease: ImportLease,
  file: number,
): AsyncGenerator<Uint8Array> {
  const { accountId, id } = lease;
  let count = 0;
  for await (const part of readParts(deps.db, accountId, id, file)) {
    count += 1;
    const held =
      count % renewLeaseEveryParts !== 0 ||
      (await inTenant(deps.db, accountId, (trx) => renewLease(trx, lease)));
    if (!held) throw new AppError('conflict');
    yield part;
  }
}

async function saveLayout(
  { db }: ImportsDeps,
  trx: Transaction<DB>,
  { accountId, id, row }: ImportLease,
  found: Layout | UnreadableFileError,
): Promise<ImportDetail> {
  const read = { state: 'read', settings: null, resetCounts: true, problem: null } satisfies ImportChange;
  const change =
    found instanceof UnreadableFileError
      ? { problem: found.problem, problemLine: found.line }
      : { ...read, layout: found, kind: found.kind === 'archive' ? 'archive' : 'table', rows: found.rows };
  const ends = found instanceof UnreadableFileError && row.layout === null;
  const changed = await changeImport(trx, accountId, id, [row.state], {
    ...change,
    ...(ends ? { state: 'failed', finished: true } : {}),
  });
  if (!changed) throw new AppError('conflict');
  const keptLayout = found instanceof UnreadableFileError ? row.layout : found;
  if (ends) await deleteParts(db, trx, accountId, id);
  else if (keptLayout?.kind === 'sheet') await deleteOtherSheets(db, trx, accountId, id, keptLayout.sheet);
  return loadImportDetail(trx, accountId, id);
}
