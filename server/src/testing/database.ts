/** Databases for tests: every test file gets its own migrated database, in each mode that this machine supports. */
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { z } from 'zod';
import { type Database, type DatabaseOptions, openDatabase } from '../db/client.ts';
import type { JobDefinition } from '../jobs/job.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { runAsAdmin } from './postgres-server.ts';
import { runsEverything } from './scope.ts';

export type DatabaseMode = Database['mode'];

export interface TestDatabase {
  db: Database;
  /** Options that open the same database again: on a server at any time, embedded after `db.close()`. */
  options: DatabaseOptions;
  /** Closes and deletes the database. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions extends Partial<Omit<DatabaseOptions, 'url' | 'dataFolder'>> {
  /** Without the product's migrations. */
  empty?: boolean;
  /** Jobs whose queues the database already has, the same in all tests: creating them takes 90 statements. */
  jobs?: readonly JobDefinition[];
}

/** Discards all lines; tests check results, not logs. */
export const silentLog = { info() {}, warn() {}, error() {} };

/**
 * Both database modes, for suites about the database itself (`db`, `jobs`, `events`, crashes, tenant isolation):
 * `describe.each(databaseModes)`. With KINDLING_TEST_REQUIRE_POSTGRES=1 a missing PostgreSQL is an error.
 */
export const databaseModes: readonly DatabaseMode[] = availableModes();

/**
 * For suites of features, which do not depend on the database mode: PostgreSQL, or the embedded database on a machine
 * without PostgreSQL. `npm test -- --all` runs them on both.
 */
export const featureModes: readonly DatabaseMode[] = runsEverything ? databaseModes : databaseModes.slice(-1);

/**
 * For suites of features that take their database once: PostgreSQL where it is, because the embedded database needs twice
 * the processor time.
 */
export const anyMode: DatabaseMode = databaseModes.at(-1) ?? 'embedded';

function availableModes(): DatabaseMode[] {
  if (findPostgresBinaries()) return ['embedded', 'postgres'];
  if (process.env.KINDLING_TEST_REQUIRE_POSTGRES === '1') {
    throw new Error(
      'KINDLING_TEST_REQUIRE_POSTGRES is set, but there are no PostgreSQL server programs on this machine',
    );
  }
  return ['embedded'];
}

/** Creates a new database: a copy of a migrated folder, or a database from a migrated template. */
export function createTestDatabase(
  mode: DatabaseMode,
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  return mode === 'embedded' ? createEmbedded(options) : createOnServer(options);
}

/** Runs a query as the owner of the tables; the pool of the embedded database has another role. */
export async function queryAsOwner<Row extends pg.QueryResultRow>(
  db: Pick<Database, 'withOwnerConnection' | 'mode'>,
  text: string,
  values?: unknown[],
): Promise<pg.QueryResult<Row>> {
  // The embedded database has one session, which a kept connection would hold.
  if (db.mode === 'embedded') return db.withOwnerConnection((client) => client.query<Row>(text, values));
  const connection = takeOwnerConnection(db) ?? (await openOwnerConnection(db));
  let isKept = false;
  try {
    const result = await connection.client.query<Row>(text, values);
    isKept = keepOwnerConnection(db, connection);
    return result;
  } finally {
    if (!isKept) await connection.end();
  }
}

interface OwnerConnection {
  client: pg.ClientBase;
  end(): Promise<void>;
}

/** One idle connection for each database, because opening one takes thirty times as long as a query. */
const ownerConnections = new WeakMap<Database['withOwnerConnection'], OwnerConnection>();

function takeOwnerConnection({
  withOwnerConnection,
}: Pick<Database, 'withOwnerConnection'>): OwnerConnection | undefined {
  const kept = ownerConnections.get(withOwnerConnection);
  ownerConnections.delete(withOwnerConnection);
  return kept;
}

/** @returns false when another query at the same time has left its connection */
function keepOwnerConnection(
  { withOwnerConnection }: Pick<Database, 'withOwnerConnection'>,
  connection: OwnerConnection,
): boolean {
  if (ownerConnections.has(withOwnerConnection)) return false;
  ownerConnections.set(withOwnerConnection, connection);
  return true;
}

/** A connection that is open until `end`, or until the server ends it. */
function openOwnerConnection({
  withOwnerConnection,
}: Pick<Database, 'withOwnerConnection'>): Promise<OwnerConnection> {
  return new Promise((resolve, reject) => {
    const ended = withOwnerConnection(
      (client) =>
        new Promise<void>((stop) => {
          const connection: OwnerConnection = {
            client,
            end() {
              stop();
              return ended;
            },
          };
          client.once('end', () => {
            if (ownerConnections.get(withOwnerConnection) === connection)
              ownerConnections.delete(withOwnerConnection);
            stop();
          });
          resolve(connection);
        }),
    );
    ended.catch(reject);
  });
}

const postgresAnswer = z.object({ admin: z.string(), owner: z.string() });
const embeddedAnswer = z.object({ migrated: z.string(), empty: z.string() });

const queuesAnswer = z.object({ template: z.string() });

async function requestTemplate<T>(
  what: string,
  schema: z.ZodType<T>,
  jobs: readonly JobDefinition[] = [],
): Promise<T> {
  const body = JSON.stringify(jobs.map(({ name, retryLimit, cron }) => ({ name, retryLimit, cron })));
  const response = await fetch(`${inject('testDatabases')}/${what}`, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`No test database: ${text}`);
  return schema.parse(JSON.parse(text));
}

/** Resolves to the template with the queues of `jobs`, or to the `migrated` one without jobs. */
async function findTemplate(
  mode: DatabaseMode,
  jobs: readonly JobDefinition[] | undefined,
  migrated: string,
): Promise<string> {
  if (jobs === undefined) return migrated;
  return (await requestTemplate(`${mode}/queues`, queuesAnswer, jobs)).template;
}

/** Puts an embedded database into a folder without opening it, which takes most of the time. */
export async function copyEmbeddedDatabase(
  dataFolder: string,
  { empty, jobs }: Pick<TestDatabaseOptions, 'empty' | 'jobs'> = {},
): Promise<void> {
  const templates = await requestTemplate('embedded', embeddedAnswer);
  const template = empty ? templates.empty : await findTemplate('embedded', jobs, templates.migrated);
  await cp(template, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function createEmbedded({ empty, jobs, ...options }: TestDatabaseOptions): Promise<TestDatabase> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindling-db-'));
  await copyEmbeddedDatabase(dataFolder, { ...(empty && { empty }), ...(jobs && { jobs }) });
  const all: DatabaseOptions = { log: silentLog, ...options, dataFolder };
  const db = await openDatabase(all);
  return {
    db,
    options: all,
    async close() {
      await db.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function createOnServer({ empty, jobs, ...options }: TestDatabaseOptions): Promise<TestDatabase> {
  const { admin, owner } = await requestTemplate('postgres', postgresAnswer);
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const template = empty ? 'template1' : await findTemplate('postgres', jobs, 'kindling_template');
  // Copying the files takes half the processor time of the default, which logs each page, with the later drop.
  const strategy = 'strategy file_copy';
  await runAsAdmin(admin, `create database ${name} template ${template} owner kindling_owner ${strategy}`);
  const all: DatabaseOptions = { log: silentLog, ...options, url: `${owner}${name}` };
  const db = await openDatabase(all);
  return {
    db,
    options: all,
    async close() {
      await takeOwnerConnection(db)?.end();
      await db.close();
      await runAsAdmin(admin, `drop database ${name} with (force)`);
    },
  };
}
