/** Acme: a sign-in, the owner's shops, their reviews newest first. */
import type { z } from 'zod';
import { createHttpClient, type HttpRequest } from '../../lib/http-client.ts';
import { type CallOptions, type Connector, ConnectorFailure, type Tokens } from '../connector.ts';
import { parseItems } from '../kit/items.ts';
import { parseBody, platformCall, readAllPages } from '../kit/platform-call.ts';
import { capabilities } from './capabilities.ts';
import { toListing, toReview } from './map.ts';
import * as wire from './wire.ts';

export interface AcmeConfig {
  clientId: string;
  clientSecret: string;
  /** Base address without path. */
  url: string;
}

export function createAcmeConnector(config: AcmeConfig): Connector {
  const http = createHttpClient(config.url, {});

  async function call<Schema extends z.ZodType>(schema: Schema, request: HttpRequest) {
    const response = await platformCall(http, request);
    if (response.status === 200) return parseBody(schema, response);
    throw failureOf(response.status);
  }

  const read = <Schema extends z.ZodType>(
    schema: Schema,
    { accessToken }: Tokens,
    request: HttpRequest,
    { signal }: CallOptions,
  ) => call(schema, { ...request, headers: { authorization: `Bearer ${accessToken}` }, signal });

  return {
    id: 'acme',
    platform: 'acme',
    capabilities,

    authorizationUrl({ redirectUri, state }) {
      const url = new URL('/authorize', config.url);
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: redirectUri,
        state,
      }).toString();
      return url.href;
    },

    async exchangeCode({ code, redirectUri }, { signal } = {}) {
      const form = {
        client_id: config.clientId,
        client_secret: config.clientSecret,
        code,
        redirect_uri: redirectUri,
      };
      const { access_token: accessToken, owner } = await call(wire.token, {
        method: 'POST',
        path: '/token',
        form,
        signal,
      });
      return {
        tokens: { accessToken, refreshToken: null, expiresAt: null, scopes: [] },
        account: { externalId: owner, displayName: owner },
      };
    },

    isRefreshDue: () => false,
    refresh: (tokens) => Promise.resolve(tokens),
    revoke: () => Promise.resolve(),

    async listListings(tokens, options = {}) {
      const shops = await readAllPages(async (page) => {
        const query = page === null ? {} : { page };
        const { items, next } = await read(wire.list, tokens, { path: '/shops', query }, options);
        return { items: parseItems(wire.shop, items).items, nextCursor: next ?? null };
      });
      return { listings: shops.map(toListing) };
    },

    async fetchReviews(tokens, { resourceName }, cursor, options = {}) {
      const request = {
        path: `/shops/${resourceName}/reviews`,
        query: cursor === null ? {} : { page: cursor },
      };
      const { items, next } = await read(wire.list, tokens, request, options);
      const parsed = parseItems(wire.review, items);
      return {
        reviews: parsed.items.map(toReview),
        skipped: parsed.skipped,
        nextCursor: next ?? null,
        average: null,
        count: null,
        requests: 1,
      };
    },

    lookUp: () => Promise.resolve({ found: 'unknown' }),
    reply: () => Promise.reject(new ConnectorFailure('rejected', 'Acme takes no replies')),
    deleteReply: () => Promise.reject(new ConnectorFailure('rejected', 'Acme takes no replies')),
    subscribe: () => Promise.resolve(),
  };
}

function failureOf(status: number): ConnectorFailure {
  const message = `Acme answered ${status}`;
  if (status === 401) return new ConnectorFailure('reauthorize', message);
  if (status === 404) return new ConnectorFailure('gone', message);
  if (status === 429 || status >= 500) return new ConnectorFailure('retry-after', message);
  return new ConnectorFailure(status >= 400 ? 'rejected' : 'unexpected-answer', message);
}
