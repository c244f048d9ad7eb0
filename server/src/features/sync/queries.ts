import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** The latest runs that `findLastSuccess` reads, so that it stays fast while all of them fail. */
const lookedBack = 1_000;

export interface RunRow {
  id: string;
  listing_id: string;
  trigger: string;
  kind: string;
  outcome: string;
  started_at: Date;
  finished_at: Date | null;
  cursor: string | null;
  seen: number;
  expected: number | null;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  restored: number;
  skipped: number;
  requests: number;
  attempts: number;
  /** The platform's time of the newest change when the run started reading; null before the first page. */
  newest_change_at: Date | null;
  error_code: string | null;
  next_try_at: Date | null;
  updated_at: Date;
}

export const runColumns = [
  'id',
  'listing_id',
  'trigger',
  'kind',
  'outcome',
  'started_at',
  'finished_at',
  'cursor',
  'seen',
  'expected',
  'added',
  'changed',
  'unchanged',
  'removed',
  'restored',
  'skipped',
  'requests',
  'attempts',
  'newest_change_at',
  'error_code',
  'next_try_at',
  'updated_at',
] as const;

/** The run that an earlier worker left open, if any. The next worker resumes it. */
export async function findOpenRun(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
): Promise<RunRow | null> {
  const row = await trx
    .selectFrom('sync_runs')
    .select(runColumns)
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('outcome', '=', 'running')
    .executeTakeFirst();
  return row ?? null;
}

/** Older runs of a listing are deleted: nobody reads them, and they would slow the live view down. */
const maxStoredRuns = 100;

export async function insertRun(
  trx: Transaction<DB>,
  accountId: string,
  run: { id: string; listingId: string; trigger: string; kind: 'newest' | 'full' },
): Promise<RunRow> {
  await trx
    .deleteFrom('sync_runs')
    .where('account_id', '=', accountId)
    .where('listing_id', '=', run.listingId)
    .where('started_at', '<', (select) =>
      select
        .selectFrom('sync_runs')
        .select('started_at')
        .where('account_id', '=', accountId)
        .where('listing_id', '=', run.listingId)
        .orderBy('started_at', 'desc')
        .offset(maxStoredRuns - 1)
        .limit(1),
    )
    .execute();
  return trx
    .insertInto('sync_runs')
    .values({
      account_id: accountId,
      id: run.id,
      listing_id: run.listingId,
      trigger: run.trigger,
      kind: run.kind,
    })
    .returning(runColumns)
    .executeTakeFirstOrThrow();
}

export async function countAttempt(trx: Transaction<DB>, accountId: string, run: RunRow): Promise<RunRow> {
  const counted = { attempts: run.attempts + 1, next_try_at: null, error_code: null };
  await updateRun(trx, accountId, run.id, { ...counted, error_message: null });
  return { ...run, ...counted };
}

/** Makes the run read from the first page again. Counts start again too, because it sees the same reviews again. */
export async function restartRun(trx: Transaction<DB>, accountId: string, runId: string): Promise<void> {
  await trx
    .deleteFrom('sync_run_pages')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .execute();
  await updateRun(trx, accountId, runId, {
    cursor: null,
    page: 0,
    newest_change_at: null,
    seen: 0,
    unchanged: 0,
    skipped: 0,
  });
}

/** The run has read or will read all pages. */
export async function markRunFull(trx: Transaction<DB>, accountId: string, runId: string): Promise<void> {
  await updateRun(trx, accountId, runId, { kind: 'full' });
}

export async function finishRun(
  trx: Transaction<DB>,
  accountId: string,
  runId: string,
  end: {
    outcome: 'succeeded' | 'partial' | 'failed';
    errorCode: string | null;
    errorMessage: string | null;
    nextTryInSeconds: number | null;
    removed?: number;
  },
): Promise<void> {
  await trx
    .deleteFrom('sync_run_pages')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .execute();
  await updateRun(trx, accountId, runId, {
    outcome: end.outcome,
    removed: end.removed ?? 0,
    error_code: end.errorCode,
    error_message: end.errorMessage,
    finished_at: sql`clock_timestamp()`,
    cursor: null,
    next_try_at:
      end.nextTryInSeconds === null ? null : sql`now() + make_interval(secs => ${end.nextTryInSeconds})`,
  });
}

/** Leaves the run open for a later attempt. The owner sees the error and the time of the next attempt. */
export async function postponeRun(
  trx: Transaction<DB>,
  accountId: string,
  runId: string,
  error: { errorCode: string; errorMessage: string; nextTryInSeconds: number },
): Promise<void> {
  await updateRun(trx, accountId, runId, {
    error_code: error.errorCode,
    error_message: error.errorMessage,
    next_try_at: sql`now() + make_interval(secs => ${error.nextTryInSeconds})`,
  });
}

/** The operator paused the listing or its platform: its open run, if any, says so and waits for the end of the pause. */
export async function markRunPaused(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
): Promise<void> {
  await trx
    .updateTable('sync_runs')
    .set({
      error_code: 'sync-paused',
      error_message: 'The operator paused reading.',
      next_try_at: null,
      updated_at: sql`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('outcome', '=', 'running')
    .execute();
}

export async function uncountAttempt(trx: Transaction<DB>, accountId: string, runId: string): Promise<void> {
  await updateRun(trx, accountId, runId, { attempts: sql`greatest(0, attempts - 1)` });
}

async function updateRun(
  trx: Transaction<DB>,
  accountId: string,
  runId: string,
  values: Record<string, unknown>,
): Promise<void> {
  await trx
    .updateTable('sync_runs')
    .set({ ...values, updated_at: sql`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .execute();
}

export async function listRuns(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  limit: number,
): Promise<RunRow[]> {
  return trx
    .selectFrom('sync_runs')
    .select(runColumns)
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
}

/** The newest run of each listing of the account. */
export async function listLastRuns(trx: Transaction<DB>, accountId: string): Promise<RunRow[]> {
  return trx
    .selectFrom('sync_runs')
    .select(runColumns)
    .distinctOn('listing_id')
    .where('account_id', '=', accountId)
    .orderBy('listing_id')
    .orderBy('started_at', 'desc')
    .execute();
}

/** When a sync of any account last succeeded, at least in part, among the latest that ended; all tenants. */
export async function findLastSuccess(system: Transaction<DB>): Promise<Date | null> {
  const row = await system
    .selectFrom((from) =>
      from
        .selectFrom('sync_runs')
        .select(['finished_at', 'outcome'])
        .where('finished_at', 'is not', null)
        .orderBy('finished_at', 'desc')
        .limit(lookedBack)
        .as('latest'),
    )
    .select((eb) => eb.fn.max('finished_at').as('at'))
    .where('outcome', 'in', ['succeeded', 'partial'])
    .executeTakeFirst();
  return row?.at ?? null;
}
