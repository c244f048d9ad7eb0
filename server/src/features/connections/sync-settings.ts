/**
 * What the operator sets for each connector: defaults, limits and the pause. They are in the database and read for each
 * run and call, so every process follows a change at once and after a restart.
 */
import { syncDefaults } from '@kindling/contract/sync';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Null: the default of the program. `callsPerMinute` then is that of the connector. */
export interface ChosenSyncSettings {
  intervalMinutes: number | null;
  fastestIntervalMinutes: number | null;
  fullPassDays: number | null;
  callsPerMinute: number | null;
}

export interface SyncSettings {
  /** Minutes between two regular runs of a listing for which nobody chose an interval. */
  intervalMinutes: number;
  /** No listing is read more often, whatever was chosen for it before. */
  fastestIntervalMinutes: number;
  fullPassDays: number;
  pausedAt: Date | null;
}

/** A row of the operator's settings. */
export interface StoredSyncSettings extends ChosenSyncSettings {
  connector: string;
  /** Counts the changes. */
  version: number;
  pausedAt: Date | null;
}

const storedColumns = [
  'connector',
  'version',
  'interval_minutes as intervalMinutes',
  'fastest_interval_minutes as fastestIntervalMinutes',
  'full_pass_days as fullPassDays',
  'calls_per_minute as callsPerMinute',
  'paused_at as pausedAt',
] as const;

export function effectiveSyncSettings(
  stored:
    | Pick<StoredSyncSettings, 'intervalMinutes' | 'fastestIntervalMinutes' | 'fullPassDays' | 'pausedAt'>
    | undefined,
): SyncSettings {
  const fastestIntervalMinutes = stored?.fastestIntervalMinutes ?? syncDefaults.fastestIntervalMinutes;
  return {
    intervalMinutes: Math.max(
      stored?.intervalMinutes ?? syncDefaults.intervalMinutes,
      fastestIntervalMinutes,
    ),
    fastestIntervalMinutes,
    fullPassDays: stored?.fullPassDays ?? syncDefaults.fullPassDays,
    pausedAt: stored?.pausedAt ?? null,
  };
}

/** Minutes between two regular runs of this listing. */
export function intervalMinutesOf(
  listing: { sync_interval_minutes: number; interval_chosen: boolean },
  settings: SyncSettings,
): number {
  if (!listing.interval_chosen) return settings.intervalMinutes;
  return Math.max(listing.sync_interval_minutes, settings.fastestIntervalMinutes);
}

/** By connector; one for which nothing was set may be missing. */
export async function listSyncSettings(trx: Transaction<DB>): Promise<Map<string, StoredSyncSettings>> {
  const rows = await trx.selectFrom('sync_settings').select(storedColumns).execute();
  return new Map(rows.map((row) => [row.connector, row]));
}

export async function readSyncSettings(trx: Transaction<DB>, connector: string): Promise<SyncSettings> {
  const row = await trx
    .selectFrom('sync_settings')
    .select(storedColumns)
    .where('connector', '=', connector)
    .executeTakeFirst();
  return effectiveSyncSettings(row);
}

/**
 * The settings that a run of the listing follows, and whether the operator pauses it; null for a missing listing, and for one of an
 * account that is being erased.
 */
export async function findListingSyncSettings(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
): Promise<{ settings: SyncSettings; isPausedByOperator: boolean } | null> {
  const row = await trx
    .selectFrom('listings as l')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.connection_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .leftJoin('sync_settings as s', 's.connector', 'c.connector')
    .select([
      'l.operator_paused_at',
      's.interval_minutes as intervalMinutes',
      's.fastest_interval_minutes as fastestIntervalMinutes',
      's.full_pass_days as fullPassDays',
      's.paused_at as pausedAt',
    ])
    .where('l.account_id', '=', accountId)
    .where('l.id', '=', listingId)
    .where('a.erasing_since', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const settings = effectiveSyncSettings(row);
  return { settings, isPausedByOperator: row.operator_paused_at !== null || settings.pausedAt !== null };
}

/** Stores the settings unless somebody changed them since `version`; false then. Version 0 is that of no change yet. */
export async function saveSyncSettings(
  trx: Transaction<DB>,
  connector: string,
  version: number,
  chosen: ChosenSyncSettings,
): Promise<boolean> {
  await ensureRow(trx, connector);
  const row = await trx
    .updateTable('sync_settings')
    .set({
      version: sql`version + 1`,
      interval_minutes: chosen.intervalMinutes,
      fastest_interval_minutes: chosen.fastestIntervalMinutes,
      full_pass_days: chosen.fullPassDays,
      calls_per_minute: chosen.callsPerMinute,
    })
    .where('connector', '=', connector)
    .where('version', '=', version)
    .returning('connector')
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins or ends the operator's pause of a connector; false when it is so already. */
export async function setSyncPause(
  trx: Transaction<DB>,
  connector: string,
  paused: boolean,
): Promise<boolean> {
  await ensureRow(trx, connector);
  const row = await trx
    .updateTable('sync_settings')
    .set({ paused_at: paused ? sql`now()` : null })
    .where('connector', '=', connector)
    .where('paused_at', paused ? 'is' : 'is not', null)
    .returning('connector')
    .executeTakeFirst();
  return row !== undefined;
}

async function ensureRow(trx: Transaction<DB>, connector: string): Promise<void> {
  await trx
    .insertInto('sync_settings')
    .values({ connector })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
