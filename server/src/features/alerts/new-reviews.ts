/**
 * Which stored reviews are really new, so that somebody is told of them: not those of a first sync, an import, a reconnection
 * or a gap that a full pass filled, and none that was written long ago (docs/decisions/0090-who-hears-of-a-review.md).
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** A review that was written earlier before it was stored is no news. */
const maxAgeDays = 3;
/** Platforms list some reviews after a check that takes hours. */
const maxDelayHours = 24;

export interface AddedReview {
  id: string;
  /** When it was stored, or shown after it was held. */
  at: Date;
}

export interface NewReview {
  id: string;
  at: Date;
  location_id: string;
  source: string;
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
}

/**
 * Those of the reviews that are really new, at `now`. The run that stored a review is the one that worked on its listing at
 * that moment: a listing has one at a time. A full pass reads everything, so only what is newer than all that the platform
 * listed before counts, and what was written within a day. Every run of a small place is a full pass, because it reaches the end.
 * `offset 0` looks each review up by its id, also where the planner knows nothing of the table, as during a first sync.
 */
export async function listNewReviews(
  trx: Transaction<DB>,
  accountId: string,
  added: readonly AddedReview[],
  now: Date,
): Promise<NewReview[]> {
  if (added.length === 0) return [];
  const { rows } = await sql<NewReview>`
    select r.id, e.at, r.location_id, r.source, r.rating, r.recommendation
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as e(id uuid, at timestamptz)
     cross join lateral (
        select * from reviews where account_id = ${accountId}::uuid and id = e.id offset 0) r
      left join lateral (
        select s.trigger, s.kind, s.started_at from sync_runs s
         where s.account_id = r.account_id and s.listing_id = r.listing_id and s.started_at <= r.created_at
         order by s.started_at desc limit 1) run on true
     where e.at > ${daysBefore(now)} and ${isShown} and case
       when r.source = 'first-party' then true
       when r.source = 'import' or r.date_basis is not null then false
       else r.written_at > e.at - make_interval(days => ${maxAgeDays}) and run.trigger <> 'first'
            and (run.kind <> 'full' or r.written_at > e.at - make_interval(hours => ${maxDelayHours}) or r.written_at > (
                   select max(b.newest_change_at) from sync_runs b
                    where b.account_id = r.account_id and b.listing_id = r.listing_id
                      and b.started_at < run.started_at)) end
     order by e.at, r.id`.execute(trx);
  return rows;
}

function daysBefore(now: Date): RawBuilder<Date> {
  return sql`${now}::timestamptz - make_interval(days => ${maxAgeDays})`;
}

/** Whether review `r` can be read: no mail and no news is about another one. */
export const isReadable = sql<boolean>`(r.removed_at is null and r.held_at is null and r.wiped_at is null)`;
/** Whether it is not hidden either. Of hidden reviews only those are told that somebody assigned. */
export const isShown = sql<boolean>`(${isReadable} and r.hidden_at is null)`;
