/**
 * Tokens of the platforms: encrypted at rest, decrypted only for a call, and renewed by one caller at a time. No token is
 * logged or sent to a browser.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type Connector, ConnectorFailure, type Tokens } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import {
  type ConnectionRow,
  claimRenewal,
  findConnection,
  lockConnection,
  noTokens,
  releaseRenewal,
  updateTokens,
} from './queries.ts';

/** Longer than a renewal takes (a call of 20 s); after it another process may renew in place of one that died. */
const renewalLeaseSeconds = 30;
const renewalPollMs = 200;

interface StoredTokens extends Omit<Tokens, 'expiresAt'> {
  expiresAt: string | null;
}

/** Binds the encrypted tokens to their row: copied to another account or connection, they do not decrypt. */
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

export interface TokenStore {
  /**
   * Runs `work` with tokens that are valid for at least a minute. Where the platform refuses them early, they are renewed
   * and `work` runs once more.
   * @throws AppError `not-found`, also when the connection has been ended; ConnectorFailure of the renewal; what `work` throws.
   */
  withTokens<T>(
    connector: Connector,
    accountId: string,
    connectionId: string,
    work: (tokens: Tokens) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Stores per-listing tokens that the platform handed out with its listings. */
  storeListingTokens(
    accountId: string,
    connectionId: string,
    listingTokens: Record<string, string>,
  ): Promise<void>;
}

export function createTokenStore(db: Pick<Database, 'pool'>, box: SecretBox): TokenStore {
  const inFlight = new Map<string, Promise<Tokens>>();

  async function findConnectionRow(accountId: string, connectionId: string): Promise<ConnectionRow> {
    const row = await inTenant(db, accountId, (trx) => findConnection(trx, accountId, connectionId));
    // A connection that is to be deleted has no tokens.
    if (row === null || row.sealed_tokens === noTokens) throw notFound();
    return row;
  }

  function openRow(row: ConnectionRow): Tokens {
    return openTokens(box, row.sealed_tokens, sealContext(row.account_id, row.id));
  }

  /** `refused` is an access token that the platform no longer takes. */
  async function renewIfDue(
    connector: Connector,
    accountId: string,
    connectionId: string,
    signal: AbortSignal | undefined,
    refused: string | null,
  ): Promise<Tokens> {
    const row = await findConnectionRow(accountId, connectionId);
    const tokens = openRow(row);
    const known = tokens.accessToken === refused ? { ...tokens, expiresAt: new Date(0) } : tokens;
    if (!connector.isRefreshDue(known, new Date())) return tokens;
    // A refresh token may work only once, so one process renews and the others wait.
    const mine = await inTenant(db, accountId, (trx) => claimRenewal(trx, row, renewalLeaseSeconds));
    if (!mine) return awaitOtherRenewal(row, signal);
    try {
      const next = await connector.refresh(known, new Date(), signal === undefined ? {} : { signal });
      if (next === known) return tokens;
      if (await inTenant(db, accountId, (trx) => storeTokens(trx, box, row, next))) return next;
      // The owner authorized again meanwhile, so the stored tokens are newer.
      return openRow(await findConnectionRow(accountId, connectionId));
    } finally {
      await inTenant(db, accountId, (trx) => releaseRenewal(trx, accountId, connectionId));
    }
  }

  /** Waits for the tokens that another process is renewing. */
  async function awaitOtherRenewal(row: ConnectionRow, signal: AbortSignal | undefined): Promise<Tokens> {
    const end = performance.now() + renewalLeaseSeconds * 1000;
    for (;;) {
      const now = await findConnectionRow(row.account_id, row.id);
      if (now.sealed_tokens !== row.sealed_tokens) return openRow(now);
      if (performance.now() > end)
        throw new ConnectorFailure('retry-after', 'the tokens are being renewed elsewhere', {
          reach: 'listing',
        });
      await pause(renewalPollMs, undefined, signal === undefined ? {} : { signal });
    }
  }

  /** Concurrent callers of this process share one renewal. */
  function renewOnce(
    connector: Connector,
    accountId: string,
    connectionId: string,
    signal: AbortSignal | undefined,
    refused: string | null,
  ): Promise<Tokens> {
    const key = `${connectionId} ${refused ?? ''}`;
    const running =
      inFlight.get(key) ??
      renewIfDue(connector, accountId, connectionId, signal, refused).finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    return running;
  }

  return {
    async withTokens(connector, accountId, connectionId, work, signal) {
      const tokens = await renewOnce(connector, accountId, connectionId, signal, null);
      try {
        return await work(tokens);
      } catch (error) {
        if (!(error instanceof ConnectorFailure) || error.kind !== 'reauthorize') throw error;
        const others = await renewOnce(connector, accountId, connectionId, signal, tokens.accessToken);
        if (others.accessToken === tokens.accessToken) throw error;
        return await work(others);
      }
    },
    async storeListingTokens(accountId, connectionId, listingTokens) {
      await inTenant(db, accountId, async (trx) => {
        const row = await lockConnection(trx, accountId, connectionId);
        if (row === null || row.sealed_tokens === noTokens) return;
        const tokens = openRow(row);
        await storeTokens(trx, box, row, {
          ...tokens,
          listingTokens: { ...tokens.listingTokens, ...listingTokens },
        });
      });
    },
  };
}

/** False when the stored tokens have changed since the row was read. */
async function storeTokens(
  trx: Transaction<DB>,
  box: SecretBox,
  row: ConnectionRow,
  tokens: Tokens,
): Promise<boolean> {
  return updateTokens(trx, row.account_id, row.id, row.sealed_tokens, {
    sealed: sealTokens(box, tokens, sealContext(row.account_id, row.id)),
    expiresAt: tokens.expiresAt,
    scopes: tokens.scopes,
  });
}
