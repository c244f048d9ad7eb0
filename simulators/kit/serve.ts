import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Call, readRequest } from './call.ts';
import { createCallLog, redactPath } from './call-log.ts';
import type { Clock } from './clock.ts';
import { type Action, type ControlDeps, control } from './control.ts';
import { bodyOf, loggedStatus, sendResponse, withTextBody } from './delivery.ts';
import { createFailRules, type Fault, patchItem, type StatusFault } from './fail-rules.ts';
import type { JsonObject } from './json-object.ts';
import { nextOutage, type Outage, outageKinds } from './outage-faults.ts';
import type { PlatformFaults } from './platform-faults.ts';
import { createQuotaLedger, retryAfterMs } from './quota-ledger.ts';
import { createRefreshMonitor } from './refresh-faults.ts';
import { refusalReason } from './request-origin.ts';
import { type Delivery, HttpError, type HttpResponse, jsonResponse, textResponse } from './response.ts';

/** What `serve` needs of a platform: its handler, its error responses, its control actions, and how to reset it. */
export type Platform = {
  handle(call: Call): HttpResponse | Promise<HttpResponse>;
  faultResponse(fault: StatusFault): HttpResponse;
  actions: Record<string, Action>;
  /** Answers the addresses below /_control that only this platform has; null for others. */
  read?(call: Call): JsonObject | null;
  /** What the named faults need; a platform without it has none. */
  named?: PlatformFaults;
  reset(): void;
};

/** A running simulator. `url` has no trailing slash. */
export type RunningSimulator = { url: string; close(): Promise<void> };

type SimulatorContext = ControlDeps & { platform: Platform; port: number };
type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Serves a platform on 127.0.0.1:`port` (0 takes a free one) together with `/_control`. Rejects with the error of
 * `listen` (EADDRINUSE for a port in use).
 */
export async function serve(platform: Platform, clock: Clock, port: number): Promise<RunningSimulator> {
  const server = createServer((request, response) => {
    void handleRequest(simulator, { request, response });
  });
  const simulator: SimulatorContext = {
    platform,
    clock,
    failRules: createFailRules(),
    ledger: createCallLog(),
    quotas: createQuotaLedger(),
    refreshes: createRefreshMonitor(),
    port: 0,
  };
  platform.named?.faults.add({ ...outageKinds(clock), ...simulator.refreshes.kinds });
  // Longer than a client keeps an idle connection, so that the client never reuses one that is being closed.
  server.keepAliveTimeout = 65_000;
  simulator.port = await listen(server, port);
  const close = () => {
    platform.named?.close?.();
    return closeServer(server);
  };
  return { url: `http://127.0.0.1:${simulator.port}`, close };
}

/** Listens on 127.0.0.1 and returns the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Closes at once, including connections that a fault keeps open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handleRequest(simulator: SimulatorContext, exchange: Exchange): Promise<void> {
  const send = (reply: HttpResponse, delivery: Delivery = intact) =>
    sendResponse(exchange, reply, delivery, simulator.clock.platformTime());
  const refusal = refusalReason(exchange.request.headers, simulator.port);
  if (refusal !== null) {
    send(textResponse(403, refusal));
    return;
  }
  const call = await readRequest(exchange.request);
  if (!call) {
    send(textResponse(413, 'The request is too large.'));
    return;
  }
  if (call.path === '/_control' || call.path.startsWith('/_control/')) {
    send(await catchHttpErrors(() => control(simulator, call)));
    return;
  }
  const delay = simulator.failRules.latencyOf(call.path);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  const { reply, delivery } = await callPlatform(simulator, call);
  simulator.ledger.add({
    time: new Date(simulator.clock.now()).toISOString(),
    method: call.method,
    path: redactPath(call.path, call.query),
    status: loggedStatus(delivery, reply.status),
  });
  send(reply, delivery);
}

const intact: Delivery = { way: 'whole' };
const emptyResponse: HttpResponse = textResponse(204, '');

type Answer = { reply: HttpResponse; delivery: Delivery };

/** The response of the platform with its faults, counted in the quota of the call. */
async function callPlatform(simulator: SimulatorContext, call: Call): Promise<Answer> {
  const { named } = simulator.platform;
  if (!named) return serveCall(simulator, call);
  named.faults.endExpired();
  const bucket = named.quotaOf(call);
  if (bucket !== null) simulator.quotas.recordCall(bucket, simulator.clock.now(), call);
  const isRefresh = named.isTokenRefresh(call);
  if (isRefresh) await simulator.refreshes.enter(named.faults);
  const answered = await serveCall(simulator, call);
  if (isRefresh) simulator.refreshes.leave();
  if (bucket !== null) {
    const { reply } = answered;
    const limit = named.rateLimitIn(reply);
    const told = retryAfterMs(reply, simulator.clock.platformTime());
    const wait = told ?? (limit?.waitSeconds ? limit.waitSeconds * 1000 : null);
    simulator.quotas.recordResponse(bucket, simulator.clock.now(), limit !== null, wait);
  }
  return answered;
}

async function serveCall(simulator: SimulatorContext, call: Call): Promise<Answer> {
  const fault = simulator.failRules.takeFault(call.method, call.path);
  if (fault) return applyFailRule(simulator, call, fault);
  const outage = outageOf(simulator, call);
  const delivery = outage?.delivery ?? intact;
  if (outage?.reply) return { reply: outage.reply, delivery };
  // A response that never arrives means that the call was not carried out; `reply-timeout-but-applied` covers the rest.
  const unheard = delivery.way === 'half-open' ? !delivery.begun : ['never', 'reset'].includes(delivery.way);
  if (unheard) return { reply: emptyResponse, delivery };
  const reply = await catchHttpErrors(() => simulator.platform.handle(call));
  return { reply: outage?.damage?.(reply) ?? reply, delivery: reply.delivery ?? delivery };
}

function outageOf(simulator: SimulatorContext, call: Call): Outage | null {
  const { named, faultResponse: faultReply } = simulator.platform;
  if (!named) return null;
  const statusResponse = (status: number) =>
    faultReply({ kind: 'status', status, retryAfter: undefined, detail: {} });
  return nextOutage({ ...named, statusResponse }, call, simulator.clock);
}

/** The faults of the action `fail`. */
async function applyFailRule(simulator: SimulatorContext, call: Call, fault: Fault): Promise<Answer> {
  if (fault.kind === 'timeout') return { reply: emptyResponse, delivery: { way: 'never' } };
  if (fault.kind === 'status') return { reply: simulator.platform.faultResponse(fault), delivery: intact };
  const reply = await catchHttpErrors(() => simulator.platform.handle(call));
  if (fault.kind === 'malformed') return { reply: patchItem(reply, fault), delivery: intact };
  if (fault.kind === 'cut') return { reply, delivery: { way: 'cut' } };
  return { reply: withTextBody(reply, `${bodyOf(reply).slice(0, -1)},`), delivery: intact };
}

async function catchHttpErrors(work: () => HttpResponse | Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError) return error.reply;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`simulator fault: ${message}\n`);
    return jsonResponse(500, {
      error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' },
    });
  }
}
