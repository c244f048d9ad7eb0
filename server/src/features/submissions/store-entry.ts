/**
 * Stores what a visitor sent, in one transaction. Safe to repeat: the submission has its id from the key of the form, each
 * step is taken once, and what is shown of it is written again as it is.
 */
import type { HeldReason } from '@kindling/contract/submissions';
import type { Transaction } from 'kysely';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { countAtDoor, type DoorCounts } from '../pipelines/index.ts';
import { type FirstPartyReview, holdFirstPartyReview, storeFirstPartyReview } from '../reviews/index.ts';
import type { ShownMessage, SubmissionsDeps } from './deps.ts';
import {
  addReviewContent,
  answersOf,
  holdSubmission,
  insertSubmission,
  isRepeatedText,
  keepHeldMessage,
  lockSubmission,
  markInvited,
  markMessaged,
  type NewSubmission,
  type ReviewContent,
  type SubmissionRow,
  spendProof,
  updateRating,
} from './queries.ts';
import type { VisitorEntry } from './visitor-entry.ts';
import { textHash } from './visitor-text.ts';

type StoreDeps = Pick<SubmissionsDeps, 'db' | 'onMessage' | 'onInvitationAnswered'>;

/**
 * `ended`: nothing of it is stored, because the visit was withdrawn or discarded before, or another review was sent under its
 * key.
 */
export type StoredEntry = 'stored' | 'ended';

/** @throws Error when the database does not store it; then nothing of it is stored. */
export function storeEntry(deps: StoreDeps, entry: VisitorEntry): Promise<StoredEntry> {
  return retryTransient(() =>
    inTenant(deps.db, entry.accountId, (trx) => storeInTransaction(trx, deps, entry)),
  );
}

async function storeInTransaction(
  trx: Transaction<DB>,
  deps: Omit<StoreDeps, 'db'>,
  entry: VisitorEntry,
): Promise<StoredEntry> {
  if (!(await insertSubmission(trx, entry.accountId, newSubmission(entry))))
    return addToKnown(trx, deps, entry);
  await storeNew(trx, deps, entry);
  return 'stored';
}

function newSubmission(entry: VisitorEntry): NewSubmission {
  const { content, rating } = entry;
  return {
    id: entry.submissionId,
    pipelineId: entry.pipelineId,
    locationId: entry.locationId,
    door: entry.door,
    doorId: entry.doorId,
    state: entry.heldFor.length === 0 ? 'shown' : 'held',
    heldFor: entry.heldFor,
    rating: typeof rating === 'number' ? rating : null,
    thumb: typeof rating === 'number' ? null : rating,
    locale: entry.locale,
    createdAt: new Date(entry.receivedAt),
    review: content.step === 'review' ? reviewContent(entry, content) : null,
  };
}

/** The first form of a visit, in as few statements as possible: most visits send no other. */
async function storeNew(
  trx: Transaction<DB>,
  deps: Omit<StoreDeps, 'db'>,
  entry: VisitorEntry,
): Promise<void> {
  const { accountId, submissionId: id, content } = entry;
  const found = await reasonsOfDatabase(trx, entry);
  if (found.length > 0) await holdSubmission(trx, accountId, id, found);
  const held = entry.heldFor.length + found.length > 0;
  const invited = await isInvited(trx, deps, entry);
  if (!held) await storeFirstPartyReview(trx, accountId, { ...shownReview(newSubmission(entry)), invited });
  if (content.step === 'message') await storeMessage(trx, deps, entry, held);
  await count(trx, entry, {
    ratings: 1,
    reviews: content.step === 'review' ? 1 : 0,
    messages: content.step === 'message' ? 1 : 0,
  });
}

/** Only the first visit by a personal link is that of the invited person; a forwarded link gives reviews like any other. */
async function isInvited(
  trx: Transaction<DB>,
  deps: Pick<StoreDeps, 'onInvitationAnswered'>,
  { accountId, submissionId, door, doorId, receivedAt }: VisitorEntry,
): Promise<boolean> {
  if (door !== 'invitation' || doorId === null) return false;
  const at = new Date(receivedAt);
  const first = await deps.onInvitationAnswered(trx, accountId, { recipientId: doorId, submissionId, at });
  if (first) await markInvited(trx, accountId, submissionId);
  return first;
}

/** A further form of a visit, or the same again. */
async function addToKnown(
  trx: Transaction<DB>,
  deps: Pick<StoreDeps, 'onMessage'>,
  entry: VisitorEntry,
): Promise<StoredEntry> {
  const { accountId, submissionId: id, content } = entry;
  const known = await lockSubmission(trx, accountId, id);
  if (known === null || known.state === 'withdrawn' || known.state === 'discarded') return 'ended';
  // A second review under the same key is not taken: a change is a withdrawal and a new review.
  if (content.step === 'review' && known.reviewed_at !== null && known.text !== content.text) return 'ended';
  await changeRating(trx, entry, known);
  if (content.step === 'rate') return 'stored';
  if (content.step === 'review' && known.reviewed_at !== null) return 'stored';
  if (content.step === 'message' && known.messaged_at !== null) return 'stored';
  const reasons = [...entry.heldFor, ...(await reasonsOfDatabase(trx, entry))];
  const held = known.state === 'held' || reasons.length > 0;
  if (reasons.length > 0) await holdSubmission(trx, accountId, id, reasons);
  if (known.state === 'shown' && held) await holdFirstPartyReview(trx, accountId, id);
  if (content.step === 'review') {
    await addReviewContent(trx, accountId, id, reviewContent(entry, content));
    await count(trx, entry, { reviews: 1 });
    if (!held) await showReview(trx, accountId, id);
  } else {
    await storeMessage(trx, deps, entry, held, known);
    await count(trx, entry, { messages: 1 });
  }
  return 'stored';
}

