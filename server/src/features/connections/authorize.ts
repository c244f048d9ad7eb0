/**
 * Connecting by OAuth. The state has 256 random bits and is stored as a hash only. It is bound to the user, the
 * platform and the browser, works once and ends after ten minutes; PKCE is always used. The callback carries no access
 * token, so it asks again whether the user may still connect, before the code is exchanged and when the connection is
 * stored. A connection is stored only after the platform has listed what can be read, so a failed attempt stores nothing.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { ConnectProblem } from '@kindling/contract/connections';
import { type Platform, platforms } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import {
  type Connector,
  ConnectorFailure,
  type ExternalAccount,
  type PlatformListing,
  type Tokens,
} from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { sha256Hex } from '../../lib/secret-box.ts';
import { audit, lockAccount, mayMemberDo } from '../identity/index.ts';
import type { ConnectionsDeps } from './deps.ts';
import { connectProblem } from './failures.ts';
import { markUnreachableListings, updateOfferedListings } from './listing-changes-queries.ts';
import { makeListingsDue } from './listing-queries.ts';
import {
  consumeOauthState,
  findConnectionByExternalId,
  insertOauthState,
  noTokens,
  type OauthStateRow,
  upsertConnection,
} from './queries.ts';
import { openTokens, sealContext, sealTokens } from './tokens.ts';

const stateTtlSeconds = 600;
const browserCookie = 'kindling_connect';

/**
 * Over https the name has a prefix, so that browsers accept the cookie over https only. Over http browsers treat the
 * prefix differently, so it is left out.
 */
export const browserCookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? `__Secure-${browserCookie}` : browserCookie;

export function redirectUri(publicUrl: string, platform: Platform): string {
  return `${publicUrl}/oauth/callback/${platform}`;
}

/**
 * Starts an authorization: returns the address for the browser, and the value of the cookie that binds the
 * authorization to it.
 */
