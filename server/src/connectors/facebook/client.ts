import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { createHttpClient } from '../../lib/http-client.ts';
import { ConnectorFailure } from '../connector.ts';
import { pageTokenRefused, platformCall } from '../kit/platform-call.ts';
import { errorCode, graphFailure } from './errors.ts';

export interface FacebookConfig {
  appId: string;
  appSecret: string;
  /** With its letter: `v21.0`. */
  graphVersion: string;
  /** Base addresses without path: the login dialog (`https://www.facebook.com`) and the API (`https://graph.facebook.com`). */
  urls: { dialog: string; graph: string };
}

export type FacebookClient = ReturnType<typeof createFacebookClient>;

/** Invalid parameter; on a page after the first, the parameter that changed is the cursor. */
const invalidParameter = 100;

/** The Graph API; every failure leaves as a ConnectorFailure. */
export function createFacebookClient(config: FacebookConfig, clock: () => Date) {
  const graph = createHttpClient(config.urls.graph);

  return {
    /** Code or token exchange: no token proves the call, the app's secret does. */
    token<Schema extends z.ZodType>(
      query: Record<string, string>,
      schema: Schema,
      signal: AbortSignal | undefined,
    ): Promise<z.output<Schema>> {
      const credentials = { client_id: config.appId, client_secret: config.appSecret };
      return call('GET', '/oauth/access_token', { ...credentials, ...query }, schema, signal);
    },

    /** A call with a user's or a page's token; `appsecret_proof` shows that it is not used by a thief. */
    as<Schema extends z.ZodType>(
      token: string,
      request: {
        method?: 'GET' | 'DELETE';
        path: string;
        query?: Record<string, string>;
        after?: string | null;
      },
      schema: Schema,
      signal: AbortSignal | undefined,
    ): Promise<z.output<Schema>> {
      const query = {
        ...request.query,
        ...(request.after ? { after: request.after } : {}),
        access_token: token,
        appsecret_proof: createHmac('sha256', config.appSecret).update(token).digest('hex'),
      };
      return call(request.method ?? 'GET', request.path, query, schema, signal);
    },
  };

  /**
   * @throws ConnectorFailure by the error's code; `broken` where a 200 does not fit `schema`; `rejected` with
   * `pageTokenRefused` where a request with a cursor has an invalid parameter.
   */
  async function call<Schema extends z.ZodType>(
    method: 'GET' | 'DELETE',
    path: string,
    query: Record<string, string>,
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<z.output<Schema>> {
    const response = await platformCall(graph, {
      method,
      path: `/${config.graphVersion}${path}`,
      query,
      signal,
    });
    const code = errorCode(response);
    if (query.after !== undefined && code === invalidParameter) {
      throw new ConnectorFailure('rejected', pageTokenRefused);
    }
    if (response.status !== 200 || code !== undefined) throw graphFailure(response, clock());
    const parsed = schema.safeParse(response.json);
    if (parsed.success) return parsed.data;
    const paths = parsed.error.issues.map((issue) => issue.path.join('.') || '(body)').slice(0, 5);
    throw new ConnectorFailure('broken', `a 200 of Facebook does not fit its schema at ${paths.join(', ')}`);
  }
}
