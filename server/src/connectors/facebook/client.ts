import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { createHttpClient, type HttpRequest } from '../../lib/http-client.ts';
import { ConnectorFailure } from '../connector.ts';
import { readExactJson } from '../kit/exact-json.ts';
import { parseBody, platformCall } from '../kit/platform-call.ts';
import { errorCode, graphFailure } from './errors.ts';
import { easeOffSeconds } from './usage.ts';

export interface FacebookConfig {
  appId: string;
  appSecret: string;
  /** Starts with `v`: `v21.0`. */
  graphVersion: string;
  /** Base addresses without path: the login dialog (`https://www.facebook.com`) and the API (`https://graph.facebook.com`). */
  urls: { dialog: string; graph: string };
  /** Deadline of each call in ms; the HTTP client's own unless set. */
  timeoutMs?: number;
}

interface GraphRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  /** Cursor of the next page of a list. */
  after?: string | null;
  /** The form fields of a POST. */
  form?: Record<string, string>;
}

/** The result of a call. */
interface GraphResponse<Data> {
  data: Data;
  /** Seconds to pause before the next call, by the usage headers of this answer; mostly 0. */
  easeOffSeconds: number;
}

export type FacebookClient = ReturnType<typeof createFacebookClient>;

/** "Invalid parameter"; on any page but the first it means that Facebook refuses the cursor. */
const invalidParameterCode = 100;

/** The Graph API; every failure is thrown as a ConnectorFailure. */
export function createFacebookClient(config: FacebookConfig, clock: () => Date) {
  const graph = createHttpClient(config.urls.graph, {
    readJson: readExactJson,
    ...(config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs }),
  });

  return {
    /** Exchanges a code or token. The app secret authenticates this call; there is no token yet. */
    async fetchToken<Schema extends z.ZodType>(
      query: Record<string, string>,
      schema: Schema,
      signal: AbortSignal | undefined,
    ): Promise<z.output<Schema>> {
      const credentials = { client_id: config.appId, client_secret: config.appSecret };
      const request = { path: '/oauth/access_token', query: { ...credentials, ...query } };
      return (await call(request, schema, signal)).data;
    },

    /** A call with a user's or a page's token; `appsecret_proof` proves that the app itself uses the token. */
    callWithToken<Schema extends z.ZodType>(
      token: string,
      { after, query, ...request }: GraphRequest,
      schema: Schema,
      signal: AbortSignal | undefined,
    ): Promise<GraphResponse<z.output<Schema>>> {
      const proof = createHmac('sha256', config.appSecret).update(token).digest('hex');
      const known = {
        ...query,
        ...(after ? { after } : {}),
        access_token: token,
        appsecret_proof: proof,
      };
      return call({ ...request, query: known }, schema, signal);
    },
  };

  /**
   * @throws ConnectorFailure by the error's code; `unexpected-answer` where a 200 does not fit `schema`; `rejected` with
   * `page-token-refused` where a request with a cursor has an invalid parameter.
   */
  async function call<Schema extends z.ZodType>(
    { path, ...request }: HttpRequest & { query: Record<string, string> },
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<GraphResponse<z.output<Schema>>> {
    const response = await platformCall(graph, {
      ...request,
      path: `/${config.graphVersion}${path}`,
      signal,
    });
    const code = errorCode(response);
    if (request.query.after !== undefined && code === invalidParameterCode) {
      throw new ConnectorFailure('rejected', 'page token refused', { reason: 'page-token-refused' });
    }
    if (response.status !== 200 || code !== undefined) throw graphFailure(response, clock());
    return { data: parseBody(schema, response), easeOffSeconds: easeOffSeconds(response.headers) };
  }
}
