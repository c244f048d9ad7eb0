/**
 * The long steps of an import that a worker runs: dry run, publish, undo. Each step processes one page per short
 * transaction and renews its lease in it. A killed worker leaves only complete pages, and the next one starts the step
 * again, which is safe because reading is idempotent. Added reviews stay hidden until one change of the import's row
 * shows all of them at once; undo starts by hiding them in the same way.
 */

import { importLimits } from '@kindling/contract/import-files';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import { newId } from '../../lib/ids.ts';
import {
  compareImported,
  countImportedReviews,
  deleteImportedReviews,
  type ImportedReview,
  type ImportedUpdate,
  type ImportTarget,
  insertImportedReviews,
  markAsImportMatch,
  updateImportedReviews,
} from '../reviews/index.ts';
import type { ImportsDeps } from './deps.ts';
import { enqueueImport } from './enqueue-import.ts';
import { deleteFaults, insertFaults } from './fault-queries.ts';
import { deleteParts, readParts } from './parts.ts';
import { toFaultRow } from './present.ts';
import {
  acquireImportLease,
  addCountsAndRenewLease,
  changeImport,
  findImportRow,
  findTimeZone,
  type ImportCounts,
  type ImportRow,
  releaseImportLease,
  setAddedCount,
  zeroCounts,
} from './queries.ts';
import { type ReviewRow, type RowSource, readReviewRows } from './rows.ts';
import { deleteStagedChanges, stageChanges, takeStagedChanges } from './staged-change-queries.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** States in which an import waits for a worker. */
const runnableStates = ['checking', 'publishing', 'undoing'] as const;
/** Much longer than a page takes. When a worker dies, another one continues after it. */
const leaseSeconds = 60;
/** Reviews that one transaction deletes or changes. */
const batchSize = 1_000;

/** The import was discarded or another worker has the lease, so the current page must be rolled back. */
class LeaseLostError extends Error {}

interface ImportRun {
  accountId: string;
  id: string;
  worker: string;
  signal: AbortSignal;
}

/** Runs the current step of an import to its end. @returns `busy` when another import of the account is running */
export async function runImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  signal: AbortSignal,
): Promise<'busy' | 'done'> {
  const run: ImportRun = { accountId, id, worker: newId(), signal };
  const claimed = await inTenant(deps.db, accountId, (trx) =>
    acquireImportLease(trx, accountId, id, runnableStates, { worker: run.worker, leaseSeconds }),
  );
  if (claimed === 'busy') return 'busy';
  if (claimed === null) return 'done';
  try {
    if (claimed.state === 'checking') await runDryRun(deps, run);
    else if (claimed.state === 'undoing') await undoImport(deps, run);
    else await publishImport(deps, run, claimed.hidden);
  } catch (error) {
    if (error instanceof UnreadableFileError) await failImport(deps, run, error);
    else if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    await inTenant(deps.db, accountId, (trx) => releaseImportLease(trx, accountId, id, run.worker));
  }
  return 'done';
}

/** Runs one page in one transaction, followed by a pause. The transaction rolls back when the lease was lost. */
async function runPage(
  deps: ImportsDeps,
  run: ImportRun,
  state: string,
  work: (trx: Transaction<DB>) => Promise<ImportCounts>,
): Promise<ImportCounts> {
  run.signal.throwIfAborted();
  return runWithCooldown(
    () =>
      inTenant(deps.db, run.accountId, async (trx) => {
        const counts = await work(trx);
        await renewLease(trx, run, state, counts);
        return counts;
      }),
    run.signal,
  );
}

async function renewLease(
  trx: Transaction<DB>,
  run: ImportRun,
  state: string,
  counts: ImportCounts,
): Promise<void> {
  const { accountId, id, worker } = run;
  if (!(await addCountsAndRenewLease(trx, accountId, id, { worker, state, leaseSeconds }, counts)))
    throw new LeaseLostError();
}

