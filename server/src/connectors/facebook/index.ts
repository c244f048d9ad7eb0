/** Facebook pages: login dialog, long-lived tokens, page tokens, ratings (recommendations). */
import {
  type CallOptions,
  type Connector,
  ConnectorFailure,
  type ExternalAccount,
  type PlatformListing,
  type ReviewPage,
  type Tokens,
} from '../connector.ts';
import { nameOrNull } from '../kit/fields.ts';
import { parseItems } from '../kit/items.ts';
import { readAllPages } from '../kit/platform-call.ts';
import { expiresWithin, expiryAfter } from '../kit/token-expiry.ts';
import { capabilities } from './capabilities.ts';
import { createFacebookClient, type FacebookClient, type FacebookConfig } from './client.ts';
import { hasContent, toListing, toReview } from './map.ts';
import { deleteReply, lookUp, type Page, writeReply } from './replies.ts';
import { subscribe } from './subscribe.ts';
import * as wire from './wire.ts';

export type { FacebookConfig } from './client.ts';

/**
 * Permissions to list pages, read their average and count, and read recommendations. Reading ratings needs all three.
 */
const requiredScopes = ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'];

/**
 * Permissions to reply and to receive webhooks. A connection works without them: the owner may decline them in the
 * dialog.
 */
const optionalScopes = ['pages_manage_engagement', 'pages_manage_metadata'];

const ratingFieldsParam =
  'created_time,has_rating,has_review,open_graph_story{id,message,data,comments{message,created_time,from}},rating,recommendation_type,review_text,reviewer{id,name,picture}';

const pagesPerPage = '100';
const ratingsPerPage = '50';

/** A long-lived token can be renewed only before it ends; a week is enough to survive an outage. */
const renewalMarginSeconds = 7 * 86_400;

/** @param clock Time for token lives and `Retry-After` dates; the system's unless a test gives one. */
export function createFacebookConnector(
  config: FacebookConfig,
  clock: () => Date = () => new Date(),
): Connector {
  const client = createFacebookClient(config, clock);
  return {
    id: 'facebook',
    platform: 'facebook',
    capabilities,

    authorizationUrl(request) {
      const url = new URL(`/${config.graphVersion}/dialog/oauth`, config.urls.dialog);
      url.search = new URLSearchParams({
        client_id: config.appId,
        redirect_uri: request.redirectUri,
        state: request.state,
        response_type: 'code',
        scope: [...requiredScopes, ...optionalScopes].join(','),
        // Without this parameter, Facebook does not ask again for a permission that the owner declined once.
        auth_type: 'rerequest',
      }).toString();
      return url.href;
    },

    exchangeCode: ({ code, redirectUri }, options = {}) =>
      exchangeCode(client, code, redirectUri, clock, options),

    isRefreshDue: (tokens, now) => expiresWithin(tokens.expiresAt, now, renewalMarginSeconds),

    async refresh(tokens, now, { signal } = {}) {
      if (!expiresWithin(tokens.expiresAt, now, renewalMarginSeconds)) return tokens;
      if (expiresWithin(tokens.expiresAt, now, 0)) {
        // Page tokens have no end of their own, so they are used as long as Facebook accepts them.
        if (Object.keys(tokens.listingTokens ?? {}).length > 0) return tokens;
        throw new ConnectorFailure('reauthorize', 'the long-lived token has ended');
      }
      return { ...tokens, ...(await exchangeForLongLivedToken(client, tokens.accessToken, now, signal)) };
    },

    async revoke(tokens, { signal } = {}) {
      try {
        const request = { method: 'DELETE', path: '/me/permissions' } as const;
        await client.callWithToken(tokens.accessToken, request, wire.success, signal);
      } catch (error) {
        // A token that Facebook no longer accepts is as good as revoked.
        if (!(error instanceof ConnectorFailure && error.kind === 'reauthorize')) throw error;
      }
    },

    listListings: (tokens, options = {}) => listListings(client, tokens, options),

    async probe(tokens, listing, { signal } = {}) {
      const { id, token } = requirePage(tokens, listing);
      const request = { path: `/${id}/ratings`, query: { fields: 'created_time', limit: '1' } };
      await client.callWithToken(token, request, wire.list, signal);
    },

    fetchReviews: async (tokens, listing, cursor, options = {}) =>
      fetchReviews(client, requirePage(tokens, listing), cursor, options),

    lookUp: async (tokens, listing, review, options = {}) =>
      lookUp(client, requirePage(tokens, listing), review, options),

    reply: async (tokens, listing, review, text, options = {}) =>
      writeReply(client, requirePage(tokens, listing), { review, text }, options),

    deleteReply: async (tokens, listing, review, options = {}) =>
      deleteReply(client, requirePage(tokens, listing), review, options),

    subscribe: async (tokens, listing, options = {}) =>
      subscribe(client, requirePage(tokens, listing), options),
  };
}

