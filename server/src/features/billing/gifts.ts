/** What the operator does with the plan of an account, from the screens of administrators or from a terminal. */
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { audit } from '../identity/index.ts';
import { extendTrial, giveFreePlan, lockSubscription, takeFreePlanBack } from './subscriptions.ts';

/** Who does it, for the trail of the account; nobody is named where a command does. */
export interface GiftActor {
  adminId?: string;
}

/** A free plan as it is stored. */
export interface Gift {
  since: Date;
  until: Date | null;
}

/** The last moment of a day (UTC), which screens name as the end of a plan. */
export function lastMomentOf(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`);
}

/** @param lastDay day (UTC) until whose end everything is free; null without an end. @throws AppError `not-found` */
export async function giveFreePlanUntil(
  trx: Transaction<DB>,
  accountId: string,
  lastDay: string | null,
  now: Date,
  { adminId }: GiftActor = {},
): Promise<void> {
  const until = lastDay === null ? null : lastMomentOf(lastDay);
  if (!(await giveFreePlan(trx, accountId, until, now))) throw notFound();
  await audit(trx, { accountId, userId: null, ...(adminId && { adminId }), action: 'plan.given' });
}

/** @throws AppError `not-found` */
export async function takeBackFreePlan(
  trx: Transaction<DB>,
  accountId: string,
  { adminId }: GiftActor = {},
): Promise<void> {
  if (!(await takeFreePlanBack(trx, accountId))) throw notFound();
  await audit(trx, { accountId, userId: null, ...(adminId && { adminId }), action: 'plan.taken-back' });
}

/**
 * Gives more days of trial.
 * @returns the new end
 * @throws AppError `not-found`; `conflict` when the trial does not end at `expected` any more
 */
export async function giveTrialDays(
  trx: Transaction<DB>,
  accountId: string,
  { days, expected }: { days: number; expected: Date },
  now: Date,
  { adminId }: GiftActor,
): Promise<Date> {
  const end = await extendTrial(trx, accountId, { days, expected }, now);
  const details = { days };
  await audit(trx, {
    accountId,
    userId: null,
    ...(adminId && { adminId }),
    action: 'trial.extended',
    details,
  });
  return end;
}

/** Locks the plan. @throws AppError `conflict` when the gift is not the expected one any more; null: none */
export async function requireGift(
  trx: Transaction<DB>,
  accountId: string,
  expected: Gift | null,
): Promise<void> {
  const row = await lockSubscription(trx, accountId);
  const stored = row?.free_since ? { since: row.free_since, until: row.free_until } : null;
  const timesOf = (gift: Gift | null) =>
    JSON.stringify(gift && [gift.since.getTime(), gift.until?.getTime() ?? null]);
  if (timesOf(stored) !== timesOf(expected)) throw new AppError('conflict');
}
