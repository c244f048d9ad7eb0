/** SQL of the news. */
import {
  maxCountedAssigned,
  maxCountedNews,
  newsDays,
  newsExcerptLength,
  newsLimit,
} from '@kindling/contract/news';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isReadable, isShown } from './new-reviews.ts';

export interface NewNews {
  id: string;
  kind: 'review' | 'reply-published' | 'reply-refused' | 'message' | 'connection' | 'assigned' | 'support';
  subjectId: string;
  locationId: string | null;
  at: Date;
  /** The member whom it concerns alone; everybody without it. */
  userId?: string;
}

/** Assignments to a member within such a span are one line; spans begin at multiples of it. */
export const assignedSpanMs = 15 * 60_000;

/** A repeated call adds none; a line about assignments moves to the latest one. */
export async function insertNews(
  trx: Transaction<DB>,
  accountId: string,
  items: readonly NewNews[],
): Promise<void> {
  const [lines, others] = [items.filter(isAssigned), items.filter((item) => !isAssigned(item))];
  if (others.length > 0)
    await trx
      .insertInto('news')
      .values(others.map((item) => rowOf(accountId, item)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (lines.length > 0)
    await trx
      .insertInto('news')
      .values(lines.map((item) => rowOf(accountId, item)))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'id']).doUpdateSet({ at: sql`greatest(news.at, excluded.at)` }),
      )
      .execute();
}

const isAssigned = ({ kind }: NewNews): boolean => kind === 'assigned';

const rowOf = (accountId: string, { id, kind, subjectId, locationId, at, userId }: NewNews) => ({
  account_id: accountId,
  id,
  kind,
  subject_id: subjectId,
  location_id: locationId,
  at,
  user_id: userId ?? null,
});

/** Lines of everybody and of one member, and alerts of a line until one that holds. */
const maxLooked = { lines: 500, ownLines: 100, alerts: 100 } as const;

const spanLength = sql`make_interval(secs => ${sql.lit(assignedSpanMs / 1000)})`;
const startOfSpan = sql`date_bin(${spanLength}, n.at, timestamptz 'epoch')`;

export interface NewsRow {
  id: string;
  kind: NewNews['kind'];
  subject_id: string;
  user_id: string | null;
  /** With `assigned`: how many reviews of that span are still theirs, of which the subject is the first; and whether it has more. */
  count: number;
  more: boolean;
  at: Date;
  location_name: string | null;
  source: string | null;
  author_name: string | null;
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
  thumb: 'up' | 'down' | null;
  excerpt: string | null;
  platform: string | null;
  connection_name: string | null;
  status: string | null;
  /** With `support`: the member as whom it acted. */
  member_name: string | null;
}

interface Reader {
  accountId: string;
  userId: string;
}

/** News of a member whose subject is there, the newest first: a review that was removed or a message that was taken back is none. */
export async function listNewsRows(trx: Transaction<DB>, reader: Reader, now: Date): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select n.id, n.kind, coalesce(w.review_id, n.subject_id) as subject_id, n.user_id, n.at, l.name as location_name, r.source, r.author_name,
           coalesce(r.rating, s.rating) as rating, r.recommendation, s.thumb,
           left(coalesce(nullif(r.text, ''), f.message), ${newsExcerptLength}) as excerpt,
           c.platform, c.display_name as connection_name, c.status, nullif(u.display_name, '') as member_name,
           case when n.kind = 'assigned' then (select count(*)::int ${stillAssigned(maxCountedAssigned)}) else 1 end as count,
           n.kind = 'assigned' and exists (${alertsOfLine} offset ${maxCountedAssigned}) as more
    ${presentNews(reader, now, null)}
     order by n.at desc, n.id desc limit ${newsLimit}`.execute(trx);
  return rows;
}

/** @returns how many news of a member there are after `since`, at most one more than are counted */
export async function countNewsAfter(
  trx: Transaction<DB>,
  reader: Reader,
  since: Date | null,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 ${presentNews(reader, now, since)} limit ${maxCountedNews + 1}) listed`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The alerts of line `n`, the oldest first: in the order of an index, so that a limit ends the reading. */
