/**
 * What a PostgreSQL server does in the background and the embedded one does not: checkpoints, or its log
 * grows without end, and vacuum. Both wait their turn in the session's line, so neither gets into anybody's
 * transaction, and tables are vacuumed one by one, so that others come in between.
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import type { DB } from './types.gen.ts';

export interface Maintenance {
  /** VACUUM (ANALYZE) of every table the connection may vacuum; 2 s at a million rows. */
  vacuum(): Promise<void>;
  /**
   * Has a table vacuumed within a minute or two: for large rows that were deleted, whose room would else be free at night
   * only. Does nothing on a server, which does it itself.
   */
  vacuumSoon(table: keyof DB): void;
  /** Writes everything to the tables' files when something changed. Does nothing on a server, which does it itself. */
  checkpoint(): Promise<void>;
}

export interface MaintenanceOptions {
  unlimited<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  syncCount(): number;
  dataFolder: string;
  log: DatabaseLog;
  /** Milliseconds between two looks at what is due (default one minute). */
  intervalMs?: number;
  now?: () => Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A vacuum is due at night after 20 hours, and at any time after 36, for machines that are off at night. */
const NIGHTLY_AFTER_MS = 20 * HOUR_MS;
const OVERDUE_AFTER_MS = 36 * HOUR_MS;

/** Starts the timers of an embedded database. `stop` waits for what is running and makes a last checkpoint. */
export function startEmbeddedMaintenance(options: MaintenanceOptions): {
  maintenance: Maintenance;
  stop(): Promise<void>;
} {
  const now = options.now ?? (() => new Date());
  let checkpointedSyncCount = -1;
  const tablesToVacuum = new Set<keyof DB>();
  let current: Promise<void> = Promise.resolve();

  const checkpoint = async (): Promise<void> => {
    if (options.syncCount() === checkpointedSyncCount) return;
    await options.unlimited((client) => client.query('CHECKPOINT'));
    checkpointedSyncCount = options.syncCount();
  };
  const vacuum = async (): Promise<void> => {
    await options.unlimited(vacuumEveryTable);
    await checkpoint();
    recordVacuum(options.dataFolder, now());
  };
  const vacuumScheduledTables = async (): Promise<void> => {
    for (const table of [...tablesToVacuum]) {
      // Before the work: rows that are deleted during it are for the next time.
      tablesToVacuum.delete(table);
      await options.unlimited((client) => client.query(`VACUUM ${pg.escapeIdentifier(table)}`));
    }
  };
  const runDueMaintenance = async (): Promise<void> => {
    await vacuumScheduledTables();
    if (vacuumIsDue(lastVacuum(options.dataFolder, now()), now())) await vacuum();
    await checkpoint();
  };
  const timer = setInterval(() => {
    current = current.then(runDueMaintenance).catch((error: unknown) => {
      options.log.warn({ err: error }, 'Maintenance of the embedded database failed and will be tried again');
    });
  }, options.intervalMs ?? MINUTE_MS);
  timer.unref();
  return {
    maintenance: { vacuum, vacuumSoon: (table) => tablesToVacuum.add(table), checkpoint },
    async stop() {
      clearInterval(timer);
      await current;
      await checkpoint();
    },
  };
}

/** VACUUM (ANALYZE) table by table; tables the connection does not own are left to their owner. */
export async function vacuumEveryTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and c.relpersistence = 'p' and pg_has_role(c.relowner, 'USAGE') order by 1, 2`,
  );
  for (const { schema, name } of rows) {
    await client.query(`VACUUM (ANALYZE) ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`);
  }
}

/** Whether the last vacuum is too long ago for this hour. */
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

/** Without a note the database counts as vacuumed now: a new one has nothing to clean. */
function lastVacuum(dataFolder: string, now: Date): Date {
  try {
    const noted = new Date(fs.readFileSync(lastVacuumFile(dataFolder), 'utf8').trim());
    if (!Number.isNaN(noted.getTime())) return noted;
  } catch {
    // No note yet; it is made below.
  }
  recordVacuum(dataFolder, now);
  return now;
}
