/** SQL of what members mark a review with: tags, assignee, pin, hidden. Each write is one statement, so triggers run once. */
import type { HiddenReason } from '@kindling/contract/hidden-reasons';
import type { Source } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { TagSets } from './tag-sets.ts';

export interface MarkedReview extends TagSets {
  id: string;
  source: Source;
  locationId: string;
  isRemoved: boolean;
  hiddenReason: string | null;
  isHidden: boolean;
  assigneeId: string | null;
  isPinned: boolean;
  pinReason: string | null;
}

/** The reviews that the caller sees, locked in the order of their ids until the transaction ends. */
export async function lockMarks(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<MarkedReview[]> {
  const { rows } = await sql<MarkedReview>`
    select id, source, location_id as "locationId", removed_at is not null as "isRemoved",
           hidden_reason as "hiddenReason", hidden_at is not null as "isHidden", assignee_id as "assigneeId",
           pinned_at is not null as "isPinned", pin_reason as "pinReason", tag_ids as "tagIds",
           rule_tag_ids as "ruleTagIds", refused_tag_ids as "refusedTagIds"
      from reviews
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and held_at is null
     order by id for no key update`.execute(trx);
  return rows;
}

export async function updateTagSets(
  trx: Transaction<DB>,
  accountId: string,
  changes: readonly ({ id: string } & TagSets)[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, tagIds, ruleTagIds, refusedTagIds }) => ({
    id,
    tags: tagIds,
    rules: ruleTagIds,
    refused: refusedTagIds,
  }));
  await sql`
    update reviews r
       set tag_ids = x.tags, rule_tag_ids = x.rules, refused_tag_ids = x.refused
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (id uuid, tags uuid[], rules uuid[], refused uuid[])
     where r.account_id = ${accountId}::uuid and r.id = x.id`.execute(trx);
}

export async function updateAssignee(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
  assigneeId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update reviews set assignee_id = ${assigneeId}::uuid
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(trx);
}

/** @param change `reason` null shows them */
export async function updateHidden(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
  { reason, by }: { reason: HiddenReason | null; by: string },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update reviews
       set hidden_at = case when ${reason}::text is null then null else now() end,
           hidden_by = case when ${reason}::text is null then null else ${by}::uuid end, hidden_reason = ${reason}::text
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(trx);
}

/** @param pin null takes the pin away; a review that is pinned keeps its time */
export async function updatePin(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  pin: { reason: string | null; by: string } | null,
): Promise<void> {
  await sql`
    update reviews
       set pinned_at = ${pin === null ? sql`null` : sql`coalesce(pinned_at, now())`},
           pinned_by = ${pin?.by ?? null}::uuid, pin_reason = ${pin?.reason ?? null}::text
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/**
 * Takes the assignee from up to `limit` reviews of somebody who left, in the order of their ids.
 * @param after the last review of the batch before, so that each is read once
 * @returns the last review; null when no more follow
 */
export async function clearAssignee(
  trx: Transaction<DB>,
  accountId: string,
  assigneeId: string,
  { hiddenFrom, after, limit }: { hiddenFrom: readonly string[] | null; after: string | null; limit: number },
): Promise<string | null> {
  const elsewhere = hiddenFrom === null ? sql`true` : sql`location_id <> all(${[...hiddenFrom]}::uuid[])`;
  const rest = after === null ? sql`true` : sql`id > ${after}::uuid`;
  const { rows } = await sql<{ id: string }>`
    update reviews set assignee_id = null
     where account_id = ${accountId}::uuid and id in (
       select id from reviews
        where account_id = ${accountId}::uuid and assignee_id = ${assigneeId}::uuid and ${elsewhere} and ${rest}
        order by id limit ${limit})
     returning id`.execute(trx);
  const ids = rows.map(({ id }) => id).sort();
  return ids.length < limit ? null : (ids.at(-1) ?? null);
}
