import type { SyncRun } from '@kindling/contract/sync';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Feed } from '../../http/event-streams.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import {
  acceptRemovals,
  findConnection,
  findListingRow,
  findListingSyncSettings,
  requestFullPass,
  requestManualSync,
} from '../connections/index.ts';
import { audit } from '../identity/index.ts';
import type { SyncDeps } from './deps.ts';
import { enqueueSync } from './jobs.ts';
import { presentRun } from './present.ts';
import { listLastRuns, listRuns } from './queries.ts';

/** Minimum time between two manual runs of the same kind. */
const manualCooldownSeconds = 60;
const maxRunsShown = 20;

/**
 * Requests a sync of the listing, or a full pass.
 * @throws AppError `not-found`; `read-just-now` within a minute of the last run (with `fullPass`: of the last full run);
 * `platform-busy` while a run waits for the platform's `Retry-After`; `sync-paused` while the operator pauses it; `platform-reauthorize`, `platform-withdrawn` or
 * `platform-not-approved` when the connection does not work.
 */
export async function syncNow(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  fullPass = false,
): Promise<void> {
  await inTenant(deps.db, accountId, (trx) => requestSync(trx, accountId, listingId, fullPass));
  await enqueueSync(deps, accountId, listingId, 'manual');
}

/** As {@link syncNow}, in the transaction of the caller, who then enqueues the sync. */
export async function requestSync(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  fullPass: boolean,
): Promise<void> {
  const listing = await findListingRow(trx, accountId, listingId);
  if (listing === null) throw notFound();
  const found = await findListingSyncSettings(trx, accountId, listingId);
  if (found?.isPausedByOperator === true) throw new AppError('sync-paused');
  const connection = await findConnection(trx, accountId, listing.connection_id);
  if (connection?.status === 'needs_reauthorization') throw new AppError('platform-reauthorize');
  if (connection?.status === 'withdrawn') throw new AppError('platform-withdrawn');
  if (connection?.status === 'not_approved') throw new AppError('platform-not-approved');
  const runs = await listRuns(trx, accountId, listingId, maxRunsShown);
  const [last] = runs;
  const platformWait = last?.outcome === 'running' ? secondsUntil(last.next_try_at) : 0;
  if (platformWait > 0) throw new AppError('platform-busy', undefined, { retryAfter: platformWait });
  // A run of kind `newest` does not read everything, so only a previous full pass delays the next one.
  const previous = fullPass ? runs.find(({ kind }) => kind === 'full') : last;
  const cooldown = previous === undefined ? 0 : secondsUntil(cooldownEnd(previous.started_at));
  if (cooldown > 0) throw new AppError('read-just-now', undefined, { retryAfter: cooldown });
  if (fullPass) await requestFullPass(trx, accountId, listingId);
  await requestManualSync(trx, accountId, listingId);
}

/**
 * The owner confirms that the held-back removals are real. Starts a full pass, which looks each review up once more.
 * @throws AppError `not-found`; `conflict` when no removals are pending.
 */
export async function acceptPendingRemovals(
  deps: SyncDeps,
  user: { accountId: string; userId: string },
  listingId: string,
): Promise<void> {
  await inTenant(deps.db, user.accountId, async (trx) => {
    if ((await findListingRow(trx, user.accountId, listingId)) === null) throw notFound();
    if (!(await acceptRemovals(trx, user.accountId, listingId))) throw new AppError('conflict');
    await requestManualSync(trx, user.accountId, listingId);
    await audit(trx, {
      accountId: user.accountId,
      userId: user.userId,
      action: 'listing.removals-accepted',
      target: listingId,
    });
  });
  await enqueueSync(deps, user.accountId, listingId, 'manual');
}

function cooldownEnd(startedAt: Date): Date {
  return new Date(startedAt.getTime() + manualCooldownSeconds * 1000);
}

function secondsUntil(time: Date | null): number {
  return time === null ? 0 : Math.max(0, Math.ceil((time.getTime() - Date.now()) / 1000));
}

export async function listListingRuns(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
): Promise<SyncRun[]> {
  return inTenant(deps.db, accountId, async (trx) => {
    if ((await findListingRow(trx, accountId, listingId)) === null) throw notFound();
    return (await listRuns(trx, accountId, listingId, maxRunsShown)).map(presentRun);
  });
}

/** Streams the newest run of each listing. */
export function createRunFeed(deps: Pick<SyncDeps, 'db'>): Feed<SyncRun> {
  return {
    topic: 'sync',
    async read(accountId) {
      const rows = await inTenant(deps.db, accountId, (trx) => listLastRuns(trx, accountId));
      return rows.map((row) => ({ id: row.id, version: row.updated_at.getTime(), value: presentRun(row) }));
    },
  };
}