export async function startAuthorization(
  deps: ConnectionsDeps,
  user: SignedInUser,
  platform: Platform,
): Promise<{ url: string; browserSecret: string; maxAgeSeconds: number }> {
  const connector = deps.connectors.get(platform);
  if (connector === undefined) throw new AppError('not-configured');
  const state = randomBytes(32).toString('base64url');
  const verifier = randomBytes(48).toString('base64url');
  const browserSecret = randomBytes(32).toString('base64url');
  const stateHash = sha256Hex(state);
  await inTenant(deps.db, user.accountId, (trx) =>
    insertOauthState(trx, {
      account_id: user.accountId,
      state_hash: stateHash,
      user_id: user.userId,
      platform,
      browser_hash: sha256Hex(browserSecret),
      sealed_verifier: deps.box.seal(verifier, `oauth_states:${stateHash}`),
      expires_at: new Date(Date.now() + stateTtlSeconds * 1000),
    }),
  );
  const url = connector.authorizationUrl({
    state,
    redirectUri: redirectUri(deps.publicUrl, platform),
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  return { url, browserSecret, maxAgeSeconds: stateTtlSeconds };
}

/** `renewed`: the connection existed and has listings, so the owner need not choose any. */
export type CallbackResult = { connectionId: string; renewed: boolean } | { problem: ConnectProblem };

interface Callback {
  platform: string;
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
  browserSecret?: string | undefined;
}

/** Finishes an authorization. Never throws for what the platform or the browser sent: the owner sees the reason. */
export async function finishAuthorization(
  deps: ConnectionsDeps,
  callback: Callback,
): Promise<CallbackResult> {
  const platform = platforms.find((known) => known === callback.platform);
  const connector = platform === undefined ? undefined : deps.connectors.get(platform);
  if (platform === undefined || connector === undefined || callback.state === undefined)
    return { problem: 'state' };
  const stateHash = sha256Hex(callback.state);
  const row = await inSystem(deps.db, (trx) => consumeOauthState(trx, stateHash));
  if (row === null || row.platform !== platform) return { problem: 'state' };
  if (callback.browserSecret === undefined || sha256Hex(callback.browserSecret) !== row.browser_hash)
    return { problem: 'state' };
  if (!(await inTenant(deps.db, row.account_id, (trx) => mayStillConnect(trx, row))))
    return { problem: 'state' };
  if (row.expires_at.getTime() < Date.now()) return { problem: 'expired' };
  if (callback.error !== undefined) return { problem: 'denied' };
  if (callback.code === undefined) return { problem: 'code' };
  const codeVerifier = deps.box.open(row.sealed_verifier, `oauth_states:${stateHash}`);
  return connectAccount(deps, connector, row, {
    code: callback.code,
    redirectUri: redirectUri(deps.publicUrl, platform),
    codeVerifier,
  });
}

function mayStillConnect(trx: Transaction<DB>, row: OauthStateRow): Promise<boolean> {
  const member = { accountId: row.account_id, userId: row.user_id };
  return mayMemberDo(trx, member, 'connections.manage');
}

async function connectAccount(
  deps: ConnectionsDeps,
  connector: Connector,
  row: OauthStateRow,
  request: { code: string; redirectUri: string; codeVerifier: string },
): Promise<CallbackResult> {
  try {
    const { tokens, account } = await connector.exchangeCode(request);
    const { listings, listingTokens } = await connector.listListings(tokens);
    if (listings.length === 0) return { problem: 'nothing-to-connect' };
    const complete = listingTokens === undefined ? tokens : { ...tokens, listingTokens };
    const stored = await storeConnection(deps, connector, row, { account, tokens: complete, listings });
    if (stored === null) return { problem: 'state' };
    const { connectionId, renewed, due } = stored;
    for (const listingId of due) await deps.requestListingSync(row.account_id, listingId);
    return { connectionId, renewed };
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    deps.log.warn(
      { platform: connector.platform, kind: error.kind, reason: error.message },
      'An authorization was not finished',
    );
    return { problem: connectProblem(error.kind) };
  }
}

/**
 * Stores the authorization. Connecting the same account again renews its connection, cancels its deletion and makes its
 * listings due at once, because they may have waited since the old authorization ended.
 * @returns null, with nothing stored, when the user may no longer connect
 */
async function storeConnection(
  deps: ConnectionsDeps,
  { id: connector, platform }: Connector,
  row: OauthStateRow,
  { account, tokens, listings }: { account: ExternalAccount; tokens: Tokens; listings: PlatformListing[] },
): Promise<{ connectionId: string; renewed: boolean; due: string[] } | null> {
  return inTenant(deps.db, row.account_id, async (trx) => {
    // Changes of the team wait for this lock, so the right holds until the connection is stored.
    if ((await lockAccount(trx, row.account_id)) === null || !(await mayStillConnect(trx, row))) return null;
    const known = await findConnectionByExternalId(trx, row.account_id, platform, account.externalId);
    const id = known?.id ?? newId();
    // A platform may leave out the refresh token when the owner agrees again: then the stored one stays valid.
    const kept =
      known === null || known.sealed_tokens === noTokens || tokens.refreshToken !== null
        ? null
        : openTokens(deps.box, known.sealed_tokens, sealContext(row.account_id, id)).refreshToken;
    await upsertConnection(trx, row.account_id, {
      id,
      platform,
      connector,
      externalId: account.externalId,
      displayName: account.displayName,
      sealedTokens: sealTokens(
        deps.box,
        { ...tokens, refreshToken: tokens.refreshToken ?? kept },
        sealContext(row.account_id, id),
      ),
      scopes: tokens.scopes,
      tokenExpiresAt: tokens.expiresAt,
      createdBy: row.user_id,
    });
    await audit(trx, {
      accountId: row.account_id,
      userId: row.user_id,
      action: known === null ? 'connection.created' : 'connection.renewed',
      target: id,
      details: { platform },
    });
    await updateOfferedListings(trx, row.account_id, id, listings);
    await markUnreachableListings(trx, row.account_id, id, listings);
    const due = await makeListingsDue(trx, row.account_id, id);
    return { connectionId: id, renewed: due.length > 0, due };
  });
}