interface PreparedRun {
  source: RowSource;
  target: ImportTarget;
  /** Stored reviews that are already matched to a row of the file. */
  matchedIds: Set<string>;
}

/** Starts the step from the beginning and resets the counts of an earlier worker. */
async function prepare(deps: ImportsDeps, run: ImportRun, state: string): Promise<PreparedRun> {
  const { accountId, id } = run;
  const { row, zone } = await inTenant(deps.db, accountId, async (trx) => {
    await renewLease(trx, run, state, zeroCounts);
    await changeImport(trx, accountId, id, [state], { resetCounts: true });
    const found = await findImportRow(trx, accountId, id);
    return { row: found, zone: await findTimeZone(trx, accountId) };
  });
  const { layout, settings } = requireSettings(row);
  return {
    target: { locationId: settings.locationId, source: settings.source },
    matchedIds: new Set(),
    source: {
      open: (file) => readParts(deps.db, accountId, id, file),
      files: row?.files.length ?? 0,
      layout,
      settings,
      zone,
      archives: deps.archives,
      now: Date.now(),
    },
  };
}

function requireSettings(row: ImportRow | null) {
  if (!row?.layout || !row.settings) throw new LeaseLostError();
  return { layout: row.layout, settings: row.settings };
}

async function runDryRun(deps: ImportsDeps, run: ImportRun): Promise<void> {
  const { accountId, id } = run;
  const { source, ...stored } = await prepare(deps, run, 'checking');
  await inTenant(deps.db, accountId, (trx) => deleteFaults(trx, accountId, id));
  for await (const rows of readReviewRows(source))
    await runPage(deps, run, 'checking', async (trx) => {
      const { counts } = await evaluatePage(trx, accountId, stored, rows);
      const faults = rows.flatMap((row) =>
        'fault' in row ? [toFaultRow(row.line, row.fault, source.layout)] : [],
      );
      await insertFaults(trx, accountId, id, faults, importLimits.faults);
      return counts;
    });
  await inTenant(deps.db, accountId, async (trx) => {
    await renewLease(trx, run, 'checking', zeroCounts);
    await changeImport(trx, accountId, id, ['checking'], { state: 'checked', releaseLease: true });
  });
}

interface PageResult {
  counts: ImportCounts;
  added: ImportedReview[];
  changes: ImportedUpdate[];
  duplicates: string[];
}

/** Determines what a page would add and change, without writing anything. */
async function evaluatePage(
  trx: Transaction<DB>,
  accountId: string,
  { target, matchedIds }: Omit<PreparedRun, 'source'>,
  rows: readonly ReviewRow[],
): Promise<PageResult> {
  const reviews = rows.flatMap((row) => ('review' in row ? [row.review] : []));
  const { results, changes, duplicates } = await compareImported(trx, accountId, target, reviews, matchedIds);
  const added = reviews.filter((_, index) => results[index] === 'new');
  const changed = changes.length;
  const invalid = rows.filter((row) => 'fault' in row).length;
  const unchanged = rows.length - invalid - added.length - changed;
  return {
    added,
    changes,
    duplicates,
    counts: { done: rows.length, added: added.length, changed, invalid, unchanged },
  };
}

async function publishImport(deps: ImportsDeps, run: ImportRun, hidden: boolean): Promise<void> {
  const { accountId, id } = run;
  if (hidden) await storeHidden(deps, run);
  const { target } = await loadTarget(deps, run);
  let more = hidden ? await revealReviews(deps, run, target) : true;
  // Changes beyond the first batch follow in further batches. After a crash, the next worker continues here.
  while (more) {
    let taken = 0;
    await runPage(deps, run, 'publishing', async (trx) => {
      taken = await applyChanges(trx, run, target);
      return zeroCounts;
    });
    more = taken === batchSize;
  }
  await inTenant(deps.db, accountId, async (trx) => {
    await renewLease(trx, run, 'publishing', zeroCounts);
    await deleteParts(deps.db, trx, accountId, id);
    await changeImport(trx, accountId, id, ['publishing'], {
      state: 'finished',
      finished: true,
      releaseLease: true,
    });
  });
}

