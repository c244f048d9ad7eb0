/** Gives every request its context, and reports it to metrics and traces. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isMeasured, measure, type StatusClass, statusClass } from './measurements.ts';
import { clientNetwork } from './network.ts';
import type { Span } from './span.ts';
import { isTracing, startSpan } from './tracing.ts';
import { type Work, withWork } from './work-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    work: Work | null;
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Requests are reported if somebody listens when the server is made. @param role names the service in metrics and traces */
export function watchRequests(app: FastifyInstance, role: string): void {
  // Who reads metrics is no client of the product.
  const isWatched = role !== 'monitoring' && (isMeasured() || isTracing());
  app.decorateRequest('work', null);
  // A callback instead of a promise, because every view of an embed runs this hook.
  app.addHook('onRequest', (request, reply, done) => {
    const span = isWatched ? startRequestSpan(request, role) : null;
    const network = () => clientNetwork(request);
    const work: Work = { request: { id: request.id, network, route: null }, job: null, span };
    request.work = work;
    // Comes once for each request: after the response, or when the client hangs up before.
    if (isWatched) reply.raw.once('close', () => reportRequest(request, reply, role));
    withWork(work, done);
  });
}

function startRequestSpan(request: FastifyRequest, role: string): Span | null {
  return startSpan(request.method, {
    kind: 'server',
    // What others send is no parent: it would let anybody write into our traces.
    parent: null,
    attributes: { 'kindling.role': role, 'kindling.request_id': request.id },
  });
}

function reportRequest(request: FastifyRequest, reply: FastifyReply, role: string): void {
  const method = knownMethods.has(request.method) ? request.method : 'other';
  const route = request.work?.request?.route ?? request.routeOptions.url ?? 'none';
  const status: StatusClass = reply.raw.headersSent ? statusClass(reply.raw.statusCode) : 'aborted';
  const span = request.work?.span ?? null;
  if (span !== null) {
    span.rename(`${method} ${route}`);
    span.set({ 'http.request.method': method, 'http.route': route });
    if (status === 'aborted') span.fail(status);
    else span.set({ 'http.response.status_code': reply.raw.statusCode });
    if (status === '5xx') span.fail(String(reply.raw.statusCode));
    span.end();
  }
  // A stream of events is open for minutes, which says nothing about the speed of responses.
  if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return;
  measure('request', { role, method, route, status, seconds: reply.elapsedTime / 1000 });
}
