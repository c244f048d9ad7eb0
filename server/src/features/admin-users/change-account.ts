/** What administrators do with an account: its plan and its end. */
import { inSystem } from '../../db/transaction.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { dayOf } from '../../lib/time-zones.ts';
import {
  type Gift,
  giveFreePlanUntil,
  giveTrialDays,
  lastMomentOf,
  requireGift,
  takeBackFreePlan,
} from '../billing/index.ts';
import {
  audit,
  auditOperator,
  deleteAccountByOperator,
  eraseJob,
  findAccountZone,
  keepAccountByOperator,
  listAccountUsers,
  lockAccount,
} from '../identity/index.ts';
import { addressOf } from '../mail/index.ts';
import type { AdminUsersDeps } from './deps.ts';

/** Which administrator acts on which account. */
interface AccountChange {
  adminId: string;
  accountId: string;
}

/** @throws AppError `not-found`, also on an installation without plans; `conflict` when the trial has changed */
export async function extendTrial(
  deps: AdminUsersDeps,
  { adminId, accountId }: AccountChange,
  { days, expected }: { days: number; expected: Date },
): Promise<void> {
  requirePlans(deps);
  const mailIds = await inSystem(deps.db, async (trx) => {
    const end = await giveTrialDays(trx, accountId, { days, expected }, deps.now(), { adminId });
    await auditOperator(trx, { adminId, accountId, action: 'trial.extended', details: { days } });
    const endsOn = dayOf(end, await findAccountZone(trx, accountId)).day;
    return deps.mailOwners(trx, accountId, {
      kind: 'plan-changed',
      accountName: await nameOf(trx, accountId),
      change: 'trial-extended',
      endsOn,
    });
  });
  await deps.deliverSoon(mailIds);
}

/**
 * @param lastDay day (UTC) until whose end everything is free; null without an end
 * @throws AppError `not-found`, also on an installation without plans; `conflict` when the gift has changed; `invalid-input`
 *   for a day that is over
 */
export async function giveFreePlan(
  deps: AdminUsersDeps,
  { adminId, accountId }: AccountChange,
  { lastDay, expected }: { lastDay: string | null; expected: Gift | null },
): Promise<void> {
  requirePlans(deps);
  const now = deps.now();
  if (lastDay !== null && lastMomentOf(lastDay) <= now)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'lastDay', message: 'The day is over.' }],
    });
  const mailIds = await inSystem(deps.db, async (trx) => {
    await requireGift(trx, accountId, expected);
    await giveFreePlanUntil(trx, accountId, lastDay, now, { adminId });
    await auditOperator(trx, { adminId, accountId, action: 'plan.given', details: { until: lastDay } });
    return deps.mailOwners(trx, accountId, {
      kind: 'plan-changed',
      accountName: await nameOf(trx, accountId),
      change: 'given',
      endsOn: lastDay,
    });
  });
  await deps.deliverSoon(mailIds);
}

/** @throws AppError `not-found`, also on an installation without plans; `conflict` when the gift has changed */
export async function takeFreePlan(
  deps: AdminUsersDeps,
  { adminId, accountId }: AccountChange,
  expected: Gift,
): Promise<void> {
  requirePlans(deps);
  const mailIds = await inSystem(deps.db, async (trx) => {
    await requireGift(trx, accountId, expected);
    await takeBackFreePlan(trx, accountId, { adminId });
    await auditOperator(trx, { adminId, accountId, action: 'plan.taken-back' });
    return deps.mailOwners(trx, accountId, {
      kind: 'plan-changed',
      accountName: await nameOf(trx, accountId),
      change: 'taken-back',
      endsOn: null,
    });
  });
  await deps.deliverSoon(mailIds);
}

/**
 * Deletes an account in two weeks, until when its members can take it back, or at once: then its members are signed out of it
 * now, a paid plan ends, and nothing can be taken back.
 * @throws AppError as `deleteAccountByOperator` of identity
 */
export async function deleteAccount(
  deps: AdminUsersDeps,
  { adminId, accountId }: AccountChange,
  { accountName, when }: { accountName: string; when: 'in-two-weeks' | 'now' },
): Promise<void> {
  const mailIds = await inSystem(deps.db, async (trx) => {
    // Before the deletion, after which nobody belongs to it.
    const members = await listAccountUsers(trx, accountId);
    const notify = deps.notifyOfDeletion;
    const { name, scheduledFor } = await deleteAccountByOperator(
      { notify },
      trx,
      accountId,
      { typedName: accountName, when },
      deps.now(),
    );
    if (when === 'now') {
      await auditOperator(trx, { adminId, accountId, action: 'account.deleted' });
      const ids: string[] = [];
      for (const member of members)
        ids.push(
          ...(await deps.mailPerson(trx, {
            kind: 'account-deleted',
            ...addressOf(member),
            accountName: name,
          })),
        );
      return ids;
    }
    const details = { scheduledFor: scheduledFor.toISOString() };
    await audit(trx, { accountId, userId: null, adminId, action: 'account.deletion-scheduled', details });
    await auditOperator(trx, { adminId, accountId, action: 'account.deletion-scheduled', details });
    return [];
  });
  await deps.deliverSoon(mailIds);
  if (when === 'now') await deps.queue.enqueue(eraseJob, { accountId }, { key: accountId });
}

/** @throws AppError `conflict` without a scheduled deletion, and when it has begun */
export async function keepAccount(
  { db, notifyOfDeletion: notify }: Pick<AdminUsersDeps, 'db' | 'notifyOfDeletion'>,
  { adminId, accountId }: AccountChange,
): Promise<void> {
  await inSystem(db, async (trx) => {
    await keepAccountByOperator({ notify }, trx, accountId);
    await audit(trx, { accountId, userId: null, adminId, action: 'account.deletion-canceled' });
    await auditOperator(trx, { adminId, accountId, action: 'account.deletion-canceled' });
  });
}

function requirePlans({ plansEnabled }: Pick<AdminUsersDeps, 'plansEnabled'>): void {
  if (!plansEnabled) throw notFound();
}

async function nameOf(trx: Parameters<typeof lockAccount>[0], accountId: string): Promise<string> {
  return (await lockAccount(trx, accountId))?.name ?? '';
}
