/**
 * Mails to members about new reviews: at once, after their quiet hours, and many within an hour as one digest
 * (docs/decisions/0090-who-hears-of-a-review.md).
 */
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { idFromKey } from '../../lib/ids.ts';
import { quietUntil } from '../../lib/quiet-hours.ts';
import type { AccountUser } from '../identity/index.ts';
import { type DueMailSteps, type SweepSteps, sendDueMails, sweepDueMails } from '../mail/index.ts';
import { listArrived, sumArrived } from './arrived-queries.ts';
import { type AlertsDeps, nowOf } from './deps.ts';
import type { NewReview } from './new-reviews.ts';
import {
  type AlertHistory,
  type Due,
  type DueMember,
  type DueReviewAlert,
  deleteDoneReviewAlerts,
  finishBundle,
  finishReviewAlert,
  finishUnneededAlerts,
  insertReviewAlerts,
  listAccountsWithDueReviewAlerts,
  listDueMembers,
  listDueReviewAlerts,
  postponeReviewAlerts,
  reviewAlertHistory,
} from './review-alert-queries.ts';
import { digestMail, singleReviewMail } from './review-mails.ts';

/** Mails about single reviews that a member gets in an hour; more reviews come as one digest. */
export const alertsPerHour = 10;
const hourMs = 3_600_000;
/** Visitors of our own pages rate first and write then; the mail has what they wrote. */
const visitMs = 10 * 60_000;
/** Longer than events are kept, so that a repeated event finds its alerts. */
const keptMs = 31 * 24 * hourMs;
/** Members in one transaction: at most 200 mails. */
const memberBatchSize = 20;
/** Alerts that are long done, in one transaction. */
const deletionBatchSize = 200;
const maxAccountsPerSweep = 500;

/** Notes which members are to be told of the reviews. */
export async function addReviewAlerts(
  trx: Transaction<DB>,
  accountId: string,
  reviews: readonly NewReview[],
  users: readonly AccountUser[],
  now: Date,
): Promise<void> {
  const alerts = reviews.map((review) => ({ reviewId: review.id, dueAt: dueAt(review, now) }));
  await insertReviewAlerts(trx, accountId, alerts, users);
}

function dueAt({ source, at }: NewReview, now: Date): Date {
  return source === 'first-party' ? new Date(at.getTime() + visitMs) : now;
}

/** Tells the members of the account of what is due. */
export function sendDueReviewAlerts(deps: AlertsDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const steps: DueMailSteps<DueMember> = {
    batchSize: memberBatchSize,
    list: (trx) => listDueMembers(trx, accountId, nowOf(deps), memberBatchSize),
    async tell(trx, members, timeZone) {
      const now = nowOf(deps);
      const histories = await reviewAlertHistory(trx, accountId, new Date(now.getTime() - hourMs));
      const emailIds: string[] = [];
      for (const { userId, user } of members) {
        const history = histories.get(userId) ?? { sent: 0, last_bundle: null };
        const batch = { deps, trx, due: { accountId, userId, now }, timeZone, history };
        emailIds.push(...(await tellMember(batch, user)));
      }
      return emailIds;
    },
  };
  return sendDueMails(deps, accountId, steps, signal);
}

interface Batch {
  deps: AlertsDeps;
  trx: Transaction<DB>;
  due: Due;
  timeZone: string;
  history: AlertHistory;
}

/** @returns the ids of the stored mails */
async function tellMember(batch: Batch, user: AccountUser | undefined): Promise<string[]> {
  const { trx, due, timeZone, history } = batch;
  await finishUnneededAlerts(trx, due, user);
  // One more than come singly says that all of them are one digest, however many they are.
  const first = await listDueReviewAlerts(trx, due, alertsPerHour + 1);
  if (user === undefined || first.length === 0) return [];
  const { quietHours } = user.alerts;
  const quietEnd = quietHours === null ? null : quietUntil(due.now, timeZone, quietHours);
  if (quietEnd !== null) {
    await postponeReviewAlerts(trx, due, { dueAt: quietEnd, bundled: false });
    return [];
  }
  const isFlood = history.sent + first.length > alertsPerHour || first.some(({ bundled }) => bundled);
  if (!isFlood) return mailSingles(batch, user, first);
  if (history.last_bundle !== null) {
    const dueAt = new Date(history.last_bundle.getTime() + hourMs);
    await postponeReviewAlerts(trx, due, { dueAt, bundled: true });
    return [];
  }
  return [await mailFlood(batch, user, first)];
}

async function mailSingles(
  { deps, trx, due }: Batch,
  user: AccountUser,
  alerts: readonly DueReviewAlert[],
): Promise<string[]> {
  const emailIds: string[] = [];
  for (const alert of alerts) {
    const id = idFromKey(`${due.accountId} review ${alert.review_id} ${user.userId}`);
    await deps.queueMail(singleReviewMail(deps, due.accountId, user, alert), trx, id);
    await finishReviewAlert(trx, due, alert.review_id, id);
    emailIds.push(id);
  }
  return emailIds;
}

/** One mail about all that is due; they are locations of the member, and none is left out by the checks above. */
async function mailFlood(
  { deps, trx, due }: Batch,
  user: AccountUser,
  [first]: readonly DueReviewAlert[],
): Promise<string> {
  const { accountId } = due;
  const id = idFromKey(`${accountId} reviews ${first?.review_id} ${user.userId}`);
  const which = await finishBundle(trx, due, id);
  const content = {
    period: 'flood' as const,
    arrived: await sumArrived(trx, accountId, which),
    before: null,
    unanswered: null,
    reviews: await listArrived(trx, accountId, which),
  };
  return deps.queueMail(digestMail(deps, accountId, user, content), trx, id);
}

/** Tells members of what became due, and deletes alerts that are long done. */
export function sweepReviewAlerts(deps: AlertsDeps, signal: AbortSignal): Promise<void> {
  const now = nowOf(deps);
  const before = new Date(now.getTime() - keptMs);
  const steps: SweepSteps = {
    batchSize: deletionBatchSize,
    listAccounts: (trx) => listAccountsWithDueReviewAlerts(trx, now, maxAccountsPerSweep),
    send: (accountId) => sendDueReviewAlerts(deps, accountId, signal),
    deleteDone: (trx) => deleteDoneReviewAlerts(trx, before, deletionBatchSize),
  };
  return sweepDueMails(deps, steps, signal);
}
