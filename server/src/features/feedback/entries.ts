/** Notes of the team, and answers by mail. */

import { asLanguage } from '@kindling/contract/constants';
import {
  answersPerDay,
  answersPerDayInTrial,
  answersPerMailboxAndAccount,
  answersPerMailboxAndDay,
  type Feedback,
  maxEntries,
} from '@kindling/contract/feedback';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { idFromKey } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, findMemberRow, lockAccount } from '../identity/index.ts';
import { lastDay, listMailOfAccount, listMailOfOtherAccounts, secondsToWait } from '../mail/index.ts';
import { refusesMail } from '../review-requests/index.ts';
import { type FeedbackDeps, nowOf } from './deps.ts';
import { feedbackChanged } from './events.ts';
import { getLockedFeedback, readFeedback } from './feedback.ts';
import { answerAddress } from './present.ts';
import { type FeedbackRow, findFeedbackRow, insertEntry, listEntryRows, updateFeedback } from './queries.ts';

interface NewEntry {
  /** The caller's, so that a repeated call stores one. */
  entryId: string;
  text: string;
}

/** @throws AppError `not-found`, `conflict` for an id of another entry, `limit-reached` */
export function addNote(
  deps: FeedbackDeps,
  { accountId, userId }: SignedInUser,
  id: string,
  note: NewEntry,
): Promise<Feedback> {
  return inTenant(deps.db, accountId, async (trx) => {
    const { state, location_id: locationId } = await getLockedFeedback(trx, accountId, id);
    if (await isNewEntry(trx, accountId, id, note, 'note')) {
      await storeEntry(trx, accountId, id, {
        ...note,
        kind: 'note',
        userId,
        emailId: null,
        now: nowOf(deps),
      });
      const change = { fields: ['notes' as const], state };
      await recordEvents(trx, accountId, [event(feedbackChanged, { subjectId: id, locationId }, change)]);
      await audit(trx, { accountId, userId, action: 'feedback.noted', target: id });
    }
    return readFeedback(trx, accountId, id);
  });
}

/**
 * Stores an answer with its mail to the visitor. The member's own address gets the replies.
 * @throws AppError `not-found`; `not-answerable` without an e-mail address; `conflict` for an id of another entry;
 *   `limit-reached`; `mail-unwanted` for an address that takes none; `rate-limited` when the account, or the visitor's mailbox,
 *   had all answers of a day
 */
export async function answerFeedback(
  deps: FeedbackDeps,
  user: SignedInUser,
  id: string,
  answer: NewEntry,
): Promise<Feedback> {
  const { accountId } = user;
  const { address } = await inTenant(deps.db, accountId, (trx) => getAnswerable(trx, accountId, id));
  const page = {
    template: 'feedback-answer',
    since: lastDay(nowOf(deps)),
    limit: answersPerMailboxAndDay,
  } as const;
  const others = await inSystem(deps.db, (trx) => listMailOfOtherAccounts(trx, accountId, address, page));
  const emailId = idFromKey(`${accountId} answer ${answer.entryId}`);
  const feedback = await inTenant(deps.db, accountId, async (trx) => {
    // Answers at the same time wait here, so that two cannot both be the last of a day.
    await lockAccount(trx, accountId);
    await getLockedFeedback(trx, accountId, id);
    if (await isNewEntry(trx, accountId, id, answer, 'answer')) {
      const times = others.map((mail) => mail.created_at);
      await storeAnswer(deps, trx, user, { id, ...answer, emailId, others: times });
    }
    return readFeedback(trx, accountId, id);
  });
  await deps.deliverSoon([emailId]);
  return feedback;
}

