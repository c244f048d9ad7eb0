import type { ConnectorId } from '@kindling/contract/platforms';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Stored instead of the tokens after they are deleted. */
export const noTokens = '';

export interface ConnectionRow {
  id: string;
  account_id: string;
  platform: string;
  /** Id of the connector that reads the connection. */
  connector: string;
  external_id: string;
  display_name: string;
  status: string;
  reason: string | null;
  sealed_tokens: string;
  status_since: Date;
  delete_content_at: Date | null;
  created_at: Date;
}

const connectionColumns = [
  'id',
  'account_id',
  'platform',
  'connector',
  'external_id',
  'display_name',
  'status',
  'reason',
  'sealed_tokens',
  'status_since',
  'delete_content_at',
  'created_at',
] as const;

export async function listConnectionRows(trx: Transaction<DB>, accountId: string): Promise<ConnectionRow[]> {
  return trx
    .selectFrom('connections')
    .select(connectionColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findConnection(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<ConnectionRow | null> {
  const row = await trx
    .selectFrom('connections')
    .select(connectionColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** As `findConnection`, with the row locked until this transaction ends. With `onlyDue` it finds one whose content is due for deletion. */
export async function lockConnection(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  onlyDue = false,
): Promise<ConnectionRow | null> {
  const row = await trx
    .selectFrom('connections')
    .select(connectionColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(onlyDue, (query) => query.where('delete_content_at', '<=', sql<Date>`now()`))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findConnectionByExternalId(
  trx: Transaction<DB>,
  accountId: string,
  platform: string,
  externalId: string,
): Promise<ConnectionRow | null> {
  const row = await trx
    .selectFrom('connections')
    .select(connectionColumns)
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row ?? null;
}

/** `status_since` stays when the status is the same. */
function statusSince(status: string): RawBuilder<Date> {
  return sql<Date>`case when connections.status = ${status} then connections.status_since else now() end`;
}

/** Inserts a connection or renews the one with this id. */
export async function upsertConnection(
  trx: Transaction<DB>,
  accountId: string,
  connection: {
    id: string;
    platform: string;
    connector: ConnectorId;
    externalId: string;
    displayName: string;
    sealedTokens: string;
    scopes: string[];
    tokenExpiresAt: Date | null;
    createdBy: string;
  },
): Promise<void> {
  const renewed = {
    display_name: connection.displayName,
    sealed_tokens: connection.sealedTokens,
    scopes: connection.scopes,
    token_expires_at: connection.tokenExpiresAt,
    status: 'active',
    reason: null,
    delete_content_at: null,
    updated_at: new Date(),
  };
  await trx
    .insertInto('connections')
    .values({
      account_id: accountId,
      id: connection.id,
      platform: connection.platform,
      connector: connection.connector,
      external_id: connection.externalId,
      created_by: connection.createdBy,
      ...renewed,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet({ ...renewed, status_since: statusSince('active') }),
    )
    .execute();
}

/** Inserts a connection unless the account has one of this platform and external id; false when it has. */
export async function insertConnection(
  trx: Transaction<DB>,
  accountId: string,
  connection: {
    id: string;
    platform: string;
    connector: ConnectorId;
    externalId: string;
    displayName: string;
    sealedTokens: string;
    createdBy: string;
  },
): Promise<boolean> {
  const row = await trx
    .insertInto('connections')
    .values({
      account_id: accountId,
      id: connection.id,
      platform: connection.platform,
      connector: connection.connector,
      external_id: connection.externalId,
      display_name: connection.displayName,
      sealed_tokens: connection.sealedTokens,
      created_by: connection.createdBy,
      status: 'active',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the tokens if they are still `known`; false when they were replaced or deleted since. */
export async function updateTokens(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  known: string,
  tokens: { sealed: string; expiresAt: Date | null; scopes: string[] },
): Promise<boolean> {
  const row = await trx
    .updateTable('connections')
    .set({
      sealed_tokens: tokens.sealed,
      token_expires_at: tokens.expiresAt,
      scopes: tokens.scopes,
      updated_at: new Date(),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('sealed_tokens', '=', known)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the lease for renewing these tokens; false while another process has it, or when the tokens have changed. */
export async function claimRenewal(
  trx: Transaction<DB>,
  known: Pick<ConnectionRow, 'account_id' | 'id' | 'sealed_tokens'>,
  seconds: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('connections')
    .set({ refresh_lease_until: sql`now() + make_interval(secs => ${seconds})` })
    .where('account_id', '=', known.account_id)
    .where('id', '=', known.id)
    .where('sealed_tokens', '=', known.sealed_tokens)
    .where((where) =>
      where.or([
        where('refresh_lease_until', 'is', null),
        where('refresh_lease_until', '<', sql<Date>`now()`),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function releaseRenewal(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('connections')
    .set({ refresh_lease_until: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function updateStatus(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  status: string,
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable('connections')
    .set({ status, reason, status_since: statusSince(status), updated_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * True when the person's grant at the platform is still in use: by another connection, or by this one where it was
 * authorized again after `statusSince`. Across all tenants.
 */
export async function isGrantShared(
  trx: Transaction<DB>,
  connection: { id: string; platform: string; externalId: string; statusSince?: Date | undefined },
): Promise<boolean> {
  const rows = await trx
    .selectFrom('connections')
    .select(['id', 'status_since'])
    .where('platform', '=', connection.platform)
    .where('external_id', '=', connection.externalId)
    .where('sealed_tokens', '<>', noTokens)
    .execute();
  const { id, statusSince } = connection;
  return rows.some(
    (row) =>
      row.id !== id || (statusSince !== undefined && row.status_since.getTime() !== statusSince.getTime()),
  );
}

export interface OauthStateRow {
  account_id: string;
  user_id: string;
  platform: string;
  browser_hash: string;
  sealed_verifier: string;
  expires_at: Date;
}

export async function insertOauthState(
  trx: Transaction<DB>,
  state: OauthStateRow & { state_hash: string },
): Promise<void> {
  await trx.insertInto('oauth_states').values(state).execute();
  // Authorizations that nobody finished leave rows; each new one deletes the account's old ones.
  await trx
    .deleteFrom('oauth_states')
    .where('account_id', '=', state.account_id)
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

/** Taking the row uses it up: of two callbacks with one state only one finds it. Across all tenants. */
export async function consumeOauthState(
  trx: Transaction<DB>,
  stateHash: string,
): Promise<OauthStateRow | null> {
  const row = await trx
    .deleteFrom('oauth_states')
    .where('state_hash', '=', stateHash)
    .returning(['account_id', 'user_id', 'platform', 'browser_hash', 'sealed_verifier', 'expires_at'])
    .executeTakeFirst();
  return row ?? null;
}
