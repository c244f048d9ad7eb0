/**
 * Mails to members about new reviews: at once, after their quiet hours, and many within an hour as one digest
 * (docs/decisions/0090-who-hears-of-a-review.md).
 */
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { idFromKey } from '../../lib/ids.ts';
import { quietUntil } from '../../lib/quiet-hours.ts';
import type { AccountUser } from '../identity/index.ts';
import { sendDueMails, sweepDueMails } from '../mail/index.ts';
import { listArrived, namedReviews, sumArrived } from './arrived-queries.ts';
import { type AlertsDeps, nowOf } from './deps.ts';
import type { NewReview } from './new-reviews.ts';
import {
  type AlertHistory,
  type DueReviewAlert,
  deleteDoneReviewAlerts,
  finishReviewAlerts,
  insertReviewAlerts,
  listAccountsWithDueReviewAlerts,
  listDueReviewAlerts,
  postponeReviewAlerts,
  reviewAlertHistory,
} from './review-alert-queries.ts';
import { digestMail, singleReviewMail } from './review-mails.ts';
import { wantsReviewAlert } from './wanted.ts';

/** Mails about single reviews that a member gets in an hour; more reviews come as one digest. */
export const alertsPerHour = 10;
const hourMs = 3_600_000;
/** Visitors of our own pages rate first and write then; the mail has what they wrote. */
const visitMs = 10 * 60_000;
/** Longer than events are kept, so that a repeated event finds its alerts. */
const keptMs = 31 * 24 * hourMs;
/** Alerts in one transaction. */
const batchSize = 200;
const maxAccountsPerSweep = 500;

/** Notes which members are to be told of the reviews. */
export async function addReviewAlerts(
  trx: Transaction<DB>,
  accountId: string,
  reviews: readonly NewReview[],
  users: readonly AccountUser[],
  now: Date,
): Promise<void> {
  const alerts = reviews.flatMap((review) =>
    users
      .filter((user) => wantsReviewAlert(user, review))
      .map(({ userId }) => ({ reviewId: review.id, userId, dueAt: dueAt(review, now) })),
  );
  await insertReviewAlerts(trx, accountId, alerts);
}

function dueAt({ source, at }: NewReview, now: Date): Date {
  return source === 'first-party' ? new Date(at.getTime() + visitMs) : now;
}

/** Tells the members of the account of what is due. */
export function sendDueReviewAlerts(deps: AlertsDeps, accountId: string): Promise<void> {
  return sendDueMails<DueReviewAlert>(deps, accountId, {
    batchSize,
    list: (trx) => listDueReviewAlerts(trx, accountId, nowOf(deps), batchSize),
    async tell(trx, members, timeZone) {
      const now = nowOf(deps);
      const histories = await reviewAlertHistory(trx, accountId, new Date(now.getTime() - hourMs));
      const emailIds: string[] = [];
      for (const { userId, user, due } of members) {
        const history = histories.get(userId) ?? { sent: 0, last_bundle: null };
        const batch = { deps, trx, accountId, userId, now, timeZone, history };
        emailIds.push(...(await tellMember(batch, user, due)));
      }
      return emailIds;
    },
  });
}

interface Batch {
  deps: AlertsDeps;
  trx: Transaction<DB>;
  accountId: string;
  userId: string;
  now: Date;
  timeZone: string;
  history: AlertHistory;
}

/** @returns the ids of the stored mails */
async function tellMember(
  batch: Batch,
  user: AccountUser | undefined,
  alerts: readonly DueReviewAlert[],
): Promise<string[]> {
  const { trx, accountId, userId, now, timeZone, history } = batch;
  const finish = (done: readonly DueReviewAlert[], end: { emailId: string | null; bundled: boolean }) =>
    finishReviewAlerts(trx, accountId, { userId, reviewIds: idsOf(done) }, { ...end, now });
  const postpone = (left: readonly DueReviewAlert[], change: { dueAt: Date; bundled: boolean }) =>
    postponeReviewAlerts(trx, accountId, { userId, reviewIds: idsOf(left) }, change);
  // It was answered or taken away, or the member no longer wants or may have the mail.
  const isNeeded = (alert: DueReviewAlert) =>
    user !== undefined && alert.needed && wantsReviewAlert(user, alert);
  await finish(
    alerts.filter((alert) => !isNeeded(alert)),
    { emailId: null, bundled: false },
  );
  const needed = alerts.filter(isNeeded);
  if (user === undefined || needed.length === 0) return [];
  const { quietHours } = user.alerts;
  const quietEnd = quietHours === null ? null : quietUntil(now, timeZone, quietHours);
  if (quietEnd !== null) {
    await postpone(needed, { dueAt: quietEnd, bundled: false });
    return [];
  }
  const isFlood = history.sent + needed.length > alertsPerHour || needed.some(({ bundled }) => bundled);
  if (!isFlood) {
    const emailIds: string[] = [];
    for (const alert of needed) {
      const emailId = await mailSingle(batch, user, alert);
      await finish([alert], { emailId, bundled: false });
      emailIds.push(emailId);
    }
    return emailIds;
  }
  if (history.last_bundle !== null) {
    await postpone(needed, { dueAt: new Date(history.last_bundle.getTime() + hourMs), bundled: true });
    return [];
  }
  const emailId = await mailFlood(batch, user, needed);
  await finish(needed, { emailId, bundled: true });
  return [emailId];
}

const idsOf = (alerts: readonly DueReviewAlert[]): string[] => alerts.map(({ review_id }) => review_id);

function mailSingle({ deps, trx, accountId }: Batch, user: AccountUser, alert: DueReviewAlert) {
  const id = idFromKey(`${accountId} review ${alert.review_id} ${user.userId}`);
  return deps.queueMail(singleReviewMail(deps, accountId, user, alert), trx, id);
}

/** One mail about all of them; they are locations of the member, and none is left out by the checks above. */
async function mailFlood(
  { deps, trx, accountId }: Batch,
  user: AccountUser,
  alerts: readonly DueReviewAlert[],
): Promise<string> {
  const id = idFromKey(`${accountId} reviews ${alerts[0]?.review_id} ${user.userId}`);
  const which = namedReviews(idsOf(alerts));
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
export function sweepReviewAlerts(deps: AlertsDeps): Promise<void> {
  const now = nowOf(deps);
  const before = new Date(now.getTime() - keptMs);
  return sweepDueMails(deps, {
    batchSize,
    listAccounts: (trx) => listAccountsWithDueReviewAlerts(trx, now, maxAccountsPerSweep),
    send: (accountId) => sendDueReviewAlerts(deps, accountId),
    deleteDone: (trx) => deleteDoneReviewAlerts(trx, before, batchSize),
  });
}
