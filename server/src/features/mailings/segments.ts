/** Who belongs to a segment, across all tenants. One person gets one mail, however many accounts they have. */
import { asLanguage, type Language } from '@kindling/contract/constants';
import type { MailingKind, Segment } from '@kindling/contract/mailings';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isEnded, isTrialEnding, wasNeverConnected } from '../identity/index.ts';

export interface Audience {
  kind: MailingKind;
  segment: Segment;
  now: Date;
}

/** A person of the segment, with the account for which they belong to it; null for none. */
export interface AudienceRow {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  locale: string;
  account_id: string | null;
  account_name: string | null;
  plan_ends_at: Date | null;
  time_zone: string | null;
  /** Wants product news, in any of their accounts. */
  wants_news: boolean;
  /** A mail server refused this address for good. */
  is_refused: boolean;
}

/** Which of a person's accounts count: `a` the account, `m` the membership. */
function accountCondition({ segment, now }: Audience): RawBuilder<unknown> {
  switch (segment.kind) {
    case 'trial-ending':
      return sql`m.role = 'owner' and ${isTrialEnding(now)}`;
    case 'ended':
      return sql`m.role = 'owner' and ${isEnded(now)}`;
    case 'never-connected':
      return sql`m.role = 'owner' and ${wasNeverConnected}`;
    default:
      return sql`true`;
  }
}

function personCondition({ segment }: Audience): RawBuilder<unknown> {
  if (segment.kind === 'language') return sql`u.locale = ${segment.language}`;
  if (segment.kind === 'person') return sql`u.id = ${segment.userId}::uuid`;
  return sql`true`;
}

/** Whether the person `u` wants product news, in any of their accounts. */
export const wantsNews = sql<boolean>`exists (
  select from memberships w join accounts o on o.id = w.account_id
   where w.user_id = u.id and o.erasing_since is null and w.alerts -> 'productNews' = 'true'::jsonb)`;

/** Accounts that are being erased count for nothing. Nobody who is blocked belongs to a segment. */
function audience(
  of: Audience,
  more: RawBuilder<unknown> = sql`true`,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<AudienceRow> {
  // A single person may belong to no account, as administrators do.
  const join = of.segment.kind === 'person' ? sql`left join` : sql`join`;
  return sql<AudienceRow>`
    select u.id as user_id, u.email, u.first_name, u.last_name, u.display_name, u.locale,
           found.account_id, found.account_name, found.plan_ends_at, found.time_zone,
           ${wantsNews} as wants_news,
           exists (select from mailing_recipients r
                    where r.user_id = u.id and r.refused_address = sha256(convert_to(lower(u.email), 'UTF8'))) as is_refused
      from users u
      ${join} lateral (
        select a.id as account_id, a.name as account_name, a.plan_ends_at, a.time_zone
          from memberships m join accounts a on a.id = m.account_id
         where m.user_id = u.id and a.erasing_since is null and ${accountCondition(of)}
         order by m.created_at, a.id limit 1) found on true
     where u.blocked_at is null and ${personCondition(of)} and ${more} ${lock}`;
}

export interface AudienceCounts {
  matching: number;
  unwanted: number;
  suppressed: number;
  /** Who gets a mail, by their own language. */
  byLocale: Map<Language, number>;
}

const isWanted = ({ kind }: Audience): RawBuilder<unknown> =>
  kind === 'news' ? sql`s.wants_news` : sql`true`;

export async function countAudience(trx: Transaction<DB>, of: Audience): Promise<AudienceCounts> {
  const wanted = isWanted(of);
  const { rows } = await sql<{
    locale: string;
    matching: number;
    unwanted: number;
    suppressed: number;
    count: number;
  }>`
    select s.locale, count(*)::int as matching, (count(*) filter (where not ${wanted}))::int as unwanted,
           (count(*) filter (where ${wanted} and s.is_refused))::int as suppressed,
           (count(*) filter (where ${wanted} and not s.is_refused))::int as count
      from (${audience(of)}) s group by s.locale`.execute(trx);
  const sum = (field: 'matching' | 'unwanted' | 'suppressed') =>
    rows.reduce((total, row) => total + row[field], 0);
  const byLocale = new Map<Language, number>();
  for (const { locale, count } of rows)
    if (count > 0) byLocale.set(asLanguage(locale), (byLocale.get(asLanguage(locale)) ?? 0) + count);
  return {
    matching: sum('matching'),
    unwanted: sum('unwanted'),
    suppressed: sum('suppressed'),
    byLocale,
  };
}

/** The first ones who get a mail, those who registered last first. */
export async function listSample(trx: Transaction<DB>, of: Audience, limit: number): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`
    select s.* from (${audience(of)}) s where ${isWanted(of)} and not s.is_refused
     order by s.user_id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Those of these people who still belong to the segment, whether or not they want the mail. */
export async function listStillMatching(
  trx: Transaction<DB>,
  of: Audience,
  userIds: readonly string[],
): Promise<Map<string, AudienceRow>> {
  const { rows } = await audience(of, sql`u.id = any(${[...userIds]}::uuid[])`).execute(trx);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Each statement has a time limit, so none handles more people than this. */
const peoplePerStatement = 5_000;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

interface Written {
  listed: number;
  recipients: number;
}

/** Writes down who gets the mailing, and whose address is left out. @returns how many rows */
export async function insertAudience(
  trx: Transaction<DB>,
  mailingId: string,
  of: Audience,
  perStatement: number = peoplePerStatement,
): Promise<Written> {
  const written: Written = { listed: 0, recipients: 0 };
  let after: string | null = beforeAllIds;
  while (after !== null) {
    const last: string | null = await findLastOfPage(trx, after, perStatement);
    const upTo = last === null ? sql`true` : sql`u.id <= ${last}::uuid`;
    const page = await insertPage(trx, mailingId, of, sql`u.id > ${after}::uuid and ${upTo}`);
    written.listed += page.listed;
    written.recipients += page.recipients;
    after = last;
  }
  return written;
}

/** The last of the next `limit` people by id; null when fewer are left. */
async function findLastOfPage(trx: Transaction<DB>, after: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id > ${after}::uuid order by id offset ${limit - 1} limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/**
 * Reads first and writes then: the audience depends on `mailing_recipients`, and one statement for both reads the rows that it has
 * just written again for each person when the table was empty before. Nobody is deleted in between.
 */
async function insertPage(
  trx: Transaction<DB>,
  mailingId: string,
  of: Audience,
  page: RawBuilder<unknown>,
): Promise<Written> {
  const people = audience(of, page, sql`for key share of u`);
  const { rows } = await sql<Pick<AudienceRow, 'user_id' | 'is_refused'>>`
    select s.user_id, s.is_refused from (${people}) s where ${isWanted(of)}`.execute(trx);
  const refused = rows.filter(({ is_refused }) => is_refused).length;
  await sql`
    insert into mailing_recipients (mailing_id, user_id, state, skip_reason)
    select ${mailingId}::uuid, given.user_id, case when given.is_refused then 'skipped' else 'waiting' end,
           case when given.is_refused then 'suppressed' end
      from unnest(${rows.map(({ user_id }) => user_id)}::uuid[], ${rows.map(({ is_refused }) => is_refused)}::boolean[])
           as given (user_id, is_refused)`.execute(trx);
  return { listed: rows.length, recipients: rows.length - refused };
}
