/** Stores what is known about an account's payment or gift, and the plan that follows from it, in one transaction. */
import type { StoredPlan } from '@kindling/contract/plans';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { addTrialDays, lockTrialEnd, setPlan } from '../identity/index.ts';
import { findSubscription, type SubscriptionRow, upsertSubscription } from './queries.ts';
import { type PlanFacts, planOf } from './subscription-state.ts';

/** What one reading of the payment provider found. */
export type SubscriptionReading = Omit<
  SubscriptionRow,
  'free_since' | 'free_until' | 'stopped_at' | 'read_at'
>;

/** What is stored before a reading, and the plan that follows from it. */
export interface StoredReading {
  before: SubscriptionRow | null;
  plan: StoredPlan;
}

/**
 * Stores a reading of the provider, unless one that began later is stored. `readingOf` makes it from what is stored, while the
 * account's row is locked.
 * @returns null when the reading is outdated or the account is gone
 */
export async function storeReading(
  trx: Transaction<DB>,
  accountId: string,
  readAt: Date,
  readingOf: (before: SubscriptionRow | null) => SubscriptionReading,
): Promise<StoredReading | null> {
  const trialEndsAt = await lockTrialEnd(trx, accountId);
  if (trialEndsAt === null) return null;
  const before = await findSubscription(trx, accountId);
  if (before !== null && before.read_at !== null && before.read_at >= readAt) return null;
  const reading = readingOf(before);
  const isStopped = reading.status === 'unpaid' || reading.status === 'paused';
  const wasStopped = before?.subscription_id === reading.subscription_id ? before.stopped_at : null;
  const row = { ...reading, read_at: readAt, stopped_at: isStopped ? (wasStopped ?? readAt) : null };
  await upsertSubscription(trx, accountId, row);
  const plan = await savePlan(trx, accountId, trialEndsAt, {
    ...row,
    free_since: before?.free_since ?? null,
    free_until: before?.free_until ?? null,
  });
  return { before, plan };
}

/** Locks the account's row until the transaction ends, and returns what is stored. */
export async function lockSubscription(
  trx: Transaction<DB>,
  accountId: string,
): Promise<SubscriptionRow | null> {
  await lockTrialEnd(trx, accountId);
  return findSubscription(trx, accountId);
}

/** The provider's customer of the account. What was read about an earlier one stays until the new one has a plan. */
export async function setCustomer(
  trx: Transaction<DB>,
  accountId: string,
  customerId: string | null,
): Promise<void> {
  await upsertSubscription(trx, accountId, { customer_id: customerId });
}

/** Gives the account a plan for free, until a time or without an end. @returns false for an account that is gone */
export async function giveFreePlan(
  trx: Transaction<DB>,
  accountId: string,
  until: Date | null,
  now: Date,
): Promise<boolean> {
  return changeGift(trx, accountId, { free_since: now, free_until: until });
}

/**
 * Gives more days of trial, from the end of the trial or from now.
 * @returns the new end
 * @throws AppError `not-found`; `conflict` when the trial does not end at `expected` any more
 */
export async function extendTrial(
  trx: Transaction<DB>,
  accountId: string,
  { days, expected }: { days: number; expected: Date },
  now: Date,
): Promise<Date> {
  const before = await lockTrialEnd(trx, accountId);
  if (before === null) throw notFound();
  if (before.getTime() !== expected.getTime()) throw new AppError('conflict');
  const end = await addTrialDays(trx, accountId, days, now);
  await savePlan(trx, accountId, end, (await findSubscription(trx, accountId)) ?? nothingPaid);
  return end;
}

/** Takes a free plan back: what was paid, or the trial, counts again. @returns false for an account that is gone */
export async function takeFreePlanBack(trx: Transaction<DB>, accountId: string): Promise<boolean> {
  return changeGift(trx, accountId, { free_since: null, free_until: null });
}

async function changeGift(
  trx: Transaction<DB>,
  accountId: string,
  gift: Pick<SubscriptionRow, 'free_since' | 'free_until'>,
): Promise<boolean> {
  const trialEndsAt = await lockTrialEnd(trx, accountId);
  if (trialEndsAt === null) return false;
  await upsertSubscription(trx, accountId, gift);
  const row = await findSubscription(trx, accountId);
  if (row === null) return false;
  await savePlan(trx, accountId, trialEndsAt, row);
  return true;
}

type PlanRow = Pick<
  SubscriptionRow,
  'free_since' | 'free_until' | 'status' | 'cancel_at' | 'ended_at' | 'stopped_at'
>;

/** Of an account without a row: on trial from its first day. */
const nothingPaid: PlanRow = {
  free_since: null,
  free_until: null,
  status: null,
  cancel_at: null,
  ended_at: null,
  stopped_at: null,
};

async function savePlan(
  trx: Transaction<DB>,
  accountId: string,
  trialEndsAt: Date,
  row: PlanRow,
): Promise<StoredPlan> {
  const plan = planOf(factsOf(trialEndsAt, row));
  await setPlan(trx, accountId, plan);
  return plan;
}

function factsOf(trialEndsAt: Date, row: PlanRow): PlanFacts {
  const { status, cancel_at: cancelAt, ended_at: endedAt, stopped_at: stoppedAt } = row;
  return {
    trialEndsAt,
    free: row.free_since === null ? null : { until: row.free_until },
    subscription: status === null ? null : { status, cancelAt, endedAt, stoppedAt },
  };
}
