/** SQL of the drafts of replies: a review has one, with its author and its version. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { lockReply, type ReplyRow } from './reply-queries.ts';

/** As stored; times as PostgreSQL writes them into JSON. */
export interface StoredDrafting {
  version: number;
  by: { id: string; name: string } | null;
  at: string | null;
  byAssistant: boolean;
  earlier: { text: string; by: { id: string; name: string } | null; at: string | null } | null;
}

const memberOf = (column: 'draft_by' | 'earlier_draft_by') => sql`(
  select jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.display_name, ''), u.email))
    from memberships m join users u on u.id = m.user_id
   where m.account_id = o.account_id and m.user_id = ${sql.ref(`o.${column}`)})`;

/** Of the reply row `o`; null without one. */
export const draftingOfReply = sql<StoredDrafting | null>`
  case when o.draft_version > 0 then jsonb_build_object(
    'version', o.draft_version, 'by', ${memberOf('draft_by')}, 'at', o.draft_at, 'byAssistant', o.draft_by_assistant,
    'earlier', case when o.earlier_draft is not null then jsonb_build_object(
      'text', o.earlier_draft, 'by', ${memberOf('earlier_draft_by')}, 'at', o.earlier_draft_at) end) end`;

export interface DraftChange {
  text: string | null;
  userId: string;
  /** The version that the author began with; undefined replaces any. */
  version: number | undefined;
  byAssistant: boolean;
}

/**
 * Saves or discards the draft. A draft of another member that it replaces becomes the earlier draft. The same text again
 * changes nothing, so that a repeated request is no conflict.
 * @returns the version now; `conflict` when the draft has changed since `version`
 */
export async function changeDraft(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
  { text, userId, version, byAssistant }: DraftChange,
): Promise<number | 'conflict'> {
  const row = await lockReply(trx, accountId, reviewId);
  if (row.draft === text) return row.draft_version;
  if (version !== undefined && version !== row.draft_version) return 'conflict';
  const replacesAnother = row.draft !== null && row.draft_by !== null && row.draft_by !== userId;
  await updateDraft(trx, row, {
    draft: text,
    draft_by: text === null ? null : userId,
    draft_at: text === null ? null : sql<Date>`now()`,
    draft_by_assistant: text !== null && byAssistant,
    ...(replacesAnother
      ? { earlier_draft: row.draft, earlier_draft_by: row.draft_by, earlier_draft_at: row.draft_at }
      : {}),
  });
  return row.draft_version + 1;
}

/** After a reply was sent. The draft of another member stays, unless it is what was sent. */
export async function clearSentDraft(
  trx: Transaction<DB>,
  row: ReplyRow,
  { userId, text }: { userId: string; text: string | null },
): Promise<void> {
  if (row.draft === null && row.earlier_draft === null) return;
  const isAnothers = row.draft_by !== null && row.draft_by !== userId;
  if (isAnothers && row.draft?.trim() !== text) return;
  await updateDraft(trx, row, {
    draft: null,
    draft_by: null,
    draft_at: null,
    draft_by_assistant: false,
    earlier_draft: null,
    earlier_draft_by: null,
    earlier_draft_at: null,
  });
}

async function updateDraft(trx: Transaction<DB>, row: ReplyRow, columns: object): Promise<void> {
  await trx
    .updateTable('replies')
    .set({ ...columns, draft_version: row.draft_version + 1 })
    .where('account_id', '=', row.account_id)
    .where('review_id', '=', row.review_id)
    .execute();
}
