/** All SQL on pipelines and their plain links. */
import type { TakedownReason } from '@kindling/contract/operator-reasons';
import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface PipelineRow {
  id: string;
  business_id: string;
  business_name: string;
  location_id: string | null;
  name: string;
  slug: string;
  settings: unknown;
  updated_at: Date;
  /** Set together, by the operator. */
  taken_down_at: Date | null;
  taken_down_reason: string | null;
}

function selectPipelines(trx: Transaction<DB>, accountId: string) {
  return trx
    .selectFrom('pipelines as p')
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.account_id', '=', 'p.account_id').onRef('b.id', '=', 'p.business_id'),
    )
    .select([
      'p.id',
      'p.business_id',
      'b.name as business_name',
      'p.location_id',
      'p.name',
      'p.slug',
      'p.settings',
      'p.taken_down_at',
      'p.taken_down_reason',
      // Truncated to milliseconds like the contract's times, so that the time a client sends back equals the stored one.
      sql<Date>`date_trunc('milliseconds', p.updated_at)`.as('updated_at'),
    ])
    .where('p.account_id', '=', accountId);
}

/** Oldest first. */
export async function listPipelineRows(trx: Transaction<DB>, accountId: string): Promise<PipelineRow[]> {
  return selectPipelines(trx, accountId).orderBy('p.created_at').orderBy('p.id').execute();
}

/**
 * By business the slug of the page that stands for it: the oldest one for all locations, else the oldest. Archived businesses
 * have no page.
 */
export async function listBusinessSlugs(
  trx: Transaction<DB>,
  accountId: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ business_id: string; slug: string }>`
    select distinct on (p.business_id) p.business_id, p.slug
      from pipelines p join businesses b on b.account_id = p.account_id and b.id = p.business_id
     where p.account_id = ${accountId}::uuid and b.archived_at is null
     order by p.business_id, p.location_id is not null, p.created_at, p.id`.execute(trx);
  return new Map(rows.map((row) => [row.business_id, row.slug]));
}

export async function findPipelineRow(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<PipelineRow | null> {
  return (await selectPipelines(trx, accountId).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

export interface NewPipeline {
  id: string;
  businessId: string;
  locationId: string | null;
  name: string;
  slug: string;
}

export async function insertPipeline(
  trx: Transaction<DB>,
  accountId: string,
  { id, businessId, locationId, name, slug }: NewPipeline,
): Promise<void> {
  await trx
    .insertInto('pipelines')
    .values({ account_id: accountId, id, business_id: businessId, location_id: locationId, name, slug })
    .execute();
}

export interface PipelineChange {
  name: string;
  slug: string;
  settings: PipelineSettings;
}

/** False when it changed since `updatedAt`. */
export async function updatePipeline(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { name, slug, settings }: PipelineChange,
  updatedAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('pipelines')
    .set({ name, slug, settings: JSON.stringify(settings), updated_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(sql`date_trunc('milliseconds', updated_at)`, '=', updatedAt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the page of a pipeline from the public, or shows it again (null). Whoever has it in memory is told by a trigger.
 * Needs a transaction of the system.
 * @returns its name, and whether it was not so already; null when the pipeline is gone
 */
export async function updatePipelineTakedown(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  reason: TakedownReason | null,
): Promise<{ name: string; changed: boolean } | null> {
  const ofPipeline = trx.selectFrom('pipelines').where('account_id', '=', accountId).where('id', '=', id);
  const row = await ofPipeline.select(['name', 'taken_down_at']).forUpdate().executeTakeFirst();
  if (row === undefined) return null;
  const changed = (row.taken_down_at === null) !== (reason === null);
  if (!changed) return { name: row.name, changed };
  await trx
    .updateTable('pipelines')
    .set({ taken_down_at: reason === null ? null : sql`now()`, taken_down_reason: reason })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return { name: row.name, changed };
}

export async function deletePipeline(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('pipelines')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The plain links that led to the pipeline before. */
export async function listFormerSlugs(
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('former_slugs')
    .select('slug')
    .where('account_id', '=', accountId)
    .where('pipeline_id', '=', pipelineId)
    .execute();
  return rows.map(({ slug }) => slug);
}

/** More would let one account keep names from all others. */
const maxFormerSlugs = 10;

/** Keeps a plain link that is in print. A slug that the pipeline gets again is no former one; the oldest ones become free. */
export async function keepFormerSlug(
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
  slugs: { former: string; current: string },
): Promise<void> {
  await trx
    .deleteFrom('former_slugs')
    .where('account_id', '=', accountId)
    .where('pipeline_id', '=', pipelineId)
    .where('slug', '=', slugs.current)
    .execute();
  await trx
    .insertInto('former_slugs')
    .values({ account_id: accountId, slug: slugs.former, pipeline_id: pipelineId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    delete from former_slugs
     where account_id = ${accountId}::uuid
       and slug in (select slug from former_slugs
                     where account_id = ${accountId}::uuid and pipeline_id = ${pipelineId}::uuid
                     order by created_at desc, slug offset ${maxFormerSlugs})`.execute(trx);
}

/**
 * Whether a plain link of any account has or had this end. What is left of a deleted one stays, because it may be in print,
 * and no plain link has the name of a code, beside which it would be kept. Needs a transaction of the system.
 */
export async function isSlugTaken(
  trx: Transaction<DB>,
  slug: string,
  except: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from pipelines where slug = ${slug} and id is distinct from ${except}::uuid)
        or exists (select from former_slugs where slug = ${slug} and pipeline_id is distinct from ${except}::uuid)
        or exists (select from codes where code = ${slug})
        or exists (select from retired_codes where code = ${slug})
        as taken`.execute(trx);
  return rows[0]?.taken ?? false;
}

/** The pipeline of a plain link, in any account. Needs a transaction of the system. */
export async function findPipelineBySlug(
  trx: Transaction<DB>,
  slug: string,
): Promise<{ accountId: string; pipelineId: string } | null> {
  const { rows } = await sql<{ accountId: string; pipelineId: string }>`
    select account_id as "accountId", id as "pipelineId" from pipelines where slug = ${slug}
    union all
    select account_id, pipeline_id from former_slugs where slug = ${slug}
    limit 1`.execute(trx);
  return rows[0] ?? null;
}
