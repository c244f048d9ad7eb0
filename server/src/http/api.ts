/**
 * Serves the contract. The guard in `routeBuilder` is the only place that authorizes a call: it reads the
 * `access` of the route's declaration. The server does not start with a declaration without one.
 */
import { createHash } from 'node:crypto';
import { type Api, api } from '@kindling/contract/api';
import { apiRoot, versionedApiRoot } from '@kindling/contract/api-address';
import { errorCodes } from '@kindling/contract/errors';
import type { Access, RouteMeta } from '@kindling/contract/route';
import { clientNetwork } from '@kindling/service/network';
import { createRefusalDelay } from '@kindling/service/refusal-delay';
import { nameRoute } from '@kindling/service/work-context';
import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { implement, ORPCError, type Router, traverseContractProcedures } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadOnlyMode } from '../db/read-only-mode.ts';
import type { ReplicaReads } from '../db/replica-reads.ts';
import { AppError } from '../lib/app-error.ts';
import { withCallerScope } from '../lib/caller-scope.ts';
import type { Log } from '../lib/log.ts';
import { createKeyedSemaphore } from '../lib/semaphore.ts';
import { type CheckActing, withActingCheck } from './acting-check.ts';
import { apiDocumentPath, renderApiDocs } from './api-docs.tsx';
import {
  type Authenticate,
  type CallContext,
  type Caller,
  credentialsOf,
  type RequestContext,
} from './caller.ts';
import { authorize, type ReadEntitlements, requireEntitlement, scopeOf } from './guard.ts';
import { asAppError, toProblem } from './problem.ts';
import { guardWrites } from './read-only.ts';
import type { OnFailure } from './server.ts';

const accessValues: readonly Access[] = ['public', 'token', 'person', 'user', 'admin'];

interface DeclaredRoute extends RouteMeta {
  method: string;
  /** Whole address on the origin, with `{name}` for parameters. */
  path: string;
}

/** Every declared route with its access; the authorization tests start from this list. */
export function declaredRoutes(): DeclaredRoute[] {
  const routes: DeclaredRoute[] = [];
  traverseContractProcedures({ router: api, path: [] }, ({ contract }) => {
    const { route, meta } = contract['~orpc'];
    routes.push({
      method: String(route.method),
      path: String(route.path),
      ...(meta as RouteMeta),
    });
  });
  return routes;
}

/**
 * Limits per token and per user: a page makes a few calls at once, and a client that sends too many delays only itself.
 */
const callLimits = { maxConcurrent: 6, maxQueued: 200, retryAfter: 5 };

/** The builder that slices implement their routes with: `routes.reviews.list.handler(...)`. */
export function routeBuilder(
  authenticate: Authenticate,
  readEntitlements: ReadEntitlements,
  readOnly: Pick<ReadOnlyMode, 'isOn'>,
  replicaReads: Pick<ReplicaReads, 'read' | 'noteChange'>,
  checkActing: CheckActing,
) {
  const semaphores = {
    byToken: createKeyedSemaphore(callLimits),
    byPerson: createKeyedSemaphore(callLimits),
  };
  return implement(api)
    .$context<RequestContext>()
    .use(async ({ context, next, procedure }, input) => {
      const { meta: declared, route } = procedure['~orpc'];
      const meta = declared as RouteMeta;
      const { access } = meta;
      const { authorization } = context;
      const admit = async () => {
        const caller = await authenticate(context, access, meta);
        authorize(caller, meta);
        await requireEntitlement(caller, meta, readEntitlements);
        return caller;
      };
      const proceed = (caller: Caller) => {
        const scope = scopeOf(caller);
        const handle = async () => next({ context: { ...context, caller } satisfies CallContext });
        const path = String(route.path).slice(versionedApiRoot.length);
        const call = { method: String(route.method), path, input };
        const work = () => withActingCheck(caller, call, checkActing, handle);
        return withCallerScope(scope, () =>
          guardWrites(readOnly, route, async () => {
            if (scope === null) return work();
            if (meta.reads === 'replica') return replicaReads.read(scope.accountId, work);
            const result = await work();
            if (route.method !== 'GET') await replicaReads.noteChange(scope.accountId);
            return result;
          }),
        );
      };
      const answer = async () => {
        const caller = await admit();
        if (!('bearer' in caller)) return proceed(caller);
        const { issuer, sub } = caller.bearer;
        // Also per user, so that a renewed token does not raise the limit. Whoever lost a right while a call waited has lost it for that call.
        return semaphores.byPerson.run(`${issuer} ${sub}`, async (waited) =>
          proceed(waited ? await admit() : caller),
        );
      };
      // Counted by the whole token: it is not verified yet, so a forged one that names a user must not use up that
      // user's limit.
      return access === 'public' || authorization === undefined
        ? answer()
        : semaphores.byToken.run(authorization, answer);
    });
}
export type RouteBuilder = ReturnType<typeof routeBuilder>;

/** The implementation of the contract: one entry per key of `api`. */
export type ApiRouter = Router<Api, RequestContext>;

/** @throws Error when two parts implement the same key of the contract, or no part implements a key */
export function joinRoutes(parts: readonly Partial<ApiRouter>[]): ApiRouter {
  const joined: Partial<ApiRouter> = {};
  for (const part of parts) {
    const twice = Object.keys(part).find((key) => key in joined);
    if (twice !== undefined) throw new Error(`Two slices implement the routes of ${twice}.`);
    Object.assign(joined, part);
  }
  if (!isComplete(joined)) {
    const missing = Object.keys(api).filter((key) => !(key in joined));
    throw new Error(`No slice implements the routes of ${missing.join(', ')}.`);
  }
  return joined;
}

