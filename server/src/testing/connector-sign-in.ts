/** For tests only: signs in at a platform's simulator and controls it. */
import { createHash, randomBytes } from 'node:crypto';
import { submitConsentForm } from '../commands/consent.ts';
import type { Connector, ExternalAccount, PlatformListing, Tokens } from '../connectors/connector.ts';

const redirectUri = 'http://localhost:4000/callback';

export interface ConnectorSignIn {
  /** The values that were exchanged for the tokens; the code cannot be used again. */
  exchange: { code: string; redirectUri: string; codeVerifier: string };
  account: ExternalAccount;
  /** Includes the tokens of the listings. */
  tokens: Tokens;
  listings: PlatformListing[];
}

/** Submits the consent page with full consent; `decide` may change the form. */
export async function signInToConnector(
  connector: Connector,
  decide?: (form: URLSearchParams) => void,
): Promise<ConnectorSignIn> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const address = connector.authorizationUrl({ state: 'st', redirectUri, codeChallenge });
  const back = await submitConsentForm(address, decide);
  if (back.searchParams.get('state') !== 'st') throw new Error('the state did not come back');
  const exchange = { code: back.searchParams.get('code') ?? '', redirectUri, codeVerifier };
  const { tokens, account } = await connector.exchangeCode(exchange);
  const { listings, listingTokens } = await connector.listListings(tokens);
  const all = listingTokens === undefined ? tokens : { ...tokens, listingTokens };
  return { exchange, account, tokens: all, listings };
}

/** Sends a command to `/_control` of the simulator at `url`. @throws Error when the simulator refuses it */
export async function controlSimulator(url: string, order: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${url}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (response.status !== 200) throw new Error(`refused ${JSON.stringify(order)}: ${await response.text()}`);
}

/** Requests that the simulator served since its last reset: method, path without query, status. */
export async function callsTo(url: string, match: string): Promise<string[]> {
  const response = await fetch(`${url}/_control/calls?match=${encodeURIComponent(match)}`);
  const { calls } = (await response.json()) as { calls: { method: string; path: string; status: unknown }[] };
  return calls.map((call) => `${call.method} ${call.path.split('?')[0]} ${call.status}`);
}
