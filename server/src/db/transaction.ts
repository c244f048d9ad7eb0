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
import { currentCallerScope, currentLocationLimit } from '../lib/caller-scope.ts';
import type { Database } from './client.ts';
import { runChecked } from './commit-check.ts';
import { setRoleSql } from './embedded/session-roles.ts';
import { currentReplicaPool } from './replica-reads.ts';
import type { DB } from './types.gen.ts';
import { watchTransaction } from './watch-transaction.ts';
import { areWritesRefused } from './write-refusal.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** PostgreSQL's codes for a rolled-back transaction that may run again: serialization failure, deadlock. */
const TRANSIENT = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction that can read and write only this account's rows. Within a request of a caller who is
 * limited to some locations of the account, only the rows of these locations; see `withoutLocationLimit`.
 * @throws TypeError for an id that is not a UUID.
 */
export function inTenant<T>(
  db: Pick<Database, 'pool'>,
  accountId: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return runInAccount(db, { 'app.account': accountId }, work);
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
  return runInAccount(db, { 'app.account': accountId, 'app.user': userId }, work);
}

function runInAccount<T>(
  db: Pick<Database, 'pool'>,
  ids: { 'app.account': string; 'app.user'?: string },
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const limit = currentLimit(ids['app.account']);
  const by = currentActor(ids['app.account']);
  const named = { ...ids, ...(limit === null ? {} : { 'app.actor': limit.actorId }) };
  // The ids become part of the SQL text, which saves a round trip, so they must be UUIDs.
  if (
    ![...Object.values(named), ...(limit?.locationIds ?? []), ...(by?.ids ?? [])].every((id) => UUID.test(id))
  )
    return Promise.reject(new TypeError('One of the ids is not a UUID'));
  const settings = Object.entries(named);
  if (limit !== null) settings.push(['app.locations', `{${limit.locationIds.join(',')}}`]);
  if (by !== null) settings.push(['app.by', [by.kind, ...by.ids].join(':')]);
  const calls = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const role = setRoleSql(limit === null ? 'kindling_app' : 'kindling_limited');
  const prelude = `SELECT ${[...calls, role].join(', ')}`;
  return runChecked(ids['app.account'], work, (checked) => runScoped(db, 'tenant', prelude, checked));
}

/** The locations that the caller of the current request is limited to, and who that is; null without a limit. */
function currentLimit(accountId: string): { locationIds: readonly string[]; actorId: string } | null {
  const scope = currentCallerScope();
  const locationIds = currentLocationLimit(accountId);
  if (scope === null || locationIds === null) return null;
  const { actor } = scope;
  return { locationIds, actorId: actor.kind === 'api-key' ? actor.keyId : actor.userId };
}

/** Who calls in this account, for the history of reviews (migration 0066); null for the program itself. */
function currentActor(accountId: string): { kind: 'person' | 'api-key' | 'admin'; ids: string[] } | null {
  const scope = currentCallerScope();
  if (scope?.accountId !== accountId) return null;
  const { actor } = scope;
  if (actor.kind === 'api-key') return { kind: 'api-key', ids: [actor.keyId] };
  return actor.kind === 'person'
    ? { kind: 'person', ids: [actor.userId] }
    : { kind: 'admin', ids: [actor.userId, actor.adminId] };
}

/**
 * Runs `work` in one transaction across all accounts. Only for work that has no account yet, such as finding a user by the
 * subject of a sign-in, or that concerns all accounts, such as a sweep.
 */
export function inSystem<T>(
  db: Pick<Database, 'pool'>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return runScoped(db, 'system', `SELECT ${setRoleSql('kindling_system')}`, work);
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
  scope: 'tenant' | 'system',
  prelude: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const replica = scope === 'tenant' ? currentReplicaPool() : null;
  const begin = replica !== null || areWritesRefused(db.pool) ? 'BEGIN READ ONLY' : 'BEGIN';
  const dialect = new ScopedDialect({ pool: replica ?? db.pool }, `${begin}; ${prelude}`);
  return watchTransaction(scope, () => new Kysely<DB>({ dialect }).transaction().execute(work));
}

/** Kysely's PostgreSQL dialect whose prelude begins the transaction and sets it up, in one round trip. */
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
      await connection.executeQuery(CompiledQuery.raw(this.#prelude));
    } catch (error) {
      // BEGIN may have succeeded before the rest failed, and the pool must not get a connection with an open transaction.
      // A failing rollback discards the connection by itself; report the first error.
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }
}
