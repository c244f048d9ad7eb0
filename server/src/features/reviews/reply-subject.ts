/** What an assistant may know of a review. The author's name stays here: it is used only to take it out of the text. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { connectorOf } from '../connections/index.ts';
import type { ReviewsDeps } from './deps.ts';
import { presentOwnReview } from './present.ts';
import { findBusinessName, findReviewRow } from './queries.ts';
import { refusalCodes } from './replies.ts';

export interface ReplySubject {
  /** Without names and contacts; null for a review without words. */
  text: string | null;
  rating: number | null;
  recommendation: OwnReview['recommendation'];
  language: string | null;
  businessName: string;
  limitBytes: number | null;
}

/** Characters of a review that an assistant receives; its beginning says what it is about. */
const maxTextLength = 4_000;

/**
 * @returns what makes the subject; it is called after the transaction, because matching takes time in which nobody else
 *   should wait for a lock
 * @throws AppError `not-found`; a `platform-…` code when the review accepts no reply; `assistant-not-allowed` when its
 * platform does not allow passing the text on
 */
export async function getReplySubject(
  { connectors }: Pick<ReviewsDeps, 'connectors'>,
  trx: Transaction<DB>,
  accountId: string,
  reviewId: string,
): Promise<() => ReplySubject> {
  const row = await findReviewRow(trx, accountId, reviewId);
  if (row === null) throw notFound();
  const capabilities = connectorOf(connectors, row.connector ?? '')?.capabilities;
  if (row.source !== 'first-party' && capabilities?.mayShareText !== true)
    throw new AppError('assistant-not-allowed');
  const { replyBox, text, rating, recommendation, language } = presentOwnReview(row, connectors);
  if (replyBox.state !== 'open') throw new AppError(refusalCodes[replyBox.state]);
  const businessName = await findBusinessName(trx, accountId, row.location_id);
  return () => ({
    text: text === null ? null : withoutPeople(text, row.author_name),
    rating,
    recommendation,
    language,
    businessName,
    limitBytes: replyBox.limitBytes,
  });
}

/** Strangers write the text, so every repetition has a limit: an unlimited one can take quadratic time or more. */
export const contacts =
  /[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,4}|(?:https?:\/\/|www\.)\S{1,2000}|\+?\d[\d\s()./-]{7,40}\d/giu;
/** Characters of an author's name that are looked for; a display name is far shorter. */
const maxNameLength = 200;

/** The beginning of the text without the author's name and without addresses and numbers at which somebody can be reached. */
export function withoutPeople(whole: string, authorName: string | null): string {
  const text = beginningOf(whole);
  const fullName = (authorName ?? '').slice(0, maxNameLength).toWellFormed();
  const names = [fullName, ...fullName.split(/[\s,]+/u)]
    .filter((name) => [...name].length >= 2 && /\p{L}/u.test(name))
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const plain = text.replaceAll(contacts, '[…]');
  if (names.length === 0) return plain;
  const name = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return plain.replaceAll(name, '[…]');
}

/** Ends between two words where there are any, because half an address is no address to the pattern. */
function beginningOf(text: string): string {
  if (text.length <= maxTextLength) return text;
  const start = text.slice(0, maxTextLength);
  const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
  return (end > maxTextLength / 2 ? start.slice(0, end) : start).toWellFormed();
}
