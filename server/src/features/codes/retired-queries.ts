/** All SQL on what is left of deleted codes and plain links. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface ToRetire {
  /** Of a code, or the end of a plain link. */
  code: string;
  business_id: string;
  business_name: string;
  location_id: string | null;
  /** The operator has taken its page down. */
  taken_down: boolean;
}

/** Nobody can have printed it, handed it out and had it scanned in less time. */
const retiredAfter = sql`interval '1 hour'`;

/** One code, those of a business, or all of the account. */
export interface CodesOf {
  codeId?: string;
  businessId?: string;
}

/** Without young codes that nobody visited. */
export async function listCodesToRetire(
  trx: Transaction<DB>,
  accountId: string,
  { codeId = null, businessId = null }: { [Of in keyof CodesOf]: CodesOf[Of] | null },
): Promise<ToRetire[]> {
  const { rows } = await sql<ToRetire>`
    select c.code, c.business_id, b.name as business_name, c.location_id, p.taken_down_at is not null as taken_down
      from codes c join businesses b on b.account_id = c.account_id and b.id = c.business_id
      left join pipelines p on p.account_id = c.account_id and p.id = c.pipeline_id
     where c.account_id = ${accountId}::uuid
       and (${codeId}::uuid is null or c.id = ${codeId}::uuid)
       and (${businessId}::uuid is null or c.business_id = ${businessId}::uuid)
       and (c.created_at < now() - ${retiredAfter}
         or exists (select from door_days d where d.account_id = c.account_id and d.code_id = c.id and d.visits > 0))`.execute(
    trx,
  );
  return rows;
}

/** A pipeline, those of a business, those of a location alone, or all of the account. */
export interface SlugsOf {
  pipelineId?: string;
  businessId?: string;
  locationId?: string;
}

/** Every end of a plain link that leads to the pipelines, now or before; without young pipelines that nobody visited. */
export async function listSlugsToRetire(
  trx: Transaction<DB>,
  accountId: string,
  { pipelineId = null, businessId = null, locationId = null }: { [Of in keyof SlugsOf]: SlugsOf[Of] | null },
): Promise<ToRetire[]> {
  const { rows } = await sql<ToRetire>`
    select s.slug as code, p.business_id, b.name as business_name, p.location_id,
           p.taken_down_at is not null as taken_down
      from pipelines p
      join businesses b on b.account_id = p.account_id and b.id = p.business_id
      join lateral (
        select p.slug
        union
        select f.slug from former_slugs f where f.account_id = p.account_id and f.pipeline_id = p.id) s on true
     where p.account_id = ${accountId}::uuid
       and (${pipelineId}::uuid is null or p.id = ${pipelineId}::uuid)
       and (${businessId}::uuid is null or p.business_id = ${businessId}::uuid)
       and (${locationId}::uuid is null or p.location_id = ${locationId}::uuid)
       and (p.created_at < now() - ${retiredAfter}
         or exists (select from door_days d
                     where d.account_id = p.account_id and d.pipeline_id = p.id and d.visits > 0))`.execute(
    trx,
  );
  return rows;
}

export function listLocationsOf(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Without a conflict target and without `returning`: an account may add rows and read none (migration 0061).
 */
export async function insertRetiredCodes(
  trx: Transaction<DB>,
  rows: readonly { code: string; business_name: string | null; destinations: string; taken_down: boolean }[],
): Promise<void> {
  await trx
    .insertInto('retired_codes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
