/**
 * Recounts the daily sums after a change of the account's time zone, in batches ordered by review id. The id that the
 * recount has reached decides in which zone a review counts (migration 0029), so reviews that are stored, changed or
 * deleted meanwhile are counted once and correctly.
 */
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { runSlice, type SliceOptions } from '../../lib/run-slice.ts';
import { lockDayZone, setDayZone } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';

export const recountJob = defineJob({
  name: 'reviews.recount',
  payload: z.strictObject({ accountId: z.uuid() }),
});

/** Enqueues recounts that a process left when it died before queueing the job or while running it. */
export const recountSweepJob = defineJob({
  name: 'reviews.recount-sweep',
  payload: z.object({}),
  cron: '*/5 * * * *',
  retryLimit: 0,
});

/** Reviews per transaction. Other writes of the account wait for the transaction. */
const batchSize = 1_000;
const maxAccountsPerSweep = 200;
/** Delay after a change of the zone, so that several changes cause one recount. */
const debounceSeconds = 5;
const nilUuid = '00000000-0000-0000-0000-000000000000';

type Deps = Pick<ReviewsDeps, 'db' | 'queue'>;

interface RecountOptions extends SliceOptions {
  /** Reviews per transaction. */
  size?: number;
}

export function recountJobs(deps: Deps, options?: RecountOptions): JobHandler[] {
  return [
    defineJobHandler(recountJob, async ({ accountId }, signal) => {
      if (await recountDays(deps, accountId, signal, options))
        await deps.queue.enqueue(recountJob, { accountId }, { key: accountId });
    }),
    defineJobHandler(recountSweepJob, () => sweepRecounts(deps)),
  ];
}

export function enqueueRecount(deps: Pick<Deps, 'queue'>, accountId: string): Promise<void> {
  return deps.queue.enqueue(recountJob, { accountId }, { key: accountId, delaySeconds: debounceSeconds });
}

export async function sweepRecounts(deps: Deps): Promise<void> {
  const { rows } = await inSystem(deps.db, (trx) =>
    sql<{ id: string }>`
      select id from accounts where days_next is not null or days_zone <> time_zone limit ${maxAccountsPerSweep}`.execute(
      trx,
    ),
  );
  for (const { id } of rows) await enqueueRecount(deps, id);
}

/**
 * Continues where an earlier recount stopped. When the zone changes meanwhile, recounts again for the new zone.
 * @returns whether more is left
 */
export function recountDays(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  signal: AbortSignal,
  { size = batchSize, ...slice }: RecountOptions = {},
): Promise<boolean> {
  signal.throwIfAborted();
  return runSlice(() => inSystem(deps.db, (trx) => recountBatch(trx, accountId, size)), signal, slice);
}

/** Returns false when the sums already match the account's zone. */
async function recountBatch(system: Transaction<DB>, accountId: string, size: number): Promise<boolean> {
  const account = await lockDayZone(system, accountId);
  if (account === null || (account.days_next === null && account.days_zone === account.time_zone))
    return false;
  const next = account.days_next ?? account.time_zone;
  const counted = account.days_counted ?? nilUuid;
  const moved = await moveBatchToNewDays(system, accountId, {
    days_zone: account.days_zone,
    next,
    counted,
    size,
  });
  await setDayZone(
    system,
    accountId,
    moved.count < size
      ? { days_zone: next, days_next: null, days_counted: null }
      : { days_zone: account.days_zone, days_next: next, days_counted: moved.last ?? counted },
  );
  return true;
}

/** Moves a batch of reviews from their old days to their new ones. Removed and hidden reviews are not counted. */
async function moveBatchToNewDays(
  system: Transaction<DB>,
  accountId: string,
  at: { days_zone: string; next: string; counted: string; size: number },
): Promise<{ count: number; last: string | null }> {
  const { rows } = await sql<{ count: number; last: string | null }>`
    with batch as materialized (
      select * from reviews
       where account_id = ${accountId}::uuid and id > ${at.counted}::uuid order by id limit ${at.size}),
    days as materialized (
      select r.*, coalesce(r.written_day, (r.written_at at time zone ${at.days_zone})::date) as old_day,
             coalesce(r.written_day, (r.written_at at time zone ${at.next})::date) as new_day
        from batch r
       where r.removed_at is null
         and (r.import_id is null or r.listing_id is not null or not exists (
           select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))),
    moved as (
      insert into review_days as d
        (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
      select s.account_id, s.source, s.location_id, coalesce(s.listing_id, ${nilUuid}::uuid), s.day,
             coalesce(s.rating, 0), coalesce(s.recommendation, ''), sum(s.sign),
             coalesce(sum(s.sign) filter (where s.answered), 0),
             coalesce(sum(s.sign) filter (where s.text is not null), 0)
        from (select days.*, new_day as day, 1 as sign from days where old_day <> new_day
              union all
              select days.*, old_day, -1 from days where old_day <> new_day) s
       group by 1, 2, 3, 4, 5, 6, 7
      having sum(s.sign) <> 0 or coalesce(sum(s.sign) filter (where s.answered), 0) <> 0
          or coalesce(sum(s.sign) filter (where s.text is not null), 0) <> 0
       order by 1, 2, 3, 4, 5, 6, 7
      on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
         set total = d.total + excluded.total, answered = d.answered + excluded.answered,
             with_text = d.with_text + excluded.with_text),
    summed as materialized (
      select add_review_sums(array_agg(s))
        from days d cross join (values (1), (-1)) p (sign)
       cross join lateral sums_of_review(
         d.account_id, d.location_id, d.listing_id, d.source, d.rating, d.recommendation, d.answered, d.language, d.tag_ids,
         wait_minutes(d.answered, d.written_day, d.date_basis, d.written_at, d.reply_at),
         case p.sign when 1 then d.new_day else d.old_day end, p.sign) s
       where d.old_day <> d.new_day)
    select (select count(*) from summed) as summed, count(*)::int as count, (select id from batch order by id desc limit 1) as last from batch`.execute(
    system,
  );
  return rows[0] ?? { count: 0, last: null };
}

/** Whether the sums do not yet match the account's time zone. */
export async function isRecounting(trx: Transaction<DB>, accountId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('accounts')
    .select(sql<boolean>`days_next is not null or days_zone <> time_zone`.as('recounting'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.recounting;
}
