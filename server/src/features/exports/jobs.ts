import { z } from 'zod';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { runBatches } from '../../lib/cooldown.ts';
import {
  deleteExpiredArchives,
  deleteExpiredParts,
  endArchive,
  listNeglectedArchives,
} from './archive/archive-queries.ts';
import { buildArchive } from './archive/build-archive.ts';
import type { ExportsDeps } from './deps.ts';
import { deleteOldReviewExports } from './review-export-queries.ts';

/** Makes an archive, and goes on where another worker stopped. */
export const archiveJob = defineJob({
  name: 'exports.archive',
  payload: z.strictObject({ accountId: z.uuid(), archiveId: z.uuid() }),
});

/** Resumes archives that nobody makes any more, and deletes what is old. */
export const exportSweepJob = defineJob({
  name: 'exports.sweep',
  payload: z.strictObject({}),
  cron: '*/5 * * * *',
  retryLimit: 0,
});

/** Parts of a megabyte that one transaction deletes. */
const partsAtOnce = 20;
/** A worker touches its archive with each part. */
const idleSeconds = 300;
const exportRetentionMs = 86_400_000;

export function exportJobs(deps: ExportsDeps): JobHandler[] {
  return [
    defineJobHandler(archiveJob, ({ accountId, archiveId }, signal) =>
      buildArchive(deps, accountId, archiveId, signal),
    ),
    defineJobHandler(exportSweepJob, (_payload, signal) => sweepExports(deps, signal)),
  ];
}

/** @param idleSeconds after which an archive that is made counts as left: 0 when no other process can be working on it */
export async function resumeArchives(deps: ExportsDeps, idleSeconds: number): Promise<void> {
  const { db, queue } = deps;
  const left = await inSystem(db, (trx) => listNeglectedArchives(trx, idleSeconds));
  for (const { account_id: accountId, id, is_too_old: isTooOld } of left)
    if (isTooOld)
      await inTenant(db, accountId, (trx) =>
        endArchive(trx, accountId, id, { state: 'failed', failure: 'internal' }),
      );
    else await queue.enqueue(archiveJob, { accountId, archiveId: id }, { key: id });
}

export async function sweepExports(deps: ExportsDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  await resumeArchives(deps, idleSeconds);
  const deleteSome = () => inSystem(db, (trx) => deleteExpiredParts(trx, partsAtOnce));
  const deleted = await runBatches(partsAtOnce, deleteSome, signal);
  if (deleted > 0) db.maintenance.scheduleVacuum('account_archive_parts');
  await inSystem(db, deleteExpiredArchives);
  await deleteOldReviewExports(db, new Date(Date.now() - exportRetentionMs), signal);
}
