/** What people added to a review moves to the stored review that takes its place. */
import { maxTagsOfReview } from '@kindling/contract/tags';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import { reviewMerged } from './events.ts';

/** The columns of a review that hold what people added; a test asks of every new column whether it belongs here. */
export const movedColumns = [
  'hidden_at',
  'hidden_by',
  'hidden_reason',
  'pinned_at',
  'pinned_by',
  'pin_reason',
  'assignee_id',
  'tag_ids',
  'rule_tag_ids',
  'refused_tag_ids',
] as const;

/** A review that is about to be deleted, and the one that takes its place. Both are of the transaction's account. */
export interface ReplacedReview {
  from: string;
  into: string;
}

/**
 * Moves marks, tags, notes and history, and tells those who name the review by its id. What the other review has already
 * stays. A tag that a person took away from either of them is not given by the rule of the other.
 */
export async function mergeMarks(
  trx: Transaction<DB>,
  accountId: string,
  replaced: readonly ReplacedReview[],
): Promise<void> {
  if (replaced.length === 0) return;
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as p("from" uuid, "into" uuid)`;
  await moveColumns(trx, accountId, pairs);
  // A caller may have given notes of both reviews the same id.
  await sql`update review_notes t set review_id = p."into", id = gen_random_uuid()
              from ${pairs} where t.account_id = ${accountId}::uuid and t.review_id = p."from"`.execute(trx);
  await sql`update review_history t set review_id = p."into"
              from ${pairs} where t.account_id = ${accountId}::uuid and t.review_id = p."from"`.execute(trx);
  await recordEvents(
    trx,
    accountId,
    replaced.map(({ from, into }) => event(reviewMerged, { subjectId: from }, { into })),
  );
}

async function moveColumns(
  trx: Transaction<DB>,
  accountId: string,
  pairs: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with merged as (
      select o.id, tags.ids as tag_ids,
             array(select id from unnest(tags.ids) id
                    where (id <> all (o.tag_ids) or id = any (o.rule_tag_ids))
                      and (id <> all (d.tag_ids) or id = any (d.rule_tag_ids)) order by id) as rule_tag_ids,
             array(select distinct id from unnest(o.refused_tag_ids || d.refused_tag_ids) id
                    where id <> all (tags.ids) order by id) as refused_tag_ids,
             ${firstOf('hidden_at', ['hidden_at', 'hidden_by', 'hidden_reason'])},
             ${firstOf('pinned_at', ['pinned_at', 'pinned_by', 'pin_reason'])},
             coalesce(o.assignee_id, d.assignee_id) as assignee_id
        from ${pairs}
        join reviews o on o.account_id = ${accountId}::uuid and o.id = p."into"
        join reviews d on d.account_id = ${accountId}::uuid and d.id = p."from"
       cross join lateral (
         select array(
           select id from (
             select id, min(place) as place
               from (select unnest(o.tag_ids) as id, 1 as place union all select unnest(d.tag_ids), 2) given
              where not (id = any (d.refused_tag_ids) and id = any (o.rule_tag_ids))
                and not (id = any (o.refused_tag_ids) and id = any (d.rule_tag_ids))
              group by id order by place, id limit ${maxTagsOfReview}) kept order by id) as ids) tags)
    update reviews r
       set (${sql.join(movedColumns.map((column) => sql.ref(column)))})
         = (${sql.join(movedColumns.map((column) => sql.ref(`m.${column}`)))})
      from merged m where r.account_id = ${accountId}::uuid and r.id = m.id`.execute(trx);
}

/** The columns of the other review where it has the mark, else those of the one that is replaced. */
function firstOf(mark: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    columns.map(
      (column) => sql`case when ${sql.ref(`o.${mark}`)} is null then ${sql.ref(`d.${column}`)}
                           else ${sql.ref(`o.${column}`)} end as ${sql.ref(column)}`,
    ),
  );
}
