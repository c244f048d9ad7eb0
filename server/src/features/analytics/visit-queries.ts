/** SQL on the sums of visits: of embeds, of collection pages, by country and state. */
import type { DashboardVisits, DaySpan } from '@kindling/contract/analytics';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ScopeInput } from './scope.ts';

export interface VisitScope {
  accountId: string;
  /** What was asked for; without either, everything that the caller sees. */
  asked: ScopeInput;
  /** Null for the whole account. */
  locationIds: readonly string[] | null;
}

/** Embeds that show no other location; their settings name all locations when they name none. */
function embedsOf({ accountId, locationIds }: VisitScope): RawBuilder<unknown> {
  return locationIds === null
    ? sql`(select id from embeds where account_id = ${accountId}::uuid)`
    : sql`(select id from embeds where account_id = ${accountId}::uuid
             and names_only(coalesce(published, draft), ${locationIds}::uuid[]))`;
}

/** Rows of doors that belong to what was asked for; who had not chosen a location belongs to the business of the page. */
function ofPlace({ accountId, asked: { businessId, locationId } }: VisitScope): RawBuilder<boolean> {
  if (locationId !== undefined) return sql`d.location_id = ${locationId}::uuid`;
  if (businessId === undefined) return sql`true`;
  return sql`d.pipeline_id in (
    select id from pipelines where account_id = ${accountId}::uuid and business_id = ${businessId}::uuid)`;
}

type EmbedUse = DashboardVisits['embeds']['now'];
type FunnelSteps = DashboardVisits['funnel']['now'];

export async function sumEmbedUse(
  trx: Transaction<DB>,
  scope: VisitScope,
  { from, to }: DaySpan,
): Promise<EmbedUse> {
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`;
  const { rows } = await sql<EmbedUse>`
    select ${sql.join(['views', 'clicks', 'reads', 'writes'].map(sum))} from embed_days
     where account_id = ${scope.accountId}::uuid and embed_id in ${embedsOf(scope)}
       and day between ${from}::date and ${to}::date`.execute(trx);
  return rows[0] ?? { views: 0, clicks: 0, reads: 0, writes: 0 };
}

export async function sumFunnel(
  trx: Transaction<DB>,
  scope: VisitScope,
  { from, to }: DaySpan,
): Promise<FunnelSteps> {
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::int as ${sql.ref(name)}`;
  const { rows } = await sql<FunnelSteps>`
    select ${sql.join(['visits', 'ratings', 'clicks', 'reviews', 'messages'].map(sum))} from door_days d
     where account_id = ${scope.accountId}::uuid and day between ${from}::date and ${to}::date
       and ${ofPlace(scope)}`.execute(trx);
  return rows[0] ?? { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 };
}

export async function sumCountries(
  trx: Transaction<DB>,
  scope: VisitScope,
  { from, to }: DaySpan,
): Promise<DashboardVisits['countries']> {
  const { rows } = await sql<DashboardVisits['countries'][number]>`
    select country, sum(embeds)::float8 as embeds, sum(pages)::float8 as pages from (
      select country, views as embeds, 0 as pages from embed_days
       where account_id = ${scope.accountId}::uuid and embed_id in ${embedsOf(scope)}
         and day between ${from}::date and ${to}::date
      union all
      select country, 0, visits from door_country_days d
       where account_id = ${scope.accountId}::uuid and day between ${from}::date and ${to}::date
         and ${ofPlace(scope)}) visits
     group by 1 having sum(embeds) + sum(pages) > 0
     order by sum(embeds) + sum(pages) desc, country`.execute(trx);
  return rows;
}

type StateSum = DashboardVisits['states']['items'][number];

export async function sumStateVisits(
  trx: Transaction<DB>,
  scope: VisitScope,
  { from, to }: DaySpan,
): Promise<StateSum[]> {
  const { rows } = await sql<StateSum>`
    select state, sum(visits)::float8 as count from (
      select state, views as visits from embed_state_days
       where account_id = ${scope.accountId}::uuid and embed_id in ${embedsOf(scope)}
         and day between ${from}::date and ${to}::date
      union all
      select state, visits from door_country_days d
       where account_id = ${scope.accountId}::uuid and day between ${from}::date and ${to}::date and state <> ''
         and ${ofPlace(scope)}) visits
     group by 1 having sum(visits) > 0 order by 2 desc, 1`.execute(trx);
  return rows;
}

/** Addresses of locations that may be in the United States. */
export async function listAddresses(trx: Transaction<DB>, accountId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('locations')
    .select(['id', 'address'])
    .where('account_id', '=', accountId)
    .where('address', 'is not', null)
    .where(sql<boolean>`coalesce(country, 'US') = 'US'`)
    .execute();
  return new Map(rows.map(({ id, address }) => [id, address ?? '']));
}