function isComplete(router: Partial<ApiRouter>): router is ApiRouter {
  return Object.keys(api).every((key) => key in router);
}

/** Mounts the contract's routes, `/api/openapi.json` and `/api/docs`. */
export function mountApi(
  app: FastifyInstance,
  options: {
    router: ApiRouter;
    title: string;
    publicUrl: string;
    log: Log;
    onFailure: OnFailure;
  },
): void {
  const known = new Set<string>();
  for (const { method, path, access, action } of declaredRoutes()) {
    if (!accessValues.includes(access) || (access === 'user') !== (action !== undefined))
      throw new Error(`${method} ${path} does not declare who may call it.`);
    const address = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    if (known.has(address)) throw new Error(`The contract declares ${method} ${path} twice.`);
    known.add(address);
  }
  const schemaConverters = [new ZodToJsonSchemaConverter()];
  const refusals = createRefusalDelay();
  const handler = new OpenAPIHandler(options.router, {
    plugins: [new SmartCoercionPlugin({ schemaConverters })],
    customErrorResponseBodyEncoder: (error) => (error.data as { problem: unknown }).problem,
    clientInterceptors: [
      ({ next, procedure }) => {
        nameRoute(String(procedure['~orpc'].route.path));
        return next();
      },
    ],
    interceptors: [
      async ({ next, context, request }) => {
        try {
          return await next();
        } catch (error) {
          const known = asAppError(error);
          if (known.code === 'rate-limited') await refusals.wait();
          if (known.retryAfter !== undefined) context.setRetryAfter(known.retryAfter);
          // A caller who has hung up canceled the work themselves.
          const isCanceled = request.signal?.aborted === true && error === request.signal.reason;
          if (known.code === 'internal' && !isCanceled) {
            const { requestId } = context;
            options.log.error({ err: known.cause ?? error, requestId }, 'A request failed');
            const route = request.url.pathname;
            options.onFailure({ error: known.cause ?? error, route, requestId, credentials: context });
          }
          throw new ORPCError(known.code, {
            status: known.status,
            message: known.message,
            data: { problem: toProblem(known, context.requestId) },
          });
        }
      },
    ],
  });

  // The address comes from the settings, because behind an untrusted proxy the request's own address may be wrong.
  const secure = options.publicUrl.startsWith('https:');
  const endStreams = endStreamsOnClose(app);
  const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
  const serve = { method: [...methods], config: { access: 'declared' as const } };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    endStreams.watch(reply);
    // A list has no fields, so it would be taken as a body without any.
    if (Array.isArray(request.body)) throw new AppError('invalid-input');
    const context = requestContext(request, reply, secure);
    const { matched } = await handler.handle(request, reply, { context });
    if (!matched) throw new AppError('unknown-route');
  };
  app.route({ ...serve, url: `${versionedApiRoot}/*`, handler: answer });
  for (const { path, bodyLimit } of declaredRoutes()) {
    if (bodyLimit !== undefined) app.route({ ...serve, url: path, bodyLimit, handler: answer });
    else if (!path.startsWith(`${versionedApiRoot}/`)) app.route({ ...serve, url: path, handler: answer });
  }
  mountUnknownRoutes(app, [...methods]);

  mountApiDocs(app, () =>
    new OpenAPIGenerator({ schemaConverters }).generate(api, {
      info: { title: `${options.title} API`, version: '1.0.0', description: describeApi() },
      servers: [{ url: options.publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    }),
  );
}

/** Makes the document at the first request, because it takes a tenth of a start and few ask for it. */
function mountApiDocs(app: FastifyInstance, generate: () => Promise<object>): void {
  let generated: Promise<object> | null = null;
  const document = () => {
    generated ??= generate();
    return generated;
  };
  app.get(apiDocumentPath, { config: { access: 'public' } }, async (_request, reply) =>
    reply.send(await document()),
  );
  app.get(`${apiRoot}/docs`, { config: { access: 'public' } }, async (_request, reply) => {
    const docs = renderApiDocs((await document()) as Parameters<typeof renderApiDocs>[0]);
    const styleHash = createHash('sha256').update(docs.css).digest('base64');
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        'cross-origin-opener-policy': 'same-origin',
      })
      .send(docs.html);
  });
}

/** Refuses all other paths of the API before their body is read, and counts them in the rate limit. */
function mountUnknownRoutes(app: FastifyInstance, method: string[]): void {
  const refuse = async () => {
    throw new AppError('unknown-route');
  };
  const url = `${apiRoot}/*`;
  app.route({ method, url, config: { access: 'public' }, preParsing: refuse, handler: refuse });
}

/** Ends open event streams when the server stops; otherwise it would wait until the last browser disconnects. */
function endStreamsOnClose(app: FastifyInstance): { watch(reply: FastifyReply): void } {
  const open = new Set<FastifyReply['raw']>();
  app.addHook('preClose', async () => {
    for (const response of open)
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy();
  });
  return {
    watch({ raw }) {
      open.add(raw);
      raw.once('close', () => open.delete(raw));
    },
  };
}

function describeApi(): string {
  const codes = Object.entries(errorCodes).map(
    ([code, { status, title }]) => `- \`${code}\` (${status}): ${title}`,
  );
  return `Errors are \`application/problem+json\` with one of these codes and a request id:\n\n${codes.join('\n')}`;
}

function requestContext(request: FastifyRequest, reply: FastifyReply, secure: boolean): RequestContext {
  return {
    requestId: request.id,
    ...credentialsOf(request),
    network: clientNetwork(request),
    setRetryAfter(seconds) {
      reply.header('retry-after', String(Math.ceil(seconds)));
    },
    setCookie(name, value, { path, maxAgeSeconds }) {
      reply.header(
        'set-cookie',
        `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      );
    },
  };
}
