/** What the operator does with one or many listings. Each is a transaction of its own, so repeating a part changes nothing. */
import type { ListingAction, ListingKey } from '@kindling/contract/admin-sync-schedule';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  changeListing,
  findListingRow,
  findListingSyncSettings,
  type ListingRow,
  pauseListing,
  resumeListing,
} from '../connections/index.ts';
import { audit, auditOperator } from '../identity/index.ts';
import { enqueueSync, markRunPaused, requestSync } from '../sync/index.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';

export interface ActionInput {
  action: ListingAction;
  /** Null: the default of the platform. */
  intervalMinutes?: number | null | undefined;
  listings: readonly ListingKey[];
}

interface Refusal extends ListingKey {
  /** An error code. */
  reason: string;
}

export interface ActionResult {
  changed: number;
  unchanged: number;
  missing: ListingKey[];
  refused: Refusal[];
}

/** One listing and who acts on it. */
interface Target {
  adminId: string;
  listing: ListingRow;
}

export async function actOnListings(
  deps: AdminSyncScheduleDeps,
  adminId: string,
  input: ActionInput,
): Promise<ActionResult> {
  const result: ActionResult = { changed: 0, unchanged: 0, missing: [], refused: [] };
  const keys = new Map(input.listings.map((key) => [`${key.accountId} ${key.id}`, key]));
  for (const key of keys.values())
    try {
      const changed = await actOnListing(deps, adminId, input, key);
      result[changed ? 'changed' : 'unchanged'] += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not-found') result.missing.push(key);
      else result.refused.push({ ...key, reason: error.code });
    }
  return result;
}

/** @returns whether something changed. @throws AppError `not-found`; what {@link requestSync} throws. */
async function actOnListing(
  deps: AdminSyncScheduleDeps,
  adminId: string,
  { action, intervalMinutes }: ActionInput,
  { accountId, id }: ListingKey,
): Promise<boolean> {
  const changed = await inSystem(deps.db, async (trx) => {
    const listing = await findListingRow(trx, accountId, id);
    if (listing === null) throw new AppError('not-found');
    const target = { adminId, listing };
    switch (action) {
      case 'pause':
        return pause(trx, target);
      case 'resume':
        return resume(trx, target);
      case 'run':
        return requestRun(deps, trx, target);
      case 'interval':
        return changeInterval(trx, target, intervalMinutes ?? null);
    }
  });
  // A sync that was running has ended; of a paused listing there is nothing to read.
  if (changed && action !== 'pause')
    await enqueueSync(deps, accountId, id, action === 'run' ? 'manual' : 'schedule');
  return changed;
}

async function pause(trx: Transaction<DB>, target: Target): Promise<boolean> {
  const { listing } = target;
  if (!(await pauseListing(trx, listing.account_id, listing.id))) return false;
  await markRunPaused(trx, listing.account_id, listing.id);
  await auditOperator(trx, { ...operatorEntry(target), action: 'listing.paused' });
  await recordChange(trx, target, { operatorPaused: true });
  return true;
}

async function resume(trx: Transaction<DB>, target: Target): Promise<boolean> {
  const { listing } = target;
  if (!(await resumeListing(trx, listing.account_id, listing.id))) return false;
  await auditOperator(trx, { ...operatorEntry(target), action: 'listing.resumed' });
  await recordChange(trx, target, { operatorPaused: false });
  return true;
}

async function requestRun(
  { plans }: Pick<AdminSyncScheduleDeps, 'plans'>,
  trx: Transaction<DB>,
  target: Target,
): Promise<boolean> {
  const { adminId, listing } = target;
  const { account_id: accountId, id } = listing;
  if (listing.paused) throw new AppError('sync-paused');
  if (!(await plans.readEntitlements(trx, accountId)).has('sync')) throw new AppError('plan-ended');
  await requestSync(trx, accountId, id, false);
  await auditOperator(trx, { ...operatorEntry(target), action: 'listing.sync-requested' });
  await audit(trx, { accountId, userId: null, adminId, action: 'listing.sync-requested', target: id });
  return true;
}

/** @throws AppError `invalid-input` for an interval below the fastest of the platform. */
async function changeInterval(
  trx: Transaction<DB>,
  target: Target,
  intervalMinutes: number | null,
): Promise<boolean> {
  const { account_id: accountId, id, interval_chosen, sync_interval_minutes } = target.listing;
  if ((interval_chosen ? sync_interval_minutes : null) === intervalMinutes) return false;
  const settings = (await findListingSyncSettings(trx, accountId, id))?.settings;
  if (settings === undefined) throw new AppError('not-found');
  if (intervalMinutes !== null && intervalMinutes < settings.fastestIntervalMinutes)
    throw new AppError('invalid-input');
  await changeListing(trx, accountId, id, {
    interval: { minutes: intervalMinutes ?? settings.intervalMinutes, chosen: intervalMinutes !== null },
  });
  const details = { syncIntervalMinutes: intervalMinutes };
  await auditOperator(trx, { ...operatorEntry(target), action: 'listing.interval-changed', details });
  await recordChange(trx, target, details);
  return true;
}

function operatorEntry({ adminId, listing }: Target) {
  return { adminId, target: listing.id, accountId: listing.account_id };
}

/** Into the trail of the account, whose owner sees who changed the reading of the listing. */
async function recordChange(
  trx: Transaction<DB>,
  { adminId, listing }: Target,
  details: { operatorPaused: boolean } | { syncIntervalMinutes: number | null },
): Promise<void> {
  const { account_id: accountId, id: target } = listing;
  await audit(trx, { accountId, userId: null, adminId, action: 'listing.changed', target, details });
}
