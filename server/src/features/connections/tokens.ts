/**
 * Tokens of the platforms: sealed at rest, opened only for the call they serve, renewed by one caller at a time.
 * Nothing here logs a token or hands one to the browser.
 */
import type { Transaction } from 'kysely';
import type { Connector, Tokens } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { type ConnectionRow, findConnection, updateTokens } from './queries.ts';

interface StoredTokens extends Omit<Tokens, 'expiresAt'> {
  expiresAt: string | null;
}

/** Binds a seal to its row: moved to another account or connection, it does not open. */
export function sealContext(accountId: string, connectionId: string): string {
  return `connections:${accountId}:${connectionId}`;
}

export function sealTokens(box: SecretBox, tokens: Tokens, context: string): string {
  const stored: StoredTokens = { ...tokens, expiresAt: tokens.expiresAt?.toISOString() ?? null };
  return box.seal(JSON.stringify(stored), context);
}

export function openTokens(box: SecretBox, sealed: string, context: string): Tokens {
  const stored: StoredTokens = JSON.parse(box.open(sealed, context));
  return { ...stored, expiresAt: stored.expiresAt === null ? null : new Date(stored.expiresAt) };
}

export interface TokenKeeper {
  /** Tokens that work for the next minute at least. @throws AppError `not-found`; ConnectorFailure of the renewal. */
  fresh(connector: Connector, accountId: string, connectionId: string, signal?: AbortSignal): Promise<Tokens>;
  /** Stores per-listing tokens that the platform handed out with its listings. */
  storeListingTokens(
    accountId: string,
    connectionId: string,
    listingTokens: Record<string, string>,
  ): Promise<void>;
}

export function createTokenKeeper(db: Pick<Database, 'pool'>, box: SecretBox): TokenKeeper {
  const underWay = new Map<string, Promise<Tokens>>();

  async function renewed(
    connector: Connector,
    accountId: string,
    connectionId: string,
    signal?: AbortSignal,
  ): Promise<Tokens> {
    const row = await inTenant(db, accountId, (trx) => findConnection(trx, accountId, connectionId));
    if (row === null) throw notFound();
    const tokens = openTokens(box, row.sealed_tokens, sealContext(accountId, connectionId));
    const next = await connector.refresh(tokens, new Date(), signal === undefined ? {} : { signal });
    if (next !== tokens) await inTenant(db, accountId, (trx) => store(trx, box, row, next));
    return next;
  }

  return {
    fresh(connector, accountId, connectionId, signal) {
      // Twenty pages that find the token old at once must make one renewal, not twenty.
      const running =
        underWay.get(connectionId) ??
        renewed(connector, accountId, connectionId, signal).finally(() => underWay.delete(connectionId));
      underWay.set(connectionId, running);
      return running;
    },
    async storeListingTokens(accountId, connectionId, listingTokens) {
      await inTenant(db, accountId, async (trx) => {
        const row = await findConnection(trx, accountId, connectionId);
        if (row === null) return;
        const tokens = openTokens(box, row.sealed_tokens, sealContext(accountId, connectionId));
        await store(trx, box, row, {
          ...tokens,
          listingTokens: { ...tokens.listingTokens, ...listingTokens },
        });
      });
    },
  };
}

async function store(
  trx: Transaction<DB>,
  box: SecretBox,
  row: ConnectionRow,
  tokens: Tokens,
): Promise<void> {
  await updateTokens(trx, row.account_id, row.id, {
    sealed: sealTokens(box, tokens, sealContext(row.account_id, row.id)),
    expiresAt: tokens.expiresAt,
    scopes: tokens.scopes,
  });
}
