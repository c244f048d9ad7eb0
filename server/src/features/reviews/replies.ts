/**
 * What an owner may request: save a draft, send a reply, delete a reply. Nothing is sent without a request. The reply of a
 * first-party review is public at once, because no platform is asked.
 */
import type { ErrorCode } from '@kindling/contract/errors';
import type { OwnReview, ReplyBoxState } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit } from '../identity/index.ts';
import { contentVersion } from './content-version.ts';
import type { ReviewsDeps } from './deps.ts';
import { changeDraft, clearSentDraft } from './draft-queries.ts';
import { presentOwnReview } from './present.ts';
import { findReviewRow } from './queries.ts';
import { enqueueReply } from './reply-jobs.ts';
import {
  clearFailedReply,
  findReplyTarget,
  lockReply,
  type ReplyRow,
  type ReplyTarget,
  saveReplyRequest,
  updateShownReply,
} from './reply-queries.ts';

/** Why a review accepts no reply. */
export const refusalCodes: Record<Exclude<ReplyBoxState, 'open'>, ErrorCode> = {
  removed: 'platform-gone',
  wiped: 'conflict',
  disconnected: 'platform-reauthorize',
  'not-working': 'platform-reauthorize',
  withdrawn: 'platform-withdrawn',
  elsewhere: 'platform-rejected',
};

/** @throws AppError `not-found` */
export async function getReview(
  { connectors }: Pick<ReviewsDeps, 'connectors'>,
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
): Promise<OwnReview> {
  const row = await findReviewRow(trx, accountId, reviewId);
  if (row === null) throw notFound();
  return presentOwnReview(row, connectors);
}

/**
 * Saves the draft. Null discards it, and a failed reply too.
 * @returns the version of the draft. @throws AppError `not-found`; `conflict` when it has changed since `version`
 */
export async function saveDraft(
  { db }: Pick<ReviewsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  reviewId: string,
  { text, version, byAssistant }: { text: string | null; version?: number | undefined; byAssistant: boolean },
): Promise<number> {
  const draft = text === null ? null : toStorableText(text) || null;
  return inTenant(db, accountId, async (trx) => {
    if ((await findReplyTarget(trx, accountId, reviewId)) === null) throw notFound();
    const saved = await changeDraft(trx, accountId, reviewId, { text: draft, userId, version, byAssistant });
    if (saved === 'conflict') throw new AppError('conflict');
    if (text === null) await clearFailedReply(trx, accountId, reviewId);
    return saved;
  });
}

/**
 * Queues a reply, or publishes that of a first-party review; `text` null queues the deletion of the current one. Returns the review with the reply as `sending`.
 * @throws AppError `not-found`; `invalid-input` above the platform's limit in bytes; `conflict` when the platform shows
 * another reply than `seen`; `review-changed` when the review is not the one of `seenReview`; a `platform-…` code when
 * this review accepts no reply.
 */
export async function requestReply(
  deps: ReviewsDeps,
  user: SignedInUser,
  reviewId: string,
  { text, seen, seenReview }: { text: string | null; seen: string | null; seenReview?: string | undefined },
): Promise<OwnReview> {
  const { accountId, userId } = user;
  const clean = text === null ? null : toStorableText(text).trim();
  const review = await inTenant(deps.db, accountId, async (trx) => {
    const shown = await getReview(deps, trx, accountId, reviewId);
    assertReplyAccepted(shown, clean);
    const row = await lockReply(trx, accountId, reviewId);
    // Read under the lock, because a step that has just ended may have changed it.
    const target = await findReplyTarget(trx, accountId, reviewId);
    if (target === null) throw notFound();
    if (seenReview !== undefined && seenReview !== contentVersion(target))
      throw new AppError('review-changed');
    const base = replyBase(row, target, seen?.trim() ?? null);
    if (isFirstParty(target)) await publishReply(trx, row, target, clean);
    else {
      await saveReplyRequest(trx, row, { text: clean, ...base });
      await updateShownReply(trx, accountId, reviewId, { underWay: clean !== null });
    }
    await clearSentDraft(trx, row, { userId, text: clean });
    if (clean !== currentReply(row, target))
      await audit(trx, {
        accountId,
        userId,
        action: clean === null ? 'review.reply-removed' : 'review.replied',
        target: reviewId,
      });
    return getReview(deps, trx, accountId, reviewId);
  });
  if (review.source !== 'first-party') await enqueueReply(deps, accountId, reviewId);
  return review;
}

function isFirstParty({ source }: ReplyTarget): boolean {
  return source === 'first-party';
}

/** The same text again keeps its day. */
async function publishReply(
  trx: Transaction<DB>,
  { account_id: accountId, review_id: reviewId }: ReplyRow,
  target: ReplyTarget,
  text: string | null,
): Promise<void> {
  if (text === platformReply(target)) return;
  const reply = text === null ? null : ({ text, at: new Date(), state: 'published', reason: null } as const);
  await updateShownReply(trx, accountId, reviewId, { reply, underWay: false });
}

function assertReplyAccepted({ replyBox }: OwnReview, text: string | null): void {
  const { state, limitBytes, limitCharacters } = replyBox;
  if (state !== 'open') throw new AppError(refusalCodes[state]);
  if (text === null) return;
  const bytes = Buffer.byteLength(text, 'utf8');
  const fault =
    text === ''
      ? 'It is empty.'
      : limitBytes !== null && bytes > limitBytes
        ? `It has ${bytes} bytes; the platform takes ${limitBytes}.`
        : text.length > limitCharacters
          ? `It has ${text.length} characters; the platform takes ${limitCharacters}.`
          : null;
  if (fault !== null)
    throw new AppError('invalid-input', undefined, { fields: [{ path: 'text', message: fault }] });
}

/**
 * The reply that the owner saw at the platform, and the texts that earlier requests may have left there. Finding one of
 * these texts is no conflict.
 * @throws AppError `conflict` when `seen` is not the current reply: the owner's request under way, else the platform's
 */
function replyBase(row: ReplyRow, target: ReplyTarget, seen: string | null) {
  const failed = row.state === 'failed' && seen === row.text;
  if (seen !== currentReply(row, target) && !failed) throw new AppError('conflict');
  const tried = row.state !== null && row.tried_at !== null;
  return {
    seen: isUnderWay(row) ? row.seen_text : platformReply(target),
    earlierTexts: tried ? [...new Set([...row.own_texts, row.text])] : row.own_texts,
  };
}

/** The owner's request under way, else the platform's reply. */
function currentReply(row: ReplyRow, target: ReplyTarget): string | null {
  return isUnderWay(row) ? row.text : platformReply(target);
}

function isUnderWay({ state }: ReplyRow): boolean {
  return state === 'queued' || state === 'sent';
}

function platformReply({ reply_text: text }: ReplyTarget): string | null {
  return text?.trim() ?? null;
}
