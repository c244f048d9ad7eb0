/**
 * The web role's HTTP server: limits, headers, errors. Slices add their routes to it; every route names who may
 * call it in `config.access`, and a route without one stops the start.
 */
import rateLimit from '@fastify/rate-limit';
import { createHttpService } from '@kindling/service/http-server';
import { clientNetwork } from '@kindling/service/network';
import { createRefusalDelay } from '@kindling/service/refusal-delay';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { withRequestId } from '../lib/request-id.ts';
import { asAppError, toProblem } from './problem.ts';

/**
 * - `public`: anybody. `declared`: the contract says it per operation. `state`: the one-time state of an OAuth flow.
 * - `user`: the handler asks `authenticate` for a signed-in user before anything else.
 * - `signed`: the handler asks for the proof that the request comes from the platform, before anything else.
 */
export type RouteAccess = 'public' | 'declared' | 'state' | 'user' | 'signed';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** It limits its callers itself: what strangers send it must not use up what people may ask of the app. */
    ownRateLimit?: boolean;
  }
}

/** Requests per minute and address over the API and all forms; embeds and pages have no limit of their own here. */
const apiRequestsPerMinute = 600;
const safeMethods = new Set(['GET', 'HEAD']);
const bodyLimitBytes = 256 * 1024;
const problemType = 'application/problem+json';

/** Told of each failure of our own, the ones that answer 500; must not throw. */
export type OnFailure = (failure: {
  error: unknown;
  /** Path of the request; may hold ids. */
  route: string;
  requestId: string;
  authorization: string | undefined;
}) => void;

/** Makes the page for an unknown path or a failure, with its policy; API paths get problem documents instead. */
export type ErrorPage = (
  status: 404 | 500,
  request: FastifyRequest,
) => { html: string; headers: Readonly<Record<string, string>> };

export interface HttpServerOptions {
  log: Log;
  onFailure?: OnFailure;
  trustProxy: string[];
  /** The installation's address is https: browsers are told to stay with it. */
  https?: boolean;
  errorPage: ErrorPage;
  apiRateLimit?: number;
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = createHttpService({
    loggerInstance: options.log as FastifyBaseLogger,
    trustProxy: options.trustProxy,
    bodyLimit: bodyLimitBytes,
    // Addresses that the router itself refuses come before every hook.
    frameworkErrors(error, request, reply) {
      reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
      return sendError(options, error, request, reply);
    },
  });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: clientNetwork,
    errorResponseBuilder: (_request, context) =>
      new AppError('rate-limited', undefined, { retryAfter: Math.ceil(context.ttl / 1000) }),
  });
  // One hook for all of them: what a caller may ask is counted over all that does work.
  const limit = app.rateLimit({ max: options.apiRateLimit ?? apiRequestsPerMinute, timeWindow: '1 minute' });
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${route.method} ${route.url} does not declare who may call it.`);
    if (isApiPath(route.url)) addApiHooks(route, limit);
    else if (route.config.ownRateLimit !== true && !isReadOnly(route)) route.onRequest = limit;
  });
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  // Without a promise: every view of an embed passes it too.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    // Embeds are answered without it: nothing of a view is written down.
    if (isApiPath(request.url)) withRequestId(request.id, done);
    else done();
  });
  setErrorHandlers(app, options);
  return app;
}

function isReadOnly(route: RouteOptions): boolean {
  return [route.method].flat().every((method) => safeMethods.has(method));
}

function isApiPath(path: string): boolean {
  return path.startsWith('/api/');
}

/** What every path of the API has beside its handler: the limit, and headers of its answers. */
function addApiHooks(route: RouteOptions, limit: onRequestHookHandler): void {
  route.onRequest = limit;
  route.onSend = async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // The contract layer answers JSON; an error's media type is the problem document's.
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
    if (isApiPath(request.url)) return sendProblem(reply, new AppError('not-found'), request.id);
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
      authorization: request.headers.authorization,
    });
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(known.retryAfter)));
  if (isApiPath(request.url)) return sendProblem(reply, known, request.id);
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