/** Stores all reviews hidden. */
async function storeHidden(deps: ImportsDeps, run: ImportRun): Promise<void> {
  const { accountId, id } = run;
  const { source, ...stored } = await prepare(deps, run, 'publishing');
  await inTenant(deps.db, accountId, (trx) => deleteStagedChanges(trx, accountId, id));
  for await (const rows of readReviewRows(source))
    await runPage(deps, run, 'publishing', async (trx) => {
      const { counts, added, changes, duplicates } = await evaluatePage(trx, accountId, stored, rows);
      await insertImportedReviews(trx, accountId, { ...stored.target, importId: id }, added);
      await stageChanges(trx, accountId, id, changes);
      await markAsImportMatch(trx, accountId, duplicates);
      return counts;
    });
}

/**
 * Shows all added reviews and applies the first batch of changes in one transaction.
 * @returns whether more changes remain
 */
async function revealReviews(deps: ImportsDeps, run: ImportRun, target: ImportTarget): Promise<boolean> {
  const { accountId, id } = run;
  return inTenant(deps.db, accountId, async (trx) => {
    await renewLease(trx, run, 'publishing', zeroCounts);
    await changeImport(trx, accountId, id, ['publishing'], { hidden: false });
    // Counted again here, because a sync may have fetched some of the reviews in the meantime.
    await setAddedCount(trx, accountId, id, await countImportedReviews(trx, accountId, id));
    return (await applyChanges(trx, run, target)) === batchSize;
  });
}

async function applyChanges(trx: Transaction<DB>, run: ImportRun, target: ImportTarget): Promise<number> {
  const reviews = await takeStagedChanges(trx, run.accountId, run.id, batchSize);
  await updateImportedReviews(trx, run.accountId, target, reviews);
  return reviews.length;
}

async function loadTarget(
  deps: ImportsDeps,
  { accountId, id }: ImportRun,
): Promise<{ target: ImportTarget }> {
  const row = await inTenant(deps.db, accountId, (trx) => findImportRow(trx, accountId, id));
  const { settings } = requireSettings(row);
  return { target: { locationId: settings.locationId, source: settings.source } };
}

async function undoImport(deps: ImportsDeps, run: ImportRun): Promise<void> {
  const { accountId, id } = run;
  for (let deleted = batchSize; deleted === batchSize; ) {
    run.signal.throwIfAborted();
    deleted = await runWithCooldown(
      () =>
        inSystem(deps.db, async (trx) => {
          await renewLease(trx, run, 'undoing', zeroCounts);
          return deleteImportedReviews(trx, accountId, id, batchSize);
        }),
      run.signal,
    );
  }
  await inTenant(deps.db, accountId, async (trx) => {
    await renewLease(trx, run, 'undoing', zeroCounts);
    const row = await findImportRow(trx, accountId, id);
    await deleteParts(deps.db, trx, accountId, id);
    await deleteStagedChanges(trx, accountId, id);
    await changeImport(trx, accountId, id, ['undoing'], {
      // A finished import becomes undone, an unfinished one canceled.
      state: row?.finished_at ? 'undone' : 'canceled',
      hidden: false,
      finished: true,
      releaseLease: true,
    });
  });
}

/** The files were readable before and are not any more: removes the stored reviews and records the problem. */
async function failImport(
  deps: ImportsDeps,
  run: ImportRun,
  { problem, line }: UnreadableFileError,
): Promise<void> {
  const { accountId, id } = run;
  await inTenant(deps.db, accountId, async (trx) => {
    await changeImport(trx, accountId, id, ['checking'], { state: 'failed', finished: true });
    await changeImport(trx, accountId, id, ['publishing'], { state: 'undoing' });
    await changeImport(trx, accountId, id, ['failed', 'undoing'], { problem, problemLine: line });
  });
  await enqueueImport(deps, accountId, id);
}
