/**
 * What happened to a review, and who did it. Triggers of migration 0066 record changes of its columns and of its reply; code
 * records the rest with `addHistory`.
 */
import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import {
  type HistoryEntry,
  type HistoryKind,
  historyActors,
  historyKinds,
  maxHistoryEntries,
} from '@kindling/contract/review-marks';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import { adminNameInTrail } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';

interface HistoryRow {
  /** Null for a review without history. */
  id: string | null;
  kind: HistoryKind;
  at: Date;
  actor: (typeof historyActors)[number];
  person: string | null;
  admin: string | null;
  assignee: string | null;
  from_location: string | null;
  to_location: string | null;
  data: unknown;
}

const verdictSchema = z.object({
  rating: z.int().nullable(),
  recommendation: z.enum(['positive', 'negative']).nullable(),
});
/** What the triggers store; a part of another shape, of a later version, is left out. */
const dataSchema = z.object({
  fields: z
    .array(z.enum(['text', 'rating', 'author', 'date']))
    .optional()
    .catch(undefined),
  from: verdictSchema.optional().catch(undefined),
  to: verdictSchema.optional().catch(undefined),
  where: z.enum(['here', 'outside']).optional().catch(undefined),
  reason: z.enum(hiddenReasons).nullable().optional().catch(undefined),
  tags: z.array(z.uuid()).optional().catch(undefined),
});

/** The newest first. @throws AppError `not-found` */
export function listHistory(
  { db }: Pick<ReviewsDeps, 'db'>,
  accountId: string,
  reviewId: string,
): Promise<HistoryEntry[]> {
  return inTenant(db, accountId, async (trx) => {
    const { rows } = await sql<HistoryRow>`
      select h.id, h.kind, h.at, h.actor, h.data, ${nameOf('m')} as person,
             case when h.actor = 'admin' then ${adminNameInTrail(sql`h.account_id`, sql`h.actor_id`)} end as admin,
             ${nameOf('am')} as assignee,
             f.name as from_location, t.name as to_location
        from reviews r
        left join review_history h on h.account_id = r.account_id and h.review_id = r.id
        left join memberships m on m.account_id = h.account_id and m.user_id = h.user_id
        left join memberships am on am.account_id = h.account_id and h.kind = 'assigned'
          and am.user_id = (h.data ->> 'assignee')::uuid
        left join locations f on f.account_id = h.account_id and h.kind = 'moved' and f.id = (h.data ->> 'from')::uuid
        left join locations t on t.account_id = h.account_id and h.kind = 'moved' and t.id = (h.data ->> 'to')::uuid
       where r.account_id = ${accountId}::uuid and r.id = ${reviewId}::uuid
       order by h.at desc, h.id desc limit ${maxHistoryEntries}`.execute(trx);
    if (rows.length === 0) throw notFound();
    return rows.flatMap((row) => (row.id === null ? [] : [present({ ...row, id: row.id })]));
  });
}

function nameOf(membership: string) {
  return sql`(select coalesce(nullif(u.display_name, ''), u.email) from users u where u.id = ${sql.ref(`${membership}.user_id`)})`;
}

function present(row: HistoryRow & { id: string }): HistoryEntry {
  const data = dataSchema.catch({}).parse(row.data);
  const { kind } = row;
  return {
    id: row.id,
    kind: z.enum(historyKinds).parse(kind),
    at: row.at.toISOString(),
    by: { kind: z.enum(historyActors).parse(row.actor), name: row.person, adminName: row.admin },
    edit:
      kind === 'edited' ? { fields: data.fields ?? [], from: data.from ?? null, to: data.to ?? null } : null,
    where: data.where ?? null,
    reason: data.reason ?? null,
    tagIds: data.tags ?? [],
    assigneeName: row.assignee,
    fromLocation: row.from_location,
    toLocation: row.to_location,
  };
}

/** Records what no column of the review shows, in the transaction of the change and for its caller. */
export async function addHistory(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
  kind: Extract<HistoryKind, 'noted'>,
): Promise<void> {
  const entry = { account_id: accountId, review_id: reviewId, kind, own: true, otherwise: 'system' };
  await sql`select add_review_history(${JSON.stringify([entry])}::jsonb)`.execute(trx);
}
