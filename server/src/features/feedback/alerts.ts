/**
 * Mails to members about new messages: at once, after their quiet hours, and for many messages in a day one mail about the
 * rest (docs/decisions/0078-mails-about-feedback.md).
 */
import { mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { DomainEvent } from '../../events/domain-event.ts';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { idFromKey } from '../../lib/ids.ts';
import { quietUntil } from '../../lib/quiet-hours.ts';
import { type AccountUser, listAccountUsers, seesOneOf } from '../identity/index.ts';
import {
  addressOf,
  type DueMailSteps,
  lastDay,
  type SweepSteps,
  sendDueMails,
  sweepDueMails,
} from '../mail/index.ts';
import {
  type AlertHistory,
  alertHistory,
  type DueAlert,
  deleteDoneAlerts,
  finishAlert,
  finishBundle,
  insertAlerts,
  listAccountsWithDueAlerts,
  listDueAlerts,
  postponeAlert,
} from './alert-queries.ts';
import { type FeedbackDeps, nowOf } from './deps.ts';
import { feedbackReceived } from './events.ts';
import { findFeedbackRow } from './queries.ts';

export const alertSubscriber: SubscriberDefinition = {
  name: 'feedback.alerts',
  events: [feedbackReceived],
  startsAt: 'now',
};

/** Mails about single messages that a member gets in 24 hours. */
export const alertsPerDay = 20;
const hourMs = 3_600_000;
/** Longer than events are kept, so that a repeated event finds its alerts. */
const keptMs = 31 * 24 * hourMs;
/** Alerts in one transaction. */
const batchSize = 100;
const maxAccountsPerSweep = 500;

/** Notes which members are to be told of each message, and tells them where nothing speaks against it. */
export async function alertOfFeedback(
  deps: FeedbackDeps,
  accountId: string,
  events: readonly DomainEvent[],
  signal: AbortSignal,
): Promise<void> {
  for (const { subjectId } of events) {
    signal.throwIfAborted();
    await inTenant(deps.db, accountId, async (trx) => {
      const row = await findFeedbackRow(trx, accountId, subjectId);
      if (row === null) return;
      const users = await listAccountUsers(trx, accountId);
      const told = users.filter((user) => wantsAlert(user, row.location_id));
      const userIds = told.map(({ userId }) => userId);
      await insertAlerts(trx, accountId, subjectId, userIds, nowOf(deps));
    });
  }
  await sendDueAlerts(deps, accountId, signal);
}

function wantsAlert(user: AccountUser, locationId: string): boolean {
  return user.alerts.privateFeedback && mayTake(user, 'feedback.read') && seesOneOf(user, [locationId]);
}

/** Tells the members of the account of what is due. */
export function sendDueAlerts(deps: FeedbackDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const steps: DueMailSteps<DueAlert> = {
    batchSize,
    list: (trx) => listDueAlerts(trx, accountId, nowOf(deps), batchSize),
    async tell(trx, members, timeZone) {
      const now = nowOf(deps);
      const histories = await alertHistory(trx, accountId, lastDay(now));
      const emailIds: string[] = [];
      for (const { userId, user, due } of members) {
        const history = histories.get(userId) ?? { sent: 0, last_bundle: null, next_bundle: null };
        emailIds.push(...(await tellMember({ deps, trx, accountId, now, timeZone, history }, user, due)));
      }
      return emailIds;
    },
  };
  return sendDueMails(deps, accountId, steps, signal);
}

interface Batch {
  deps: FeedbackDeps;
  trx: Transaction<DB>;
  accountId: string;
  now: Date;
  timeZone: string;
  history: AlertHistory;
}

/** @returns the ids of the stored mails */
async function tellMember(
  batch: Batch,
  user: AccountUser | undefined,
  alerts: readonly DueAlert[],
): Promise<string[]> {
  const { trx, accountId, now } = batch;
  const emailIds: string[] = [];
  let bundled: DueAlert | null = null;
  for (const alert of alerts) {
    // Somebody works on it, the visitor took it back, or the member no longer wants or may have it.
    const { message } = alert;
    if (
      user === undefined ||
      message === null ||
      alert.state !== 'new' ||
      !wantsAlert(user, alert.location_id)
    ) {
      await finishAlert(trx, accountId, alert, { emailId: null, now });
      continue;
    }
    const { quietHours } = user.alerts;
    const quietEnd = quietHours === null ? null : quietUntil(now, batch.timeZone, quietHours);
    if (quietEnd !== null)
      await postponeAlert(trx, accountId, alert, { dueAt: quietEnd, bundled: alert.bundled });
    else if (alert.bundled) bundled ??= alert;
    else if (batch.history.sent >= alertsPerDay) await addToBundle(batch, alert);
    else emailIds.push(await mailSingle(batch, user, { ...alert, message }));
  }
  if (user !== undefined && bundled !== null) emailIds.push(await mailBundle(batch, user, bundled));
  return emailIds;
}

async function mailSingle(
  batch: Batch,
  user: AccountUser,
  alert: DueAlert & { message: string },
): Promise<string> {
  const { deps, trx, accountId, now } = batch;
  const id = idFromKey(`${accountId} feedback ${alert.feedback_id} ${user.userId}`);
  await deps.queueMail(
    {
      kind: 'private-feedback',
      ...addressOf(user),
      accountId,
      feedbackId: alert.feedback_id,
      locationName: alert.location_name.slice(0, 1000),
      rating: alert.rating ?? alert.thumb,
      authorName: alert.author_name,
      message: alert.message,
      unsubscribe: endLink(batch, user),
    },
    trx,
    id,
  );
  await finishAlert(trx, accountId, alert, { emailId: id, now });
  batch.history.sent += 1;
  return id;
}

/** The message is counted in the next mail about several: an hour from now, and a day after the last one. */
async function addToBundle({ trx, accountId, now, history }: Batch, alert: DueAlert): Promise<void> {
  const soonest = now.getTime() + hourMs;
  const afterLast = history.last_bundle === null ? 0 : history.last_bundle.getTime() + 24 * hourMs;
  history.next_bundle ??= new Date(Math.max(soonest, afterLast));
  await postponeAlert(trx, accountId, alert, { dueAt: history.next_bundle, bundled: true });
}

async function mailBundle(batch: Batch, user: AccountUser, first: DueAlert): Promise<string> {
  const { deps, trx, accountId, now } = batch;
  const id = idFromKey(`${accountId} feedback bundle ${first.feedback_id} ${user.userId}`);
  const count = await finishBundle(trx, accountId, user.userId, { emailId: id, now });
  const unsubscribe = endLink(batch, user);
  await deps.queueMail(
    { kind: 'feedback-waiting', ...addressOf(user), accountId, count, unsubscribe },
    trx,
    id,
  );
  return id;
}

function endLink({ deps, accountId }: Batch, { userId }: AccountUser): string {
  return deps.alertLink({ accountId, userId, mail: 'privateFeedback' });
}

/** Tells members of what became due, and deletes alerts that are long done. */
export function sweepAlerts(deps: FeedbackDeps, signal: AbortSignal): Promise<void> {
  const now = nowOf(deps);
  const before = new Date(now.getTime() - keptMs);
  const steps: SweepSteps = {
    batchSize,
    listAccounts: (trx) => listAccountsWithDueAlerts(trx, now, maxAccountsPerSweep),
    send: (accountId) => sendDueAlerts(deps, accountId, signal),
    deleteDone: (trx) => deleteDoneAlerts(trx, before, batchSize),
  };
  return sweepDueMails(deps, steps, signal);
}