/** @throws ConnectorFailure `reauthorize` for a page that the owner did not choose, or no longer manages. */
function requirePage(tokens: Tokens, { externalId }: { externalId: string }): Page {
  const token = tokens.listingTokens?.[externalId];
  if (token === undefined) throw new ConnectorFailure('reauthorize', 'there is no token for this page');
  return { id: externalId, token };
}

async function exchangeCode(
  client: FacebookClient,
  code: string,
  redirectUri: string,
  clock: () => Date,
  { signal }: CallOptions,
): Promise<{ tokens: Tokens; account: ExternalAccount }> {
  const first = await client.fetchToken({ redirect_uri: redirectUri, code }, wire.tokenAnswer, signal);
  const { accessToken, expiresAt } = await exchangeForLongLivedToken(
    client,
    first.access_token,
    clock(),
    signal,
  );
  const permissions = { path: '/me/permissions' };
  const answer = await client.callWithToken(accessToken, permissions, wire.permissions, signal);
  const granted = answer.data.data
    .filter((entry) => entry.status === 'granted')
    .map((entry) => entry.permission);
  const missing = requiredScopes.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    throw new ConnectorFailure('reauthorize', `the owner did not grant ${missing.join(', ')}`);
  }
  const me = { path: '/me', query: { fields: 'id,name' } };
  const { data: person } = await client.callWithToken(accessToken, me, wire.person, signal);
  return {
    tokens: { accessToken, refreshToken: null, expiresAt, scopes: granted },
    account: { externalId: person.id, displayName: nameOrNull(person.name) ?? person.id },
  };
}

/** Exchanges a valid user token for one that lives about 60 days. */
async function exchangeForLongLivedToken(
  client: FacebookClient,
  token: string,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<{ accessToken: string; expiresAt: Date | null }> {
  const query = { grant_type: 'fb_exchange_token', fb_exchange_token: token };
  const answer = await client.fetchToken(query, wire.tokenAnswer, signal);
  return { accessToken: answer.access_token, expiresAt: expiryAfter(answer.expires_in, now) };
}

/** All pages that the owner chose in the dialog, each with its token where it has one. */
async function listListings(
  client: FacebookClient,
  tokens: Tokens,
  { signal }: CallOptions,
): Promise<{ listings: PlatformListing[]; listingTokens: Record<string, string> }> {
  // Requests are built from the cursor, because `next` contains the token and an address that the answer chose.
  const pages = await readAllPages(async (after) => {
    const query = {
      fields: 'id,name,access_token,tasks,is_permanently_closed,location{street,zip,city,country}',
      limit: pagesPerPage,
    };
    const request = { path: '/me/accounts', query, after };
    const { data: page } = await client.callWithToken(tokens.accessToken, request, wire.list, signal);
    return { items: parseItems(wire.page, page.data).items, nextCursor: page.paging };
  });
  const listings = new Map(pages.map((page) => [page.id, toListing(page)]));
  const listingTokens: Record<string, string> = {};
  for (const page of pages) if (page.access_token) listingTokens[page.id] = page.access_token;
  return { listings: [...listings.values()], listingTokens };
}

/**
 * One page, newest first. The first page also asks for the page's average and count, which takes a second request.
 * Where Meta has withdrawn ratings, the first call fails (`withdrawn`) and no other is made: this is also the check at
 * connect time.
 * `rejected` with the reason `page-token-refused` means that the pass must start again at the first page.
 */
async function fetchReviews(
  client: FacebookClient,
  { id, token }: Page,
  cursor: string | null,
  { signal }: CallOptions,
): Promise<ReviewPage> {
  const request = {
    path: `/${id}/ratings`,
    query: { fields: ratingFieldsParam, limit: ratingsPerPage },
    after: cursor,
  };
  const { data: page, easeOffSeconds: easeOff } = await client.callWithToken(
    token,
    request,
    wire.list,
    signal,
  );
  const readable = wire.rating.refine((item) => hasContent(toReview(item, id)), {
    message: 'neither stars, nor a recommendation, nor a text',
  });
  const { items, skipped } = parseItems(readable, page.data);
  const figures = cursor === null ? await readFigures(client, { id, token }, signal) : null;
  const pause = Math.max(easeOff, figures?.easeOffSeconds ?? 0);
  return {
    reviews: items.map((item) => toReview(item, id)),
    skipped,
    nextCursor: page.paging,
    average: figures?.data.overall_star_rating ?? null,
    count: figures?.data.rating_count ?? null,
    requests: cursor === null ? 2 : 1,
    ...(pause > 0 ? { easeOffSeconds: pause } : {}),
  };
}

/**
 * The page's own average and count; null where Facebook refuses this request, because the ratings themselves were read.
 */
async function readFigures(client: FacebookClient, { id, token }: Page, signal: AbortSignal | undefined) {
  const request = { path: `/${id}`, query: { fields: 'overall_star_rating,rating_count' } };
  try {
    return await client.callWithToken(token, request, wire.figures, signal);
  } catch (error) {
    const refused =
      error instanceof ConnectorFailure &&
      ['rejected', 'withdrawn', 'unexpected-answer'].includes(error.kind);
    if (!refused) throw error;
    return null;
  }
}
