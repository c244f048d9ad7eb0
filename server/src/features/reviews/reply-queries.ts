/** All SQL of replies on their way, and of what a reply changes on its review. */
import { type Selectable, sql, type Transaction } from 'kysely';
import type { PlatformReply } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';

/** Generated types do not know that an array may hold null. */
export type ReplyRow = Omit<Selectable<DB['replies']>, 'own_texts'> & { own_texts: (string | null)[] };

/** Where the reply goes to. */
export interface ReplyTarget {
  source: string;
  external_id: string;
  resource_name: string | null;
  reply_text: string | null;
  removed_at: Date | null;
  /** Null where no listing leads to the review. */
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

/** The row of this review, made when there is none, locked until the transaction ends. */
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

/** Forgets a reply that did not get there. */
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

/** A new request of the owner; whoever works on an earlier one finds its version passed. */
export async function saveReplyRequest(
  trx: Transaction<DB>,
  row: ReplyRow,
  request: { text: string | null; seen: string | null; ownTexts: readonly (string | null)[] },
): Promise<void> {
  await trx
    .updateTable('replies')
    .set({
      ...clearedReply,
      state: 'queued',
      text: request.text,
      seen_text: request.seen,
      own_texts: sql<string[]>`${request.ownTexts}::text[]`,
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
 * Takes the right to work on a reply that is due, for `leaseSeconds`. Null when nothing is due; `held` when somebody
 * else works on it.
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

/** Notes that the next call writes; false when somebody else has taken over or the owner has asked for something else. */
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

/** How a step ended. */
export type StepResult =
  | { now: 'settled' }
  | { now: 'failed'; reason: string }
  /** Tried again, or looked at again, after so many seconds. */
  | { now: 'queued'; reason: string | null; nextIn: number }
  | { now: 'sent'; reason: string | null; nextIn: number; confirmed: boolean };

/**
 * Gives the right back and writes the end of the step down. With a newer request of the owner the row stays as that
 * one has it. `taken`: somebody else has taken over, nothing was written.
 */
export async function saveStepResult(
  trx: Transaction<DB>,
  row: ReplyRow,
  end: StepResult,
): Promise<'written' | 'newer' | 'taken'> {
  const held = trx
    .updateTable('replies')
    .where('account_id', '=', row.account_id)
    .where('review_id', '=', row.review_id)
    .where('fence', '=', row.fence);
  const written = await held
    .set({ lease_until: null, ...resultColumns(end) })
    .where('version', '=', row.version)
    .returning('review_id')
    .executeTakeFirst();
  if (written !== undefined) return 'written';
  const newer = await held.set({ lease_until: null }).returning('review_id').executeTakeFirst();
  return newer === undefined ? 'taken' : 'newer';
}

function resultColumns(end: StepResult) {
  if (end.now === 'settled') return clearedReply;
  if (end.now === 'failed') return { state: 'failed', reason: end.reason, next_at: null };
  const next = {
    state: end.now,
    reason: end.reason,
    next_at: sql<Date>`now() + make_interval(secs => ${end.nextIn})`,
  };
  if (end.now === 'queued') return next;
  return {
    ...next,
    sent_at: sql<Date>`coalesce(sent_at, now())`,
    ...(end.confirmed ? { confirmed_at: sql<Date>`coalesce(confirmed_at, now())` } : {}),
  };
}

/**
 * Brings the review's reply to what its platform said just now, and notes whether another one is on its way; what is
 * undefined stays. True when the reply changed. The hash is emptied, so that the next sync that reads the review writes
 * it, whatever it says.
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
  const onItsWay =
    underWay === undefined ? sql<boolean>`reply_under_way` : sql<boolean>`${underWay}::boolean`;
  const answered = sql<boolean>`(${onItsWay} or reply_state in ('sending', 'published'))`;
  await trx
    .updateTable('reviews')
    .set({ reply_under_way: onItsWay, answered })
    .where('account_id', '=', accountId)
    .where('id', '=', reviewId)
    .where(sql<boolean>`(reply_under_way, answered) is distinct from (${onItsWay}, ${answered})`)
    .execute();
  return changed.length > 0;
}

/** Replies of all accounts whose time has come and on which nobody works. */
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
