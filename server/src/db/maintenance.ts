/**
 * Background work that a PostgreSQL server does by itself and the embedded one does not: checkpoints, without which its log
 * grows forever, vacuum, and statistics of tables that have grown. They queue for the single session like any other statement,
 * so they never run inside a transaction. Tables are handled one by one, so that other statements run in between.
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import type { DB } from './types.gen.ts';

export interface Maintenance {
  /** Runs VACUUM (ANALYZE) on every table that the connection may vacuum; 2 s for a million rows. */
  vacuum(): Promise<void>;
  /**
   * Vacuums a table within a minute or two. Call it after deleting large rows, whose space would otherwise be free only
   * after the nightly vacuum. Does nothing on a server, which vacuums by itself.
   */
  scheduleVacuum(table: keyof DB): void;
  /**
   * Makes a checkpoint if anything was written since the last one. Does nothing on a server, which does that by itself.
   */
  checkpoint(): Promise<void>;
}

export interface MaintenanceOptions {
  withOwnerConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  syncCount(): number;
  dataFolder: string;
  log: DatabaseLog;
  /** Interval in ms of the check for due work (default one minute). */
  intervalMs?: number;
  /** Interval in ms of the check for tables without current statistics (default ten seconds). */
  growthIntervalMs?: number;
  now?: () => Date;
}

const GROWTH_INTERVAL_MS = 10_000;
/** The planner assumes about ten pages of a table without statistics, which is good enough for up to that many. */
const SMALL_TABLE_PAGES = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A vacuum is due at night after 20 hours, and at any time after 36 hours for machines that are off at night. */
const NIGHTLY_AFTER_MS = 20 * HOUR_MS;
const OVERDUE_AFTER_MS = 36 * HOUR_MS;

/** Starts the timer of an embedded database. `stop` waits for running work and makes a last checkpoint. */
export function startEmbeddedMaintenance(options: MaintenanceOptions): {
  maintenance: Maintenance;
  /** Runs `work` while no maintenance runs. */
  between<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
} {
  const now = options.now ?? (() => new Date());
  let checkpointedSyncCount = -1;
  const tablesToVacuum = new Set<keyof DB>();
  let current: Promise<void> = Promise.resolve();

  const checkpoint = async (): Promise<void> => {
    if (options.syncCount() === checkpointedSyncCount) return;
    await options.withOwnerConnection((client) => client.query('CHECKPOINT'));
    checkpointedSyncCount = options.syncCount();
  };
  const vacuum = async (): Promise<void> => {
    await options.withOwnerConnection(vacuumEveryTable);
    await checkpoint();
    recordVacuum(options.dataFolder, now());
  };
  const vacuumScheduledTables = async (): Promise<void> => {
    for (const table of [...tablesToVacuum]) {
      // Removed before the vacuum, so that rows deleted meanwhile schedule another one.
      tablesToVacuum.delete(table);
      await options.withOwnerConnection((client) => client.query(`VACUUM ${pg.escapeIdentifier(table)}`));
    }
  };
  const runDueMaintenance = async (): Promise<void> => {
    await vacuumScheduledTables();
    if (vacuumIsDue(lastVacuum(options.dataFolder, now()), now())) await vacuum();
    await checkpoint();
  };
  let analyzedSyncCount = -1;
  const analyzeWhatGrew = async (): Promise<void> => {
    const syncs = options.syncCount();
    if (syncs === analyzedSyncCount) return;
    await options.withOwnerConnection(analyzeGrownTables);
    // After it, so that one that failed is tried again.
    analyzedSyncCount = syncs;
  };
  const every = (ms: number, work: () => Promise<void>): NodeJS.Timeout => {
    const timer = setInterval(() => {
      current = current.then(work).catch((error: unknown) => {
        options.log.warn(
          { err: error },
          'Maintenance of the embedded database failed and will be tried again',
        );
      });
    }, ms);
    return timer.unref();
  };
  const timers = [
    every(options.intervalMs ?? MINUTE_MS, runDueMaintenance),
    every(options.growthIntervalMs ?? GROWTH_INTERVAL_MS, analyzeWhatGrew),
  ];
  return {
    maintenance: { vacuum, scheduleVacuum: (table) => tablesToVacuum.add(table), checkpoint },
    between(work) {
      const result = current.then(work);
      current = result.then(
        () => {},
        () => {},
      );
      return result;
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await current;
      await checkpoint();
    },
  };
}

/**
 * Updates the statistics of each table that has at least twice the pages of its last statistics. Without statistics the
 * planner takes every table for a small one, and reads all reviews of an account to find a few by their ids: a first sync
 * of 200,000 reviews then takes six times as long. The sample is smaller than at night, because nothing else runs meanwhile.
 */
export async function analyzeGrownTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and pg_has_role(c.relowner, 'USAGE')
       and pg_relation_size(c.oid) >= current_setting('block_size')::bigint * 2 * greatest(c.relpages, $1) order by 1, 2`,
    [SMALL_TABLE_PAGES],
  );
  for (const { schema, name } of rows) {
    // Statements of one query are one transaction, which a failure ends: an open one would hold up everybody.
    await client.query(
      `set local default_statistics_target = 30; analyze ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    );
  }
}

/** Runs VACUUM (ANALYZE) table by table and skips tables that the connection does not own. */
export async function vacuumEveryTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and c.relpersistence = 'p' and pg_has_role(c.relowner, 'USAGE') order by 1, 2`,
  );
  for (const { schema, name } of rows) {
    await client.query(`VACUUM (ANALYZE) ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`);
  }
}

/** Whether a vacuum is due at this time of day. */
export function vacuumIsDue(last: Date, now: Date): boolean {
  const age = now.getTime() - last.getTime();
  const night = now.getHours() >= 2 && now.getHours() < 5;
  return age > OVERDUE_AFTER_MS || (night && age > NIGHTLY_AFTER_MS);
}

function lastVacuumFile(dataFolder: string): string {
  return path.join(dataFolder, 'last-vacuum');
}

function recordVacuum(dataFolder: string, at: Date): void {
  fs.writeFileSync(lastVacuumFile(dataFolder), `${at.toISOString()}\n`);
}

/** Without a recorded vacuum, the current time is recorded: a new database needs no vacuum. */
function lastVacuum(dataFolder: string, now: Date): Date {
  try {
    const noted = new Date(fs.readFileSync(lastVacuumFile(dataFolder), 'utf8').trim());
    if (!Number.isNaN(noted.getTime())) return noted;
  } catch {
    // The file does not exist yet; it is written below.
  }
  recordVacuum(dataFolder, now);
  return now;
}
