/**
 * The web role's HTTP server: limits, headers, errors. Slices add their routes. Every route declares its access in
 * `config.access`; the server does not start with a route without one.
 */
import { apiRoot } from '@kindling/contract/api-address';
import type { Draining } from '@kindling/service/draining';
import { createHttpService } from '@kindling/service/http-server';
import type { Limits } from '@kindling/service/limits';
import { clientNetwork } from '@kindling/service/network';
import { createRefusalDelay } from '@kindling/service/refusal-delay';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { type Credentials, credentialsOf } from './caller.ts';
import { asAppError, toProblem } from './problem.ts';

/**
 * - `public`: anybody. `declared`: the contract declares it per operation. `state`: the one-time state of an OAuth flow.
 * - `user`: the handler first asks `authenticate` for a signed-in user.
 * - `signed`: the handler first checks the platform's signature.
 * - `ticket`: the address itself, which the API gave out, and which works once and for a minute.
 */
export type RouteAccess = 'public' | 'declared' | 'state' | 'user' | 'signed' | 'ticket';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** The route has its own rate limit, so that requests from strangers do not use up the shared one. */
    ownRateLimit?: boolean;
  }
}

/** Requests per minute and network to the API and all forms together. Embeds and pages are not limited here. */
const apiRequestsPerMinute = 600;
/** Requests per minute and network to addresses that platforms call: a few of their networks send the messages of all accounts. */
const signedRequestsPerMinute = 6000;
const safeMethods = new Set(['GET', 'HEAD']);
const bodyLimitBytes = 256 * 1024;
const problemType = 'application/problem+json';

/** Called for each response with status 500; must not throw. */
export type OnFailure = (failure: {
  error: unknown;
  /** Path of the request; may hold ids. */
  route: string;
  requestId: string;
  credentials: Credentials;
}) => void;

/** Renders the error page of a path outside the API, with its headers. API paths get problem documents. */
export type ErrorPage = (
  status: 404 | 500,
  request: FastifyRequest,
) => { html: string; headers: Readonly<Record<string, string>> };

export interface HttpServerOptions {
  log: Log;
  onFailure?: OnFailure;
  trustProxy: string[];
  /** True when the installation's address is https: responses then carry HSTS. */
  https?: boolean;
  errorPage: ErrorPage;
  limits: Limits;
  draining?: Pick<Draining, 'isOn'>;
  apiRateLimit?: number;
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = createHttpService({
    role: 'web',
    ...(options.draining && { draining: options.draining }),
    loggerInstance: options.log as FastifyBaseLogger,
    trustProxy: options.trustProxy,
    bodyLimit: bodyLimitBytes,
    // The router refuses malformed addresses before any hook runs.
    frameworkErrors(error, request, reply) {
      reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
      return sendError(options, error, request, reply);
    },
  });
  // One shared hook, so that the limit counts all these routes together.
  const limit = limitNetworks(options.limits, 'api', options.apiRateLimit ?? apiRequestsPerMinute);
  const signedLimit = limitNetworks(options.limits, 'signed', signedRequestsPerMinute);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${route.method} ${route.url} does not declare who may call it.`);
    if (isApiPath(route.url)) addApiHooks(route, limit);
    else if (route.config.ownRateLimit !== true && !isReadOnly(route))
      route.onRequest = route.config.access === 'signed' ? signedLimit : limit;
  });
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  // Uses a callback instead of a promise, because every view of an embed runs it.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    done();
  });
  setErrorHandlers(app, options);
  return app;
}

/** A hook that counts each request of a network, and refuses those above `max` in a minute. */
function limitNetworks(limits: Limits, name: string, max: number): onRequestAsyncHookHandler {
  const limiter = limits.create({ name: `requests-${name}`, max, windowSeconds: 60 });
  return async (request) => {
    const retryAfter = await limiter.consume(clientNetwork(request));
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  };
}

function isReadOnly(route: RouteOptions): boolean {
  return [route.method].flat().every((method) => safeMethods.has(method));
}

function isApiPath(path: string): boolean {
  return path.startsWith(`${apiRoot}/`);
}

/** By the route, because the target of a request may be absolute (`http://host/api/…`); by the target without a route. */
function isApiRequest(request: FastifyRequest): boolean {
  return isApiPath(request.routeOptions.url ?? request.url);
}

/**
 * Refuses targets that the API layer would read as another address: absolute ones, and paths with dot segments,
 * backslashes or a slash at the end.
 */
function refuseOtherSpellings({ url }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
  const path = url.split('?', 1)[0] ?? '';
  const isProper =
    path.startsWith('/') && !path.endsWith('/') && new URL(`http://localhost${path}`).pathname === path;
  done(isProper ? undefined : new AppError('unknown-route'));
}

/** Adds the rate limit, the check of the address and the response headers of API paths. */
function addApiHooks(route: RouteOptions, limit: onRequestAsyncHookHandler): void {
  route.onRequest = [limit, refuseOtherSpellings];
  route.onSend = async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // The contract layer answers with application/json; errors need the media type of problem documents.
    if (reply.statusCode >= 400) reply.header('content-type', problemType);
    return payload;
  };
}

function setErrorHandlers(app: FastifyInstance, options: HttpServerOptions): void {
  const refusals = createRefusalDelay();
  app.setErrorHandler(async (error, request, reply) => {
    if (asAppError(error).code === 'rate-limited') await refusals.wait();
    return sendError(options, error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    if (isApiRequest(request)) return sendProblem(reply, new AppError('unknown-route'), request.id);
    return sendErrorPage(reply.status(404), options.errorPage(404, request));
  });
}

function sendError(options: HttpServerOptions, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error);
  if (known.code === 'internal') {
    options.log.error({ err: known.cause ?? error, requestId: request.id }, 'A request failed');
    options.onFailure?.({
      error: known.cause ?? error,
      route: request.url,
      requestId: request.id,
      credentials: credentialsOf(request),
    });
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(known.retryAfter)));
  if (isApiRequest(request)) return sendProblem(reply, known, request.id);
  if (known.status >= 500) return sendErrorPage(reply.status(known.status), options.errorPage(500, request));
  return reply.status(known.status).type('text/plain; charset=utf-8').send(known.message);
}

function sendProblem(reply: FastifyReply, error: AppError, requestId: string) {
  return reply
    .status(error.status)
    .type(problemType)
    .header('cache-control', 'no-store')
    .send(toProblem(error, requestId));
}

function sendErrorPage(reply: FastifyReply, { html, headers }: ReturnType<ErrorPage>) {
  return reply.type('text/html; charset=utf-8').headers(headers).send(html);
}
