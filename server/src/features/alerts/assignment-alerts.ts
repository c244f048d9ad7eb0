/**
 * Mails to members about reviews that others assigned to them: all that wait are in one mail
 * (docs/decisions/0097-who-hears-of-an-assignment.md).
 */
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { quietUntil } from '../../lib/quiet-hours.ts';
import type { AccountUser } from '../identity/index.ts';
import { type DueMailSteps, type SweepSteps, sendDueMails, sweepDueMails } from '../mail/index.ts';
import { listArrived, sumArrived } from './arrived-queries.ts';
import {
  type DueAssignments,
  deleteDoneAssignmentAlerts,
  finishAssignmentAlerts,
  insertAssignmentAlerts,
  listAccountsWithDueAssignmentAlerts,
  listDueAssignments,
  noteAssignmentMail,
  postponeAssignmentAlerts,
  waitingFor,
} from './assignment-queries.ts';
import type { Assignment } from './assignments.ts';
import { type AlertsDeps, nowOf } from './deps.ts';
import { assignedMail } from './review-mails.ts';
import { wantsAssignmentAlert } from './wanted.ts';

/** Seconds in which more of the same work is awaited. */
const wait = 120;
/** Between two mails to a member. */
const intervalMs = 15 * 60_000;
/** Longer than events are kept, so that a repeated event finds its alerts. */
const keptMs = 31 * 24 * 3_600_000;
/** Members in one transaction. */
const batchSize = 200;
const maxAccountsPerSweep = 500;

/** Notes what was assigned to members, and which of them are to be told by mail. */
export function addAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  assignments: readonly Assignment[],
  users: readonly AccountUser[],
): Promise<void> {
  const wanting = users.filter(wantsAssignmentAlert).map(({ userId }) => userId);
  return insertAssignmentAlerts(trx, accountId, assignments, wanting, wait);
}

/** Tells members of what became due, and deletes alerts that are long done. */
export function sweepAssignmentAlerts(deps: AlertsDeps, signal: AbortSignal): Promise<void> {
  const now = nowOf(deps);
  const before = new Date(now.getTime() - keptMs);
  const steps: SweepSteps = {
    batchSize,
    listAccounts: (trx) => listAccountsWithDueAssignmentAlerts(trx, dueAt(now), maxAccountsPerSweep),
    send: (accountId) => sendDueMails(deps, accountId, stepsOf(deps, accountId, now), signal),
    deleteDone: (trx) => deleteDoneAssignmentAlerts(trx, before, batchSize),
  };
  return sweepDueMails(deps, steps, signal);
}

const dueAt = (now: Date) => ({ now, since: new Date(now.getTime() - intervalMs) });

function stepsOf(deps: AlertsDeps, accountId: string, now: Date): DueMailSteps<DueAssignments> {
  return {
    batchSize,
    list: (trx) => listDueAssignments(trx, accountId, dueAt(now), batchSize),
    async tell(trx, members, timeZone) {
      const emailIds: string[] = [];
      for (const { user, due } of members)
        for (const one of due) {
          const emailId = await tellMember({ deps, trx, accountId, now, timeZone }, user, one);
          if (emailId !== null) emailIds.push(emailId);
        }
      return emailIds;
    },
  };
}

interface Batch {
  deps: AlertsDeps;
  trx: Transaction<DB>;
  accountId: string;
  now: Date;
  timeZone: string;
}

/** @returns the id of the stored mail; null when there is none */
async function tellMember(
  { deps, trx, accountId, now, timeZone }: Batch,
  user: AccountUser | undefined,
  due: DueAssignments,
): Promise<string | null> {
  const finish = () => finishAssignmentAlerts(trx, accountId, due, now);
  if (user === undefined || !wantsAssignmentAlert(user)) {
    await finish();
    return null;
  }
  const { quietHours } = user.alerts;
  const quietEnd = quietHours === null ? null : quietUntil(now, timeZone, quietHours);
  if (quietEnd !== null) {
    await postponeAssignmentAlerts(trx, accountId, due, quietEnd);
    return null;
  }
  // What was taken back, removed or moved out of sight meanwhile is left out.
  const which = waitingFor(accountId, due, user.locationIds);
  const { count } = await sumArrived(trx, accountId, which);
  if (count === 0) {
    await finish();
    return null;
  }
  const mail = assignedMail(deps, accountId, user, {
    count,
    reviews: await listArrived(trx, accountId, which),
  });
  const emailId = await deps.queueMail(mail, trx);
  await finish();
  await noteAssignmentMail(trx, accountId, user.userId, now);
  return emailId;
}