/** Whoever goes back and taps another star has rated once, with the last one. */
async function changeRating(trx: Transaction<DB>, entry: VisitorEntry, known: SubmissionRow): Promise<void> {
  const { accountId, submissionId: id, rating, receivedAt } = entry;
  // An entry that waited in a file may come after a newer one.
  if (rating === (known.rating ?? known.thumb) || new Date(receivedAt) < known.rated_at) return;
  await updateRating(trx, accountId, id, {
    rating: typeof rating === 'number' ? rating : null,
    thumb: typeof rating === 'number' ? null : rating,
    ratedAt: new Date(receivedAt),
  });
  if (known.state === 'shown') await showReview(trx, accountId, id);
}

/** Why it is held that only the database knows. */
async function reasonsOfDatabase(trx: Transaction<DB>, entry: VisitorEntry): Promise<HeldReason[]> {
  const { accountId, submissionId, proof, content } = entry;
  const reasons: HeldReason[] = [];
  if (proof !== null && !(await spendProof(trx, accountId, proof, submissionId))) reasons.push('no-proof');
  const hash = content.step === 'review' && content.text !== null ? textHash(content.text) : null;
  if (hash !== null && (await isRepeatedText(trx, accountId, submissionId, hash)))
    reasons.push('repeated-text');
  return reasons;
}

function reviewContent(
  { receivedAt }: VisitorEntry,
  { text, authorName, contact, answers, consentText }: Extract<VisitorEntry['content'], { step: 'review' }>,
): ReviewContent {
  const hash = text === null ? null : textHash(text);
  return { text, textHash: hash, authorName, contact, answers, consentText, at: new Date(receivedAt) };
}

/** The message of a submission that has none yet. */
async function storeMessage(
  trx: Transaction<DB>,
  deps: Pick<StoreDeps, 'onMessage'>,
  { content, accountId, submissionId: id, locationId, receivedAt }: VisitorEntry,
  held: boolean,
  known: SubmissionRow | null = null,
): Promise<void> {
  if (content.step !== 'message') return;
  const { message, authorName, contact, consentText } = content;
  const at = new Date(receivedAt);
  if (held) {
    await keepHeldMessage(trx, accountId, id, { message, authorName, contact, consentText, at });
    return;
  }
  await markMessaged(trx, accountId, id, at);
  const consentedAt = consentText === null ? null : at;
  const own = { authorName, contact, consentText, consentedAt };
  const person = known === null ? own : withReviewContact(own, known);
  await deps.onMessage(trx, accountId, { id, locationId, message, ...person, createdAt: at });
}

type Writer = Pick<ShownMessage, 'authorName' | 'contact' | 'consentText' | 'consentedAt'>;

/** Whoever left a contact with the review of the same visit can be answered there. */
export function withReviewContact(
  own: Writer,
  { contact, consent_text: consentText, consented_at: consentedAt }: SubmissionRow,
): Writer {
  return own.contact !== null || contact === null ? own : { ...own, contact, consentText, consentedAt };
}

/** Writes what is shown of the submission, as it is stored now. */
export async function showReview(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  const row = await lockSubmission(trx, accountId, id);
  if (row === null) return;
  await storeFirstPartyReview(trx, accountId, {
    id,
    locationId: row.location_id,
    rating: row.rating,
    thumb: row.thumb,
    text: row.text,
    authorName: row.author_name,
    writtenAt: row.created_at,
    invited: row.invited,
    contact: row.contact,
    answers: answersOf(row.answers),
  });
}

function shownReview({
  id,
  locationId,
  rating,
  thumb,
  review,
  createdAt,
}: NewSubmission): Omit<FirstPartyReview, 'invited'> {
  return {
    id,
    locationId,
    rating,
    thumb,
    text: review?.text ?? null,
    authorName: review?.authorName ?? null,
    writtenAt: createdAt,
    contact: review?.contact ?? null,
    answers: review?.answers ?? [],
  };
}

function count(trx: Transaction<DB>, entry: VisitorEntry, counts: Partial<DoorCounts>): Promise<void> {
  const { pipelineId, door, doorId, campaignId, locationId } = entry;
  // Sums of invitations are those of their campaign, not of each recipient.
  const codeId = door === 'qr' || door === 'nfc' ? doorId : campaignId;
  const key = { pipelineId, door, codeId, locationId };
  return countAtDoor(trx, entry.accountId, key, counts, new Date(entry.receivedAt));
}