async function getAnswerable(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<{ row: FeedbackRow; message: string; address: string }> {
  const row = await findFeedbackRow(trx, accountId, id);
  if (row === null) throw new AppError('not-found');
  const address = answerAddress(row.contact);
  if (address === null || row.message === null) throw new AppError('not-answerable');
  return { row, message: row.message, address };
}

async function storeAnswer(
  deps: FeedbackDeps,
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  answer: NewEntry & { id: string; emailId: string; others: readonly Date[] },
): Promise<void> {
  const { id, emailId } = answer;
  const now = nowOf(deps);
  const { row, message, address } = await getAnswerable(trx, accountId, id);
  if (await refusesMail(trx, accountId, address)) throw new AppError('mail-unwanted');
  await requireAnswersLeft(deps, trx, { accountId, address, others: answer.others, now });
  const member = await findMemberRow(trx, accountId, userId);
  if (member === null) throw new AppError('no-membership');
  const text = await storeEntry(trx, accountId, id, { ...answer, kind: 'answer', userId, now });
  await deps.queueMail(
    {
      kind: 'feedback-answer',
      to: address,
      locale: asLanguage(row.locale),
      name: row.author_name,
      accountId,
      businessName: row.business_name.slice(0, 1000),
      businessColor: row.business_color,
      answer: text,
      message,
      replyTo: member.email,
    },
    trx,
    emailId,
  );
  const state = row.state === 'new' ? 'in-progress' : row.state;
  if (state !== row.state)
    await updateFeedback(trx, accountId, id, { state, assigneeId: row.assignee_id, now });
  const fields = ['answers' as const, ...(state === row.state ? [] : (['state'] as const))];
  const subject = { subjectId: id, locationId: row.location_id };
  await recordEvents(trx, accountId, [event(feedbackChanged, subject, { fields, state })]);
  await audit(trx, { accountId, userId, action: 'feedback.answered', target: id });
}

/**
 * The caller holds the lock of the account. The account's own bounds come first, and the shared one refuses in the same way, so
 * that a refusal tells as little as possible of what others sent.
 */
async function requireAnswersLeft(
  deps: FeedbackDeps,
  trx: Transaction<DB>,
  {
    accountId,
    address,
    others,
    now,
  }: { accountId: string; address: string; others: readonly Date[]; now: Date },
): Promise<void> {
  const perDay = (await deps.isOnTrial(trx, accountId)) ? answersPerDayInTrial : answersPerDay;
  const page = { template: 'feedback-answer', since: lastDay(now), limit: answersPerDay } as const;
  const own = await listMailOfAccount(trx, accountId, address, page);
  const all = own.map((mail) => mail.created_at);
  const toMailbox = own.filter((mail) => mail.same_mailbox).map((mail) => mail.created_at);
  const retryAfter =
    secondsToWait(all, perDay, now) ||
    secondsToWait(toMailbox, answersPerMailboxAndAccount, now) ||
    secondsToWait([...others, ...toMailbox], answersPerMailboxAndDay, now);
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
}

/** Whether the message has no entry with this id yet. The caller holds the lock of the message. */
async function isNewEntry(
  trx: Transaction<DB>,
  accountId: string,
  feedbackId: string,
  { entryId }: NewEntry,
  kind: 'note' | 'answer',
): Promise<boolean> {
  const entries = await listEntryRows(trx, accountId, feedbackId);
  const known = entries.find((entry) => entry.id === entryId);
  if (known !== undefined && known.kind !== kind) throw new AppError('conflict');
  if (known === undefined && entries.length >= maxEntries) throw new AppError('limit-reached');
  return known === undefined;
}

/** @returns the text as it is stored */
async function storeEntry(
  trx: Transaction<DB>,
  accountId: string,
  feedbackId: string,
  entry: NewEntry & { kind: 'note' | 'answer'; userId: string; emailId: string | null; now: Date },
): Promise<string> {
  const text = toStorableText(entry.text);
  const stored = await insertEntry(trx, accountId, {
    id: entry.entryId,
    feedbackId,
    kind: entry.kind,
    text,
    authorId: entry.userId,
    emailId: entry.emailId,
    createdAt: entry.now,
  });
  // An entry of another message has the id.
  if (!stored) throw new AppError('conflict');
  return text;
}
