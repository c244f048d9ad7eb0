/** All SQL on codes. What they brought is in `door_days`, which the slice `pipelines` writes. */
import type { CodeKind, Contact, ListedCode } from '@kindling/contract/codes';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { StoredDesign } from './stored-design.ts';

export interface CodeRow {
  id: string;
  kind: string;
  code: string;
  name: string;
  series: string | null;
  business_id: string;
  business_name: string;
  brand_color: string | null;
  pipeline_id: string | null;
  pipeline_name: string | null;
  location_id: string | null;
  location_name: string | null;
  design: unknown;
  contact: unknown;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

function selectCodes(trx: Transaction<DB>, accountId: string) {
  return trx
    .selectFrom('codes as c')
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.account_id', '=', 'c.account_id').onRef('b.id', '=', 'c.business_id'),
    )
    .leftJoin('pipelines as p', (join) =>
      join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.pipeline_id'),
    )
    .leftJoin('locations as l', (join) =>
      join.onRef('l.account_id', '=', 'c.account_id').onRef('l.id', '=', 'c.location_id'),
    )
    .select([
      'c.id',
      'c.kind',
      'c.code',
      'c.name',
      'c.series',
      'c.business_id',
      'b.name as business_name',
      // As on the visitor's page.
      sql<string | null>`coalesce(p.settings #>> '{look,color}', b.brand_color)`.as('brand_color'),
      'c.pipeline_id',
      'p.name as pipeline_name',
      'c.location_id',
      'l.name as location_name',
      'c.design',
      'c.contact',
      'c.disabled_at',
      'c.created_at',
      // Truncated to milliseconds like the contract's times, so that the time a client sends back equals the stored one.
      sql<Date>`date_trunc('milliseconds', c.updated_at)`.as('updated_at'),
    ])
    .where('c.account_id', '=', accountId);
}

/** Newest first; codes that were made together in the order of their names' list. */
export function listCodeRows(
  trx: Transaction<DB>,
  accountId: string,
  kind: CodeKind,
  most: number,
): Promise<CodeRow[]> {
  return selectCodes(trx, accountId)
    .where('c.kind', '=', kind)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id')
    .limit(most)
    .execute();
}

/** In no particular order; without those that the caller does not see. */
export function findCodeRows(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<CodeRow[]> {
  return selectCodes(trx, accountId).where('c.id', 'in', ids).execute();
}

/** The pipeline with what a code takes over from it; null when the caller does not see it. */
export async function findPipelinePlace(trx: Transaction<DB>, accountId: string, id: string) {
  const row = await trx
    .selectFrom('pipelines')
    .select(['business_id', 'location_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function isLocationOf(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
  locationId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('locations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of the whole account, also for a limited caller's statement: the caller runs it without the limit. */
export async function countCodes(trx: Transaction<DB>, accountId: string, kind: CodeKind): Promise<number> {
  const { count } = await trx
    .selectFrom('codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return count;
}

export interface CodePlace {
  businessId: string;
  pipelineId: string;
  locationId: string | null;
}

export interface CodeContent {
  name: string;
  series: string | null;
  design: StoredDesign;
  contact: Contact | null;
}

const contentColumns = ({ name, series, design, contact }: CodeContent) => ({
  name,
  series,
  design: JSON.stringify(design),
  contact: contact === null ? null : JSON.stringify(contact),
});

const placeColumns = ({ businessId, pipelineId, locationId }: CodePlace) => ({
  business_id: businessId,
  pipeline_id: pipelineId,
  location_id: locationId,
});

export async function insertCodes(
  trx: Transaction<DB>,
  accountId: string,
  kind: CodeKind,
  codes: readonly ({ id: string; code: string; first?: boolean } & CodePlace & CodeContent)[],
): Promise<void> {
  await trx
    .insertInto('codes')
    .values(
      codes.map((one) => ({
        account_id: accountId,
        kind,
        id: one.id,
        code: one.code,
        first: one.first ?? false,
        ...placeColumns(one),
        ...contentColumns(one),
      })),
    )
    .execute();
}

/** False when it changed since `updatedAt`. */
export async function updateCode(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  change: CodePlace & CodeContent,
  updatedAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('codes')
    .set({
      ...placeColumns(change),
      ...contentColumns(change),
      first: false,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(sql`date_trunc('milliseconds', updated_at)`, '=', updatedAt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when it was so already. */
export async function setCodeDisabled(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  disabled: boolean,
): Promise<boolean> {
  const row = await trx
    .updateTable('codes')
    .set({
      disabled_at: disabled ? sql<Date>`clock_timestamp()` : null,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('disabled_at', disabled ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCode(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx.deleteFrom('codes').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** The code that was made with the pipeline, if nobody changed or visited it. */
export async function listUnusedFirstCodes(
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from codes c
     where c.account_id = ${accountId}::uuid and c.pipeline_id = ${pipelineId}::uuid and c.first
       and not exists (select from door_days d
                        where d.account_id = c.account_id and d.code_id = c.id and d.visits > 0)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export type CodeFigures = ListedCode['figures'];

/** What each code brought in the last `days` days of the account, today included; codes without any are missing. */
export async function sumCodeFigures(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
  days: number,
): Promise<Map<string, CodeFigures>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CodeFigures & { id: string }>`
    select d.code_id as id, sum(d.visits)::int as visits, sum(d.ratings)::int as ratings, sum(d.clicks)::int as clicks,
           sum(d.reviews)::int as reviews, sum(d.messages)::int as messages
      from door_days d join accounts a on a.id = d.account_id
     where d.account_id = ${accountId}::uuid and d.code_id = any (${ids}::uuid[])
       and d.day > (now() at time zone a.time_zone)::date - ${days}::int
     group by d.code_id`.execute(trx);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
