/** What the operator does with plans from a terminal. Each command returns the lines to print. */
import { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { giveFreePlanUntil, takeBackFreePlan } from '../features/billing/index.ts';
import { findOwnedAccounts } from '../features/identity/index.ts';
import { type NextStep, previewDeletions } from '../features/plan-notices/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';

type OpenDatabase = Awaited<ReturnType<typeof openMigrated>>;

async function withDatabase<T>(
  settings: Settings,
  log: Log,
  work: (db: OpenDatabase) => Promise<T>,
): Promise<T> {
  const db = await openMigrated(settings, log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** `give-plan <e-mail|account id> [last day]`: the account pays nothing, until the end of that day (UTC) or without an end. */
export function givePlan(settings: Settings, log: Log, owner: string, lastDay?: string): Promise<string[]> {
  if (lastDay !== undefined) requireDay(lastDay);
  return withDatabase(settings, log, async (db) => {
    const accountId = await findAccount(db, owner);
    await inTenant(db, accountId, (trx) => giveFreePlanUntil(trx, accountId, lastDay ?? null, new Date()));
    const end = lastDay === undefined ? 'without an end' : `until the end of ${lastDay} (UTC)`;
    return [`The account ${accountId} has everything for free, ${end}. What it pays already goes on.`];
  });
}

/** `take-plan <e-mail|account id>`: what was paid, or the trial, counts again. */
export function takePlan(settings: Settings, log: Log, owner: string): Promise<string[]> {
  return withDatabase(settings, log, async (db) => {
    const accountId = await findAccount(db, owner);
    await inTenant(db, accountId, (trx) => takeBackFreePlan(trx, accountId));
    return [`The account ${accountId} has no free plan any more.`];
  });
}

/** `ended-accounts`: what the next run does with each account whose plan ended. Changes nothing. */
export function listEndedAccounts(
  settings: Settings,
  log: Log,
  now: () => Date = () => new Date(),
): Promise<string[]> {
  if (!settings.plansEnabled)
    return Promise.resolve(['This installation has no plans, so no account is deleted for want of one.']);
  return withDatabase(settings, log, async (db) => {
    const found = await previewDeletions({ db, now, plansEnabled: true });
    const deleted = found.filter(({ next }) => next.step === 'delete').length;
    return [
      `${found.length} plans ended a few days ago, or so long ago that the deletion is near; ${deleted} of their accounts would be deleted now.`,
      ...found.map(
        ({ accountId, endedAt, next }) => `${accountId}  ended ${dayOf(endedAt)}  ${describe(next)}`,
      ),
    ];
  });
}

function describe(next: NextStep): string {
  switch (next.step) {
    case 'wait':
      return 'nothing is due';
    case 'mail':
      return `mail ${next.kind}; deletion at the earliest on ${dayOf(next.deletionOn)}`;
    case 'delete':
      return `DELETION; warnings were taken on ${next.warnedAt.map(dayOf).join(', ')}`;
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function requireDay(day: string): void {
  if (!z.iso.date().safeParse(day).success) throw new Error(`"${day}" is no day such as 2027-12-31.`);
}

async function findAccount(db: OpenDatabase, owner: string): Promise<string> {
  const [account, second] = await inSystem(db, (trx) => findOwnedAccounts(trx, owner));
  if (account === undefined) throw new Error(`nobody with the address or id ${owner} owns an account.`);
  if (second !== undefined)
    throw new Error(
      `${owner} owns several accounts; give the id of one instead: ${account.id}, ${second.id} and so on.`,
    );
  return account.id;
}
