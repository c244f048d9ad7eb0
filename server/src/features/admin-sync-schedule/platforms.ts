/** The platforms as the operator sees them: settings, pause, quota, backlog and forecast. */
import type { SyncPlatform } from '@kindling/contract/admin-sync-schedule';
import { type ConnectorId, connectorIds, type Platform } from '@kindling/contract/platforms';
import { syncDefaults } from '@kindling/contract/sync';
import { inSystem } from '../../db/transaction.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import {
  type ChosenSyncSettings,
  listRateLimits,
  listSyncSettings,
  type RateLimitState,
  type StoredSyncSettings,
  saveSyncSettings,
  setSyncPause,
} from '../connections/index.ts';
import { auditOperator } from '../identity/index.ts';
import { maxListingsPerSweep, sweepDueListings, syncListingJob } from '../sync/index.ts';
import {
  averageRuns,
  countListings,
  type ListingCounts,
  type RunAverages,
  recentMinutes,
} from './backlog-queries.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';
import { type Forecast, forecastBacklogs, type PlatformLoad, type RunCost } from './forecast.ts';

/** What a run is expected to take where none has ended yet: one page. */
const unknownCost: RunCost = { requests: 1, seconds: 2 };

/** What the database says about one connector. */
interface Reading {
  connector: ConnectorId;
  platform: Platform;
  standardCalls: number;
  stored: StoredSyncSettings | undefined;
  quota: RateLimitState | undefined;
  counts: ListingCounts | undefined;
  runs: readonly RunAverages[];
}

/** The connectors that this installation has. */
export async function listSyncPlatforms(deps: AdminSyncScheduleDeps): Promise<SyncPlatform[]> {
  const readings = await readPlatforms(deps);
  const queue = await deps.queue.readState();
  const running = queue.find(({ name }) => name === syncListingJob.name)?.running ?? 0;
  const forecasts = forecastBacklogs(readings.map(loadOf), {
    // All workers are busy while there is a backlog. There is one process at least.
    workers: Math.max(running, syncListingJob.concurrency ?? 1),
    sweepPerMinute: maxListingsPerSweep,
  });
  return readings.map((reading) =>
    presentPlatform(reading, forecasts.get(reading.connector) ?? { seconds: null, limit: 'none' }),
  );
}

async function readPlatforms({ db, connectors }: AdminSyncScheduleDeps): Promise<Reading[]> {
  return inSystem(db, async (trx) => {
    const settings = await listSyncSettings(trx);
    const standardOf = (id: string) =>
      [...connectors.values()].find((one) => one.id === id)?.capabilities.callsPerMinute ?? 1;
    const quotas = await listRateLimits(trx, (id) => settings.get(id)?.callsPerMinute ?? standardOf(id));
    const counts = await countListings(trx);
    const runs = await averageRuns(trx);
    return connectorIds.flatMap((id) => {
      const connector = connectors.get(id);
      if (connector === undefined) return [];
      return {
        connector: id,
        platform: connector.platform,
        standardCalls: connector.capabilities.callsPerMinute,
        stored: settings.get(id),
        quota: quotas.get(id),
        counts: counts.find((row) => row.connector === id),
        runs: runs.filter((row) => row.connector === id),
      };
    });
  });
}

function callsPerMinuteOf({ stored, standardCalls }: Reading): number {
  return stored?.callsPerMinute ?? standardCalls;
}

function loadOf(reading: Reading): PlatformLoad {
  const { connector, counts, quota, stored, runs } = reading;
  const first = counts?.due_first ?? 0;
  const regular: RunCost = runs.find((row) => !row.first) ?? unknownCost;
  return {
    connector,
    due: { first, regular: (counts?.due ?? 0) - first },
    cost: { regular, first: runs.find((row) => row.first) ?? regular },
    duePerMinute: counts?.due_per_minute ?? 0,
    callsPerMinute: callsPerMinuteOf(reading),
    pausedByOperator: (stored?.pausedAt ?? null) !== null,
    pausedForSeconds: quota?.pausedUntil == null ? 0 : (quota.pausedUntil.getTime() - Date.now()) / 1000,
  };
}

function presentPlatform(reading: Reading, forecast: Forecast): SyncPlatform {
  const { connector, platform, stored, quota, counts, runs } = reading;
  const recent = runs.reduce((total, row) => total + row.recent, 0);
  return {
    connector,
    platform,
    access: connector === platform ? 'oauth' : 'api-key',
    pausedAt: stored?.pausedAt?.toISOString() ?? null,
    chosen: {
      intervalMinutes: stored?.intervalMinutes ?? null,
      fastestIntervalMinutes: stored?.fastestIntervalMinutes ?? null,
      fullPassDays: stored?.fullPassDays ?? null,
      callsPerMinute: stored?.callsPerMinute ?? null,
    },
    standard: { ...syncDefaults, callsPerMinute: reading.standardCalls },
    version: stored?.version ?? 0,
    quota: {
      limit: callsPerMinuteOf(reading),
      used: quota?.used ?? 0,
      nextCallInSeconds: Math.ceil(quota?.nextCallInSeconds ?? 0),
      pausedUntil: quota?.pausedUntil?.toISOString() ?? null,
    },
    listings: {
      all: counts?.all ?? 0,
      paused: counts?.paused ?? 0,
      running: counts?.running ?? 0,
      due: counts?.due ?? 0,
      overdue: counts?.overdue ?? 0,
      failing: counts?.failing ?? 0,
    },
    forecast: {
      ...forecast,
      runsPerMinute: recent / recentMinutes,
      duePerMinute: counts?.due_per_minute ?? 0,
    },
  };
}

/**
 * Stores what holds for the next run and the next call, in every process.
 * @throws AppError `not-found` for a platform that is not set up here; `invalid-input` for a default below the fastest;
 * `conflict` when somebody changed the settings since `version`.
 */
export async function changePlatform(
  deps: AdminSyncScheduleDeps,
  adminId: string,
  { connector, version, ...chosen }: { connector: ConnectorId; version: number } & ChosenSyncSettings,
): Promise<void> {
  if (!deps.connectors.has(connector)) throw notFound();
  const fastest = chosen.fastestIntervalMinutes ?? syncDefaults.fastestIntervalMinutes;
  if ((chosen.intervalMinutes ?? syncDefaults.intervalMinutes) < fastest)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'intervalMinutes', message: 'The default is not below the fastest interval.' }],
    });
  await inSystem(deps.db, async (trx) => {
    if (!(await saveSyncSettings(trx, connector, version, chosen))) throw new AppError('conflict');
    await auditOperator(trx, {
      adminId,
      action: 'sync.settings-changed',
      target: connector,
      details: { connector, ...chosen },
    });
  });
}

/**
 * Begins or ends the pause of a platform; repeating either changes nothing.
 * @throws AppError `not-found` for a platform that is not set up here.
 */
export async function pausePlatform(
  deps: AdminSyncScheduleDeps,
  adminId: string,
  connector: ConnectorId,
  paused: boolean,
): Promise<void> {
  if (!deps.connectors.has(connector)) throw notFound();
  const changed = await inSystem(deps.db, async (trx) => {
    if (!(await setSyncPause(trx, connector, paused))) return false;
    await auditOperator(trx, {
      adminId,
      action: paused ? 'sync.platform-paused' : 'sync.platform-resumed',
      target: connector,
      details: { connector },
    });
    return true;
  });
  // What waited need not wait for the next sweep.
  if (changed && !paused) await sweepDueListings(deps);
}
