/**
 * The only access of features to the database. Each call is one transaction with row-level security: its first statement
 * sets the role and the account, and both end with the transaction, so a pooled connection keeps nothing of a tenant.
 * Keep transactions short and await nothing but their own queries. The embedded database has one session, so a second
 * transaction awaited inside the first would deadlock.
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
/** PostgreSQL's codes for a rolled-back transaction that may run again: serialization failure, deadlock. */
const TRANSIENT = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction that can read and write only this account's rows.
 * @throws TypeError for an id that is not a UUID.
 */
export function inTenant<T>(
  db: Pick<Database, 'pool'>,
  accountId: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  // The id becomes part of the SQL text, which saves a round trip, so it must be a UUID.
  if (!UUID.test(accountId)) return Promise.reject(new TypeError('The account id is not a UUID'));
  return runScoped(
    db,
    `SELECT set_config('app.account', '${accountId}', true), ${setRoleSql('kindling_app')}`,
    work,
  );
}

/**
 * As {@link inTenant}, for a member who also changes their own person: row-level security lets only them at their rows of
 * `users` and `user_pictures`.
 */
export function asMember<T>(
  db: Pick<Database, 'pool'>,
  { accountId, userId }: { accountId: string; userId: string },
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (!UUID.test(accountId) || !UUID.test(userId))
    return Promise.reject(new TypeError('The account id or user id is not a UUID'));
  return runScoped(
    db,
    `SELECT set_config('app.account', '${accountId}', true), set_config('app.user', '${userId}', true), ${setRoleSql('kindling_app')}`,
    work,
  );
}

/**
 * Runs `work` in one transaction across all accounts. Only for work that has no account yet, such as finding a user by the
 * subject of a sign-in, or that concerns all accounts, such as a sweep.
 */
export function inSystem<T>(
  db: Pick<Database, 'pool'>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return runScoped(db, `SELECT ${setRoleSql('kindling_system')}`, work);
}

/** Repeats `work` when a deadlock or a serialization failure rolled it back, up to `attempts` attempts in all. */
export async function retryTransient<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt >= attempts || !TRANSIENT.has(code)) throw error;
    }
    // A random delay keeps two conflicting transactions from meeting again.
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

/** Kysely's PostgreSQL dialect that sends another statement together with BEGIN, in the same round trip. */
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
      // BEGIN may have succeeded before the rest failed, and the pool must not get a connection with an open transaction.
      // A failing rollback discards the connection by itself; report the first error.
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }
}
