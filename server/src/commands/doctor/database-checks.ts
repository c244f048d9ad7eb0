/** The database, its queue, and the backups of it. */
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { findUnfinishedRestore, lastBackupAge, readJournalFile } from '../../features/backups/index.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { pendingMigrations } from '../../open-migrated.ts';
import { type Check, type CheckContext, type Finding, failure, ok, warning } from './check.ts';

/** Without a database the check of it says why, and the others have nothing to say. */
const withDatabase =
  (run: (db: Database, context: CheckContext) => Promise<Finding | Finding[]>): Check['run'] =>
  async (context) =>
    context.db === null ? [] : run(context.db, context);

interface DatabaseFacts {
  version: string;
  fsync: string;
  pages: string;
  commit: string;
  superuser: string;
  app: boolean;
  system: boolean;
}

const roles = ['kindling_app', 'kindling_system'] as const;

async function readFacts(db: Database): Promise<DatabaseFacts> {
  return db.withOwnerConnection(async (client) => {
    const isMember = (role: string) =>
      `coalesce((select pg_has_role(current_user, oid, 'MEMBER') from pg_roles where rolname = '${role}'), false)`;
    const { rows } = await client.query<DatabaseFacts>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
              current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
              current_setting('is_superuser') as superuser, ${isMember(roles[0])} as app, ${isMember(roles[1])} as system`,
    );
    const [facts] = rows;
    if (facts === undefined) throw new Error('The database did not answer.');
    return facts;
  });
}

const database: Check = {
  name: 'database',
  async run({ db, databaseProblem }) {
    if (db === null)
      return failure(
        databaseProblem ?? 'The database was not opened.',
        'See "When it does not start" in docs/operations.md.',
      );
    const facts = await readFacts(db);
    const found: Finding[] = [
      ok(`PostgreSQL ${facts.version}${db.mode === 'embedded' ? ', embedded,' : ''} answers.`),
    ];
    for (const [name, value] of Object.entries({
      fsync: facts.fsync,
      full_page_writes: facts.pages,
      synchronous_commit: facts.commit,
    }))
      if (value === 'off')
        found.push(
          failure(
            `The database runs with ${name} = off.`,
            `Turn ${name} on: acknowledged data could be lost.`,
          ),
        );
    if (db.mode === 'postgres') {
      if (facts.superuser === 'on')
        found.push(
          warning(
            'The user of DATABASE_URL is a superuser.',
            'Use an ordinary user that owns the database: row-level security does not apply to superusers.',
          ),
        );
      if (!facts.app || !facts.system)
        found.push(
          failure(
            'The user of DATABASE_URL is not a member of all roles of Kindling.',
            'Run the command migrate, which says what an administrator must run once.',
          ),
        );
    }
    return found;
  },
};

const migrations: Check = {
  name: 'migrations',
  run: withDatabase(async (db) => {
    const missing = await pendingMigrations(db);
    if (missing === null)
      return failure(
        'The database was never brought up to date, or was made by a newer version.',
        'Start the version that made it, or a newer one.',
      );
    if (missing.length > 0)
      return warning(
        `${missing.length} migrations are missing.`,
        'Start Kindling, or run the command migrate.',
      );
    if ((await inSystem(db, findUnfinishedRestore)) !== null)
      return failure(
        'The restore of a backup did not come to its end, so nothing is served.',
        'Run the same command restore again.',
      );
    return ok('The tables are those of this version.');
  }),
};

/** Seconds after which a due job is late. */
const lateSeconds = 600;

const queue: Check = {
  name: 'queue',
  run: withDatabase(async (db) => {
    const { rows: found } = await db.pool.query<{ present: boolean }>(
      `select to_regclass('pgboss.job') is not null as present`,
    );
    if (found[0]?.present !== true) return warning('There is no queue yet.', 'Start Kindling once.');
    const { rows } = await db.pool.query<{
      late: number;
      due: number;
      dead: number;
      active: number;
      ended: number | null;
    }>(
      `select coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::int as late,
              (count(*) filter (where state < 'active' and start_after <= now()))::int as due,
              (count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day'))::int as dead,
              (count(*) filter (where state = 'active'))::int as active,
              extract(epoch from now() - max(completed_on))::int as ended
         from pgboss.job`,
    );
    const { late = 0, due = 0, dead = 0, active = 0, ended = null } = rows[0] ?? {};
    const findings: Finding[] = [];
    // Sweeps run every minute, so a worker that lives ends a job every minute.
    if (ended === null || ended > lateSeconds)
      findings.push(
        warning(
          'No worker has ended a job for ten minutes.',
          'Start a process with the role worker, or look into its log.',
        ),
      );
    if (late > lateSeconds)
      findings.push(
        warning(
          `${due} jobs are due, the oldest for ${Math.round(late / 60)} minutes.`,
          'Start more workers, or look into their logs.',
        ),
      );
    if (dead > 0)
      findings.push(
        warning(`${dead} jobs failed for good within a day.`, 'Their errors are in the log of the workers.'),
      );
    return findings.length > 0 ? findings : ok(`Workers run: ${active} jobs are running and ${due} are due.`);
  }),
};

const clockTolerance = { warnSeconds: 5, failSeconds: 60 };

const clock: Check = {
  name: 'clock',
  run: withDatabase(async (db) => {
    const asked = Date.now();
    const { rows } = await inSystem(db, (trx) =>
      sql<{ at: Date }>`select clock_timestamp() as at`.execute(trx),
    );
    const middle = (asked + Date.now()) / 2;
    return skewFinding('the database', ((rows[0]?.at.getTime() ?? middle) - middle) / 1000);
  }),
};

/** @param skew seconds by which the other clock is ahead */
export function skewFinding(whose: string, skew: number): Finding {
  const size = Math.abs(skew);
  const says = `The clock of ${whose} differs from this machine's by ${Math.round(size)} seconds.`;
  const todo = 'Set both clocks by a time server: sessions, limits and signatures depend on them.';
  if (size > clockTolerance.failSeconds) return failure(says, todo);
  return size > clockTolerance.warnSeconds
    ? warning(says, todo)
    : ok(`The clock agrees with that of ${whose}.`);
}

const backups: Check = {
  name: 'backups',
  run: withDatabase(async (db, { settings }) => {
    if ((await pendingMigrations(db))?.length !== 0) return [];
    const { folder, key } = settings.backups;
    const age = await lastBackupAge(db);
    const findings: Finding[] = [];
    if (age === null)
      findings.push(
        warning('No backup was made yet.', 'Set KINDLING_BACKUP_FOLDER, or run the command backup.'),
      );
    else if (age > 26 * 3600)
      findings.push(
        warning(
          `The last backup is ${Math.round(age / 3600)} hours old.`,
          folder === null
            ? 'Set KINDLING_BACKUP_FOLDER, or run the command backup every day.'
            : 'Look for "The backup of the day failed" in the log.',
        ),
      );
    else findings.push(ok(`The last backup is ${Math.round(age / 3600)} hours old.`));
    if (key === null)
      findings.push(
        warning(
          'Backups are not encrypted.',
          'Set KINDLING_BACKUP_KEY, and keep a copy of it apart from the backups.',
        ),
      );
    return findings;
  }),
};

const journal: Check = {
  name: 'erasure-journal',
  async run({ settings }) {
    const box = createSecretBox([settings.secret, ...settings.oldSecrets], 'stored-secrets');
    const content = await readJournalFile(settings.backups.journal, box);
    const todo = 'A worker writes it: look into its log, and at the disk of KINDLING_ERASURE_JOURNAL.';
    if (content === null) return warning('There is no erasure journal on this machine.', todo);
    const age =
      content.until === null ? Number.POSITIVE_INFINITY : (Date.now() - content.until.getTime()) / 1000;
    return age > 2 * 3600
      ? warning('The erasure journal was not written for two hours.', todo)
      : ok('The erasure journal is up to date.');
  },
};

export const databaseChecks: readonly Check[] = [database, migrations, clock, queue, backups, journal];
