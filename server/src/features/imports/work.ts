/**
 * The long part of an import, done by a worker: dry run, import, undoing. Each goes page by page, every page in one
 * short transaction together with its counts and a lease, so that a killed worker leaves pages that are whole and the
 * next one begins anew (reading again changes nothing). Reviews that are added stay unseen until a single change of
 * the import's row shows all of them; taking them back begins with the same change.
 */

import { importLimits } from '@kindling/contract/import-files';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import { paced } from '../../lib/paced.ts';
import {
  addImported,
  changeImported,
  countImported,
  deleteImported,
  type ImportedChange,
  type ImportedReview,
  type ImportPlace,
  judgeImported,
  markTwins,
} from '../reviews/index.ts';
import { deleteChanges, stageChanges, takeChanges } from './change-queries.ts';
import type { ImportsDeps } from './deps.ts';
import { deleteFaults, insertFaults } from './fault-queries.ts';
import { deleteParts, partsOf } from './parts.ts';
import { faultRow } from './present.ts';
import {
  type Counts,
  changeImport,
  claimImport,
  countPage,
  findImportRow,
  findTimeZone,
  type ImportRow,
  nothingCounted,
  releaseImport,
  setAdded,
} from './queries.ts';
import { requestWork } from './request-work.ts';
import { type ReadRow, readRows, type Source } from './rows.ts';
import { Unreadable } from './unreadable.ts';

/** States in which an import waits for a worker. */
const workable = ['checking', 'publishing', 'undoing'] as const;
/** Longer than a page takes by far; a dead worker is replaced after it. */
const leaseSeconds = 60;
/** Reviews that are deleted, or given new words, in one transaction. */
const batch = 1_000;

/** The owner gave the import up, or another worker has it: the page in hand must not be kept. */
class Overtaken extends Error {}

interface Job {
  accountId: string;
  id: string;
  worker: string;
  signal: AbortSignal;
}

/** Works on one import to the end of its step; `busy` when another import of the account is being worked on. */
export async function workImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  signal: AbortSignal,
): Promise<'busy' | 'done'> {
  const job: Job = { accountId, id, worker: newId(), signal };
  const claimed = await inTenant(deps.db, accountId, (trx) =>
    claimImport(trx, accountId, id, workable, { worker: job.worker, leaseSeconds }),
  );
  if (claimed === 'busy') return 'busy';
  if (claimed === null) return 'done';
  try {
    if (claimed.state === 'checking') await check(deps, job);
    else if (claimed.state === 'undoing') await undo(deps, job);
    else await publish(deps, job, claimed.hidden);
  } catch (error) {
    if (error instanceof Unreadable) await fail(deps, job, error);
    else if (!(error instanceof Overtaken)) throw error;
  } finally {
    await inTenant(deps.db, accountId, (trx) => releaseImport(trx, accountId, id, job.worker));
  }
  return 'done';
}

/** One page in one transaction, and a pause: all of it, or nothing when the import is no longer this worker's. */
async function page(
  deps: ImportsDeps,
  job: Job,
  state: string,
  work: (trx: Transaction<DB>) => Promise<Counts>,
): Promise<Counts> {
  job.signal.throwIfAborted();
  return paced(
    () =>
      inTenant(deps.db, job.accountId, async (trx) => {
        const counts = await work(trx);
        await hold(trx, job, state, counts);
        return counts;
      }),
    job.signal,
  );
}

async function hold(trx: Transaction<DB>, job: Job, state: string, counts: Counts): Promise<void> {
  const { accountId, id, worker } = job;
  if (!(await countPage(trx, accountId, id, { worker, state, leaseSeconds }, counts))) throw new Overtaken();
}

interface Prepared {
  source: Source;
  place: ImportPlace;
  /** Stored reviews that rows of the file were found to be. */
  taken: Set<string>;
}

/** Begins the step anew: whatever a worker before has counted was counted in vain. */
async function prepare(deps: ImportsDeps, job: Job, state: string): Promise<Prepared> {
  const { accountId, id } = job;
  const { row, zone } = await inTenant(deps.db, accountId, async (trx) => {
    await hold(trx, job, state, nothingCounted);
    await changeImport(trx, accountId, id, [state], { fresh: true });
    const found = await findImportRow(trx, accountId, id);
    return { row: found, zone: await findTimeZone(trx, accountId) };
  });
  const { layout, settings } = complete(row);
  return {
    place: { locationId: settings.locationId, source: settings.source },
    taken: new Set(),
    source: {
      open: (file) => partsOf(deps.db, accountId, id, file),
      files: row?.files.length ?? 0,
      layout,
      settings,
      zone,
      archives: deps.archives,
      now: Date.now(),
    },
  };
}

function complete(row: ImportRow | null) {
  if (!row?.layout || !row.settings) throw new Overtaken();
  return { layout: row.layout, settings: row.settings };
}

async function check(deps: ImportsDeps, job: Job): Promise<void> {
  const { accountId, id } = job;
  const { source, ...stored } = await prepare(deps, job, 'checking');
  await inTenant(deps.db, accountId, (trx) => deleteFaults(trx, accountId, id));
  for await (const rows of readRows(source))
    await page(deps, job, 'checking', async (trx) => {
      const { counts } = await judge(trx, accountId, stored, rows);
      const faults = rows.flatMap((row) =>
        'fault' in row ? [faultRow(row.line, row.fault, source.layout)] : [],
      );
      await insertFaults(trx, accountId, id, faults, importLimits.faults);
      return counts;
    });
  await inTenant(deps.db, accountId, async (trx) => {
    await hold(trx, job, 'checking', nothingCounted);
    await changeImport(trx, accountId, id, ['checking'], { state: 'checked', released: true });
  });
}

