import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Call, readRequest } from './call.ts';
import { createCallLog, redactPath } from './call-log.ts';
import type { Clock } from './clock.ts';
import { type Action, type ControlDeps, control } from './control.ts';
import { bodyOf, loggedStatus, sendResponse, withTextBody } from './delivery.ts';
import { createFailRules, type Fault, patchItem, type StatusFault } from './fail-rules.ts';
import { nextOutage, type Outage, outageKinds } from './outage-faults.ts';
import type { PlatformFaults } from './platform-faults.ts';
import { createQuotaLedger, retryAfterMs } from './quota-ledger.ts';
import { createRefreshMonitor } from './refresh-faults.ts';
import { refusalReason } from './request-origin.ts';
import { type Delivery, HttpError, type HttpResponse, jsonResponse, textResponse } from './response.ts';

/** What a platform gives to be served: its calls, the shape of its errors, its control actions, its start state. */
export type Platform = {
  handle(call: Call): HttpResponse | Promise<HttpResponse>;
  faultResponse(fault: StatusFault): HttpResponse;
  actions: Record<string, Action>;
  /** What the faults of the catalogue need; a platform without it has none. */
  named?: PlatformFaults;
  reset(): void;
};

/** A running simulator: its address without a trailing slash, and a way to end it. */
export type RunningSimulator = { url: string; close(): Promise<void> };

type SimulatorContext = ControlDeps & { platform: Platform; port: number };
type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Serves a platform on 127.0.0.1:`port` (0 takes a free one) together with `/_control`. Rejects with the error of
 * `listen` (EADDRINUSE for a taken port).
 */
export async function serve(platform: Platform, clock: Clock, port: number): Promise<RunningSimulator> {
  const server = createServer((request, response) => {
    void handleRequest(house, { request, response });
  });
  const house: SimulatorContext = {
    platform,
    clock,
    faults: createFailRules(),
    ledger: createCallLog(),
    quotas: createQuotaLedger(),
    refreshes: createRefreshMonitor(),
    port: 0,
  };
  platform.named?.board.add({ ...outageKinds(clock), ...house.refreshes.kinds });
  // Longer than a client's pool keeps a connection, so that a reused one is never just being closed.
  server.keepAliveTimeout = 65_000;
  house.port = await listen(server, port);
  const close = () => {
    platform.named?.close?.();
    return closeServer(server);
  };
  return { url: `http://127.0.0.1:${house.port}`, close };
}

/** Listens on 127.0.0.1 and gives the port that was taken. */
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

/** Closes at once, also connections that a fault keeps open on purpose. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handleRequest(house: SimulatorContext, exchange: Exchange): Promise<void> {
  const send = (reply: HttpResponse, delivery: Delivery = intact) =>
    sendResponse(exchange, reply, delivery, house.clock.platformTime());
  const refusal = refusalReason(exchange.request.headers, house.port);
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
    send(await catchHttpErrors(() => control(house, call)));
    return;
  }
  const delay = house.faults.latencyOf(call.path);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  const { reply, delivery } = await callPlatform(house, call);
  house.ledger.add({
    time: new Date(house.clock.now()).toISOString(),
    method: call.method,
    path: redactPath(call.path, call.query),
    status: loggedStatus(delivery, reply.status),
  });
  send(reply, delivery);
}

const intact: Delivery = { way: 'whole' };
const emptyResponse: HttpResponse = textResponse(204, '');

type Answer = { reply: HttpResponse; delivery: Delivery };

/** The answer of the platform with its faults, counted in the quota that the call belongs to. */
async function callPlatform(house: SimulatorContext, call: Call): Promise<Answer> {
  const { named } = house.platform;
  if (!named) return serveCall(house, call);
  named.board.endExpired();
  const bucket = named.quotaOf(call);
  if (bucket !== null) house.quotas.recordCall(bucket, house.clock.now(), call);
  const isRefresh = named.isTokenRefresh(call);
  if (isRefresh) await house.refreshes.enter(named.board);
  const answered = await serveCall(house, call);
  if (isRefresh) house.refreshes.leave();
  if (bucket !== null) {
    const { reply } = answered;
    const limit = named.rateLimitIn(reply);
    const told = retryAfterMs(reply, house.clock.platformTime());
    const wait = told ?? (limit?.waitSeconds ? limit.waitSeconds * 1000 : null);
    house.quotas.recordResponse(bucket, house.clock.now(), limit !== null, wait);
  }
  return answered;
}

async function serveCall(house: SimulatorContext, call: Call): Promise<Answer> {
  const fault = house.faults.takeFault(call.method, call.path);
  if (fault) return applyFailRule(house, call, fault);
  const outage = outageOf(house, call);
  const delivery = outage?.delivery ?? intact;
  if (outage?.reply) return { reply: outage.reply, delivery };
  // What never arrives was not carried out either: that is what `reply-timeout-but-applied` is for.
  const unheard = delivery.way === 'half-open' ? !delivery.begun : ['never', 'reset'].includes(delivery.way);
  if (unheard) return { reply: emptyResponse, delivery };
  const reply = await catchHttpErrors(() => house.platform.handle(call));
  return { reply: outage?.damage?.(reply) ?? reply, delivery: reply.delivery ?? delivery };
}

function outageOf(house: SimulatorContext, call: Call): Outage | null {
  const { named, faultResponse: faultReply } = house.platform;
  if (!named) return null;
  const failedWith = (status: number) =>
    faultReply({ kind: 'status', status, retryAfter: undefined, detail: {} });
  return nextOutage({ ...named, failed: failedWith }, call, house.clock);
}

/** The faults of the action `fail`. */
async function applyFailRule(house: SimulatorContext, call: Call, fault: Fault): Promise<Answer> {
  if (fault.kind === 'timeout') return { reply: emptyResponse, delivery: { way: 'never' } };
  if (fault.kind === 'status') return { reply: house.platform.faultResponse(fault), delivery: intact };
  const reply = await catchHttpErrors(() => house.platform.handle(call));
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
