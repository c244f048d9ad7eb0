/**
 * The only ways for a feature to reach the database. Each call is one transaction in which row-level
 * security applies: role and account are set with its first statement and end with it, so nothing of a
 * tenant stays on a pooled connection. Keep them short, and await nothing foreign inside: the embedded
 * database has one session, and a second call awaited inside the first would wait for itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type Transaction,
} from 'kysely';
import type { Database } from './client.ts';
import { setRoleSql } from './embedded/session-roles.ts';
import type { DB } from './types.gen.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** PostgreSQL's codes for a transaction that did nothing and may be run again: serialization failure, deadlock. */
const TRANSIENT = new Set(['40001', '40P01']);

/** Runs `work` in one transaction that sees and writes only this account's rows. Throws on an id that is not a UUID. */
export function inTenant<T>(
  db: Pick<Database, 'pool'>,
  accountId: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  // Checked here because it becomes part of the statement, which saves a round trip.
  if (!UUID.test(accountId)) return Promise.reject(new TypeError('The account id is not a UUID'));
  return runScoped(
    db,
    `SELECT set_config('app.account', '${accountId}', true), ${setRoleSql('kindling_app')}`,
    work,
  );
}

/**
 * Runs `work` in one transaction across all accounts. Only for work that has no account yet or is about
 * all of them: finding a user by the sign-in's subject, sweeps.
 */
export function inSystem<T>(
  db: Pick<Database, 'pool'>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return runScoped(db, `SELECT ${setRoleSql('kindling_system')}`, work);
}

/** Runs `work` again, at most `attempts` times in all, when its transaction was undone by a deadlock or a conflict. */
export async function retryTransient<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt >= attempts || !TRANSIENT.has(code)) throw error;
    }
    // Two that met once must not meet again at the same moment.
    await wait(Math.random() * 20 * 2 ** attempt);
  }
}

function runScoped<T>(
  db: Pick<Database, 'pool'>,
  prelude: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const dialect = new ScopedDialect({ pool: db.pool }, prelude);
  return new Kysely<DB>({ dialect }).transaction().execute(work);
}

/** PostgreSQL's dialect whose transactions begin with more than BEGIN, in the same round trip. */
class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #prelude: string;

  constructor(config: PostgresDialectConfig, prelude: string) {
    super(config);
    this.#config = config;
    this.#prelude = prelude;
  }

  override createDriver(): PostgresDriver {
    return new ScopedDriver(this.#config, this.#prelude);
  }
}

class ScopedDriver extends PostgresDriver {
  readonly #prelude: string;

  constructor(config: PostgresDialectConfig, prelude: string) {
    super(config);
    this.#prelude = prelude;
  }

  override async beginTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`BEGIN; ${this.#prelude}`));
    } catch (error) {
      // BEGIN may have passed before the rest failed; the connection must not go back inside a transaction.
      // The first error says more than a failing rollback, which discards the connection by itself.
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }
}