const alertsOfLine = sql`
  select a.review_id, a.assigned_at from assignment_alerts a
   where a.account_id = n.account_id and a.user_id = n.user_id
     and a.assigned_at >= ${startOfSpan} and a.assigned_at < ${startOfSpan} + ${spanLength}
   order by a.assigned_at`;

/** The reviews of the first `limit` alerts of line `n` that are still the member's, and can be read. */
const stillAssigned = (limit: number) => sql`
  from (${alertsOfLine} limit ${limit}) a
 cross join lateral (${reviewOf(sql`a.review_id`)}) r
 where r.assignee_id = n.user_id and ${isReadable}`;

/** A review of the line's account. `offset 0` looks it up by its id alone, also while the planner knows nothing of the table. */
function reviewOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select * from reviews where account_id = n.account_id and id = ${id} offset 0`;
}

/**
 * Lines `n` with their subjects. Only the newest lines are looked at, and the first alerts of each, so that the work has an end
 * whatever was removed, hidden or taken back. A line is left out when none of these alerts holds.
 */
function presentNews(reader: Reader, now: Date, since: Date | null): RawBuilder<unknown> {
  return sql`
      from (${newestLines(reader, now, since)}) n
      left join lateral (
        select a.review_id ${stillAssigned(maxLooked.alerts)} order by a.assigned_at limit 1) w on n.kind = 'assigned'
      left join lateral (${reviewOf(sql`case
             when n.kind = 'assigned' then w.review_id
             when n.kind in ('review', 'reply-published', 'reply-refused') then n.subject_id end`)}) r on n.kind = 'assigned' or ${isShown}
      left join feedback f on n.kind = 'message' and f.account_id = n.account_id and f.id = n.subject_id
            and f.withdrawn_at is null
      left join submissions s on s.account_id = f.account_id and s.id = f.id
      left join connections c on n.kind = 'connection' and c.account_id = n.account_id and c.id = n.subject_id
            and c.status <> 'disconnected'
      left join users u on n.kind = 'support' and u.id = n.subject_id
      left join locations l on l.account_id = n.account_id and l.id = coalesce(r.location_id, f.location_id)
     where n.kind = 'support' or coalesce(r.id, f.id, c.id) is not null`;
}

/** The newest lines of everybody and of the member, the newest first. */
function newestLines({ accountId, userId }: Reader, now: Date, since: Date | null): RawBuilder<unknown> {
  const newest = (whose: RawBuilder<unknown>, limit: number) => sql`(
    select * from news
     where account_id = ${accountId}::uuid and ${whose} and at > ${now}::timestamptz - make_interval(days => ${newsDays})
       and at > coalesce(${since}::timestamptz, '-infinity')
     order by at desc, id desc limit ${limit})`;
  return sql`${newest(sql`user_id is null`, maxLooked.lines)}
    union all ${newest(sql`user_id = ${userId}::uuid`, maxLooked.ownLines)}
     order by at desc, id desc`;
}

/** When a member last looked at the news; before that, when they joined. Null for somebody who is none. */
export async function findSeenAt(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(v.seen_at, m.created_at) as at
      from memberships m left join news_visits v on v.account_id = m.account_id and v.user_id = m.user_id
     where m.account_id = ${accountId}::uuid and m.user_id = ${userId}::uuid`.execute(trx);
  return rows[0]?.at ?? null;
}

/** Two windows may be open: the later moment stays. */
export async function storeSeenAt(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into news_visits (account_id, user_id, seen_at) values (${accountId}::uuid, ${userId}::uuid, ${at})
    on conflict (account_id, user_id) do update set seen_at = excluded.seen_at
     where news_visits.seen_at < excluded.seen_at`.execute(trx);
}

/** Deletes up to `limit` news from before `before`. Across all tenants. @returns how many */
export async function deleteOldNews(trx: Transaction<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from news where (account_id, id) in (
      select account_id, id from news where at < ${before} order by at limit ${limit})`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