interface Judged {
  counts: Counts;
  added: ImportedReview[];
  changes: ImportedChange[];
  twins: string[];
}

/** What a page would do, and the reviews that it would do it with. */
async function judge(
  trx: Transaction<DB>,
  accountId: string,
  { place, taken }: Omit<Prepared, 'source'>,
  rows: readonly ReadRow[],
): Promise<Judged> {
  const good = rows.flatMap((row) => ('review' in row ? [row.review] : []));
  const { verdicts, changes, twins } = await judgeImported(trx, accountId, place, good, taken);
  const added = good.filter((_, index) => verdicts[index] === 'new');
  const changed = changes.length;
  const faulty = rows.filter((row) => 'fault' in row).length;
  const there = rows.length - faulty - added.length - changed;
  return {
    added,
    changes,
    twins,
    counts: { done: rows.length, added: added.length, changed, faulty, there },
  };
}

async function publish(deps: ImportsDeps, job: Job, hidden: boolean): Promise<void> {
  const { accountId, id } = job;
  if (hidden) await store(deps, job);
  const { place } = await locate(deps, job);
  let more = hidden ? await show(deps, job, place) : true;
  // Beyond one batch, new words for reviews that were there follow in batches; a dead worker's successor goes on here.
  while (more) {
    let taken = 0;
    await page(deps, job, 'publishing', async (trx) => {
      taken = await applyChanges(trx, job, place);
      return nothingCounted;
    });
    more = taken === batch;
  }
  // Before the end is written: whoever dies here leaves an open import, and the next worker tells it again.
  await deps.onReviewsChanged(accountId);
  await inTenant(deps.db, accountId, async (trx) => {
    await hold(trx, job, 'publishing', nothingCounted);
    await deleteParts(deps.db, trx, accountId, id);
    await changeImport(trx, accountId, id, ['publishing'], {
      state: 'finished',
      finished: true,
      released: true,
    });
  });
}

/** Everything is stored, nothing is seen. */
async function store(deps: ImportsDeps, job: Job): Promise<void> {
  const { accountId, id } = job;
  const { source, ...stored } = await prepare(deps, job, 'publishing');
  await inTenant(deps.db, accountId, (trx) => deleteChanges(trx, accountId, id));
  for await (const rows of readRows(source))
    await page(deps, job, 'publishing', async (trx) => {
      const { counts, added, changes, twins } = await judge(trx, accountId, stored, rows);
      await addImported(trx, accountId, { ...stored.place, importId: id }, added);
      await stageChanges(trx, accountId, id, changes);
      await markTwins(trx, accountId, twins);
      return counts;
    });
}

/** The one moment at which all of it is seen, the first batch of changes with it; true when there are more of these. */
async function show(deps: ImportsDeps, job: Job, place: ImportPlace): Promise<boolean> {
  const { accountId, id } = job;
  return inTenant(deps.db, accountId, async (trx) => {
    await hold(trx, job, 'publishing', nothingCounted);
    await changeImport(trx, accountId, id, ['publishing'], { hidden: false });
    // Counted where it can be known: a sync may have brought some of the reviews in the meantime.
    await setAdded(trx, accountId, id, await countImported(trx, accountId, id));
    return (await applyChanges(trx, job, place)) === batch;
  });
}

async function applyChanges(trx: Transaction<DB>, job: Job, place: ImportPlace): Promise<number> {
  const reviews = await takeChanges(trx, job.accountId, job.id, batch);
  await changeImported(trx, job.accountId, place, reviews);
  return reviews.length;
}

async function locate(deps: ImportsDeps, { accountId, id }: Job): Promise<{ place: ImportPlace }> {
  const row = await inTenant(deps.db, accountId, (trx) => findImportRow(trx, accountId, id));
  const { settings } = complete(row);
  return { place: { locationId: settings.locationId, source: settings.source } };
}

async function undo(deps: ImportsDeps, job: Job): Promise<void> {
  const { accountId, id } = job;
  // Unseen already; embeds must not show them until the last is deleted.
  await deps.onReviewsChanged(accountId);
  for (let deleted = batch; deleted === batch; ) {
    job.signal.throwIfAborted();
    deleted = await paced(
      () =>
        inSystem(deps.db, async (trx) => {
          await hold(trx, job, 'undoing', nothingCounted);
          return deleteImported(trx, accountId, id, batch);
        }),
      job.signal,
    );
  }
  await inTenant(deps.db, accountId, async (trx) => {
    await hold(trx, job, 'undoing', nothingCounted);
    const row = await findImportRow(trx, accountId, id);
    await deleteParts(deps.db, trx, accountId, id);
    await deleteChanges(trx, accountId, id);
    await changeImport(trx, accountId, id, ['undoing'], {
      // What was finished once was undone; anything else was given up on its way.
      state: row?.finished_at ? 'undone' : 'cancelled',
      hidden: false,
      finished: true,
      released: true,
    });
  });
}

/** Read well once and not again: what was stored goes, and the import says why. */
async function fail(deps: ImportsDeps, job: Job, { problem, line }: Unreadable): Promise<void> {
  const { accountId, id } = job;
  await inTenant(deps.db, accountId, async (trx) => {
    await changeImport(trx, accountId, id, ['checking'], { state: 'failed', finished: true });
    await changeImport(trx, accountId, id, ['publishing'], { state: 'undoing' });
    await changeImport(trx, accountId, id, ['failed', 'undoing'], { problem, problemLine: line });
  });
  await requestWork(deps, accountId, id);
}
