/** All SQL of outgoing replies and of the reply columns of a review. */
import { type Selectable, sql, type Transaction } from 'kysely';
import type { PlatformReply } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';
import { searchVector } from './review-words.ts';

/** The generated types do not know that the array may contain null. */
export type ReplyRow = Omit<Selectable<DB['replies']>, 'own_texts'> & { own_texts: (string | null)[] };

/** The review that the reply belongs to. */
export interface ReplyTarget {
  source: string;
  external_id: string;
  resource_name: string | null;
  reply_text: string | null;
  removed_at: Date | null;
  /** Null for a review without a listing. */
  listing_id: string | null;
}

export async function findReplyTarget(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
): Promise<ReplyTarget | null> {
  const row = await trx
    .selectFrom('reviews')
    .select(['source', 'external_id', 'resource_name', 'reply_text', 'removed_at', 'listing_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', reviewId)
    .executeTakeFirst();
  return row ?? null;
}

/** The reply row of this review, created if missing and locked until the transaction ends. */
export async function lockReply(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
): Promise<ReplyRow> {
  await trx
    .insertInto('replies')
    .values({ account_id: accountId, review_id: reviewId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('replies')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('review_id', '=', reviewId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function upsertDraft(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
  draft: string | null,
): Promise<void> {
  await trx
    .insertInto('replies')
    .values({ account_id: accountId, review_id: reviewId, draft })
    .onConflict((conflict) => conflict.columns(['account_id', 'review_id']).doUpdateSet({ draft }))
    .execute();
}

/** Discards a reply that could not be sent. */
export async function clearFailedReply(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
): Promise<void> {
  await trx
    .updateTable('replies')
    .set(clearedReply)
    .where('account_id', '=', accountId)
    .where('review_id', '=', reviewId)
    .where('state', '=', 'failed')
    .execute();
}

const clearedReply = {
  state: null,
  text: null,
  seen_text: null,
  own_texts: sql<string[]>`'{}'::text[]`,
  reason: null,
  asked_at: null,
  tried_at: null,
  sent_at: null,
  confirmed_at: null,
  tries: 0,
  next_at: null,
} as const;

/** Saves a new request of the owner. A worker on an earlier request finds a higher version and stops. */
export async function saveReplyRequest(
  trx: Transaction<DB>,
  row: ReplyRow,
  request: { text: string | null; seen: string | null; earlierTexts: readonly (string | null)[] },
): Promise<void> {
  await trx
    .updateTable('replies')
    .set({
      ...clearedReply,
      state: 'queued',
      text: request.text,
      seen_text: request.seen,
      own_texts: sql<string[]>`${request.earlierTexts}::text[]`,
      draft: null,
      asked_at: sql`now()`,
      next_at: sql`now()`,
      version: row.version + 1,
    })
    .where('account_id', '=', row.account_id)
    .where('review_id', '=', row.review_id)
    .execute();
}

/**
 * Takes the lease on a reply that is due, for `leaseSeconds`. Null when it is not due; `held` when another worker holds
 * the lease.
 */
export async function claimReply(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
  leaseSeconds: number,
): Promise<ReplyRow | 'held' | null> {
  const row = await trx
    .selectFrom('replies')
    .select(sql<boolean>`coalesce(lease_until > now(), false)`.as('held'))
    .where('account_id', '=', accountId)
    .where('review_id', '=', reviewId)
    .where('state', 'in', ['queued', 'sent'])
    .where('next_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.held) return 'held';
  return trx
    .updateTable('replies')
    .set({
      lease_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
      fence: sql`fence + 1`,
      tries: sql`tries + 1`,
    })
    .where('account_id', '=', accountId)
    .where('review_id', '=', reviewId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that the next call writes. False when another worker has taken over or the owner has made a new request. */
export async function markAttempt(trx: Transaction<DB>, row: ReplyRow): Promise<boolean> {
  const noted = await trx
    .updateTable('replies')
    .set({ tried_at: sql`now()` })
    .where('account_id', '=', row.account_id)
    .where('review_id', '=', row.review_id)
    .where('fence', '=', row.fence)
    .where('version', '=', row.version)
    .returning('review_id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** The result of a step; `nextIn` in seconds. */
export type StepResult =
  | { state: 'settled' }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string | null; nextIn: number }
  | { state: 'sent'; reason: string | null; nextIn: number; confirmed: boolean };

/**
 * Releases the lease and saves the result of the step. `superseded`: the owner has made a newer request, which stays as
 * it is. `lease-lost`: another worker has taken over, and nothing was written.
 */
export async function saveStepResult(
  trx: Transaction<DB>,
  row: ReplyRow,
  result: StepResult,
): Promise<'saved' | 'superseded' | 'lease-lost'> {
  const held = trx
    .updateTable('replies')
    .where('account_id', '=', row.account_id)
    .where('review_id', '=', row.review_id)
    .where('fence', '=', row.fence);
  const written = await held
    .set({ lease_until: null, ...resultColumns(result) })
    .where('version', '=', row.version)
    .returning('review_id')
    .executeTakeFirst();
  if (written !== undefined) return 'saved';
  const newer = await held.set({ lease_until: null }).returning('review_id').executeTakeFirst();
  return newer === undefined ? 'lease-lost' : 'superseded';
}

function resultColumns(result: StepResult) {
  if (result.state === 'settled') return clearedReply;
  if (result.state === 'failed') return { state: 'failed', reason: result.reason, next_at: null };
  const next = {
    state: result.state,
    reason: result.reason,
    next_at: sql<Date>`now() + make_interval(secs => ${result.nextIn})`,
  };
  if (result.state === 'queued') return next;
  return {
    ...next,
    sent_at: sql<Date>`coalesce(sent_at, now())`,
    ...(result.confirmed ? { confirmed_at: sql<Date>`coalesce(confirmed_at, now())` } : {}),
  };
}

/**
 * Sets the review's reply to what the platform returned just now, and whether another reply is under way. Undefined
 * leaves a value as it is. True when the reply changed. Clears the hash, so that the next sync writes the review again.
 */
export async function updateShownReply(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
  { reply, underWay }: { reply?: PlatformReply | null | undefined; underWay?: boolean | undefined },
): Promise<boolean> {
  const changed =
    reply === undefined
      ? []
      : await trx
          .updateTable('reviews')
          .set({
            reply_text: reply?.text ?? null,
            reply_at: reply?.at ?? null,
            reply_state: reply?.state ?? 'none',
            reply_reason: reply?.reason ?? null,
            content_hash: '',
            search: await searchWithReply(trx, accountId, reviewId, reply?.text ?? null),
          })
          .where('account_id', '=', accountId)
          .where('id', '=', reviewId)
          .where(
            sql<boolean>`(reply_text, reply_at, reply_state, reply_reason) is distinct from
              (${reply?.text ?? null}::text, ${reply?.at ?? null}::timestamptz, ${reply?.state ?? 'none'}::text,
               ${reply?.reason ?? null}::text)`,
          )
          .returning('id')
          .execute();
  const onItsWay = underWay === undefined ? sql<boolean>`reply_pending` : sql<boolean>`${underWay}::boolean`;
  const answered = sql<boolean>`(${onItsWay} or reply_state in ('sending', 'published'))`;
  await trx
    .updateTable('reviews')
    .set({ reply_pending: onItsWay, answered })
    .where('account_id', '=', accountId)
    .where('id', '=', reviewId)
    .where(sql<boolean>`(reply_pending, answered) is distinct from (${onItsWay}, ${answered})`)
    .execute();
  return changed.length > 0;
}

/** The words of a review with this reply. Locks the review, so that its other texts stay as they are until it is stored. */
async function searchWithReply(
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
  replyText: string | null,
): Promise<string | null> {
  const row = await trx
    .selectFrom('reviews')
    .select(['author_name', 'text', 'translation'])
    .where('account_id', '=', accountId)
    .where('id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  return searchVector(accountId, {
    authorName: row.author_name,
    text: row.text,
    translation: row.translation,
    replyText,
  });
}

/** Due replies of all accounts that no worker holds. */
export async function listDueReplies(
  trx: Transaction<DB>,
  limit: number,
): Promise<{ account_id: string; review_id: string }[]> {
  return trx
    .selectFrom('replies')
    .select(['account_id', 'review_id'])
    .where('state', 'in', ['queued', 'sent'])
    .where('next_at', '<=', sql<Date>`now()`)
    .where((where) =>
      where.or([where('lease_until', 'is', null), where('lease_until', '<', sql<Date>`now()`)]),
    )
    .orderBy('next_at')
    .limit(limit)
    .execute();
}
