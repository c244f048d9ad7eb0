import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { refusalOf } from './addressed.ts';
import { type Call, readCall } from './call.ts';
import type { Clock } from './clock.ts';
import { type Action, type Controlled, control } from './control.ts';
import { bodyOf, deliver, statusWord, textAs } from './delivery.ts';
import { createFaults, damageItem, type Fault, type StatusFault } from './faults.ts';
import { createLedger, redactPath } from './ledger.ts';
import type { NamedFaults } from './named-faults.ts';
import { type Outage, outageKinds, takeOutage } from './outage-faults.ts';
import { createQuotaLedger, retryAfterMs } from './quota-ledger.ts';
import { createRefreshWatch } from './refresh-faults.ts';
import { type Delivery, jsonReply, Refusal, type Reply, textReply } from './reply.ts';

/** What a platform gives to be served: its calls, the shape of its errors, its control actions, its start state. */
export type Platform = {
  handle(call: Call): Reply | Promise<Reply>;
  faultReply(fault: StatusFault): Reply;
  actions: Record<string, Action>;
  /** What the faults of the catalogue need; a platform without it has none. */
  named?: NamedFaults;
  reset(): void;
};

/** A running simulator: its address without a trailing slash, and a way to end it. */
export type Running = { url: string; close(): Promise<void> };

type House = Controlled & { platform: Platform; port: number };
type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Serves a platform on 127.0.0.1:`port` (0 takes a free one) together with `/_control`. Rejects with the error of
 * `listen` (EADDRINUSE for a taken port).
 */
export async function serve(platform: Platform, clock: Clock, port: number): Promise<Running> {
  const server = createServer((request, response) => {
    void answer(house, { request, response });
  });
  const house: House = {
    platform,
    clock,
    faults: createFaults(),
    ledger: createLedger(),
    quotas: createQuotaLedger(),
    refreshes: createRefreshWatch(),
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

async function answer(house: House, exchange: Exchange): Promise<void> {
  const send = (reply: Reply, delivery: Delivery = whole) =>
    deliver(exchange, reply, delivery, house.clock.stamp());
  const refusal = refusalOf(exchange.request.headers, house.port);
  if (refusal !== null) {
    send(textReply(403, refusal));
    return;
  }
  const call = await readCall(exchange.request);
  if (!call) {
    send(textReply(413, 'The request is too large.'));
    return;
  }
  if (call.path === '/_control' || call.path.startsWith('/_control/')) {
    send(await guarded(() => control(house, call)));
    return;
  }
  const delay = house.faults.delayOf(call.path);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  const { reply, delivery } = await answerPlatform(house, call);
  house.ledger.add({
    time: new Date(house.clock.now()).toISOString(),
    method: call.method,
    path: redactPath(call.path, call.query),
    status: statusWord(delivery, reply.status),
  });
  send(reply, delivery);
}

const whole: Delivery = { way: 'whole' };
const nothing: Reply = textReply(204, '');

type Answer = { reply: Reply; delivery: Delivery };

/** The answer of the platform with its faults, counted in the quota that the call belongs to. */
async function answerPlatform(house: House, call: Call): Promise<Answer> {
  const { named } = house.platform;
  if (!named) return served(house, call);
  named.board.tick();
  const bucket = named.bucketOf(call);
  if (bucket !== null) house.quotas.arrived(bucket, house.clock.now(), call);
  const isRefresh = named.isRefresh(call);
  if (isRefresh) await house.refreshes.enter(named.board);
  const answered = await served(house, call);
  if (isRefresh) house.refreshes.leave();
  if (bucket !== null) {
    const { reply } = answered;
    const limit = named.limitIn(reply);
    const told = retryAfterMs(reply, house.clock.stamp());
    const wait = told ?? (limit?.waitSeconds ? limit.waitSeconds * 1000 : null);
    house.quotas.answered(bucket, house.clock.now(), limit !== null, wait);
  }
  return answered;
}

async function served(house: House, call: Call): Promise<Answer> {
  const fault = house.faults.take(call.method, call.path);
  if (fault) return failed(house, call, fault);
  const outage = outageOf(house, call);
  const delivery = outage?.delivery ?? whole;
  if (outage?.reply) return { reply: outage.reply, delivery };
  // What never arrives was not carried out either: that is what `reply-timeout-but-applied` is for.
  const unheard = delivery.way === 'half-open' ? !delivery.begun : ['never', 'reset'].includes(delivery.way);
  if (unheard) return { reply: nothing, delivery };
  const reply = await guarded(() => house.platform.handle(call));
  return { reply: outage?.damage?.(reply) ?? reply, delivery: reply.delivery ?? delivery };
}

function outageOf(house: House, call: Call): Outage | null {
  const { named, faultReply } = house.platform;
  if (!named) return null;
  const failedWith = (status: number) =>
    faultReply({ kind: 'status', status, retryAfter: undefined, detail: {} });
  return takeOutage({ ...named, failed: failedWith }, call, house.clock);
}

/** The faults of the action `fail`. */
async function failed(house: House, call: Call, fault: Fault): Promise<Answer> {
  if (fault.kind === 'timeout') return { reply: nothing, delivery: { way: 'never' } };
  if (fault.kind === 'status') return { reply: house.platform.faultReply(fault), delivery: whole };
  const reply = await guarded(() => house.platform.handle(call));
  if (fault.kind === 'malformed') return { reply: damageItem(reply, fault), delivery: whole };
  if (fault.kind === 'cut') return { reply, delivery: { way: 'cut' } };
  return { reply: textAs(reply, `${bodyOf(reply).slice(0, -1)},`), delivery: whole };
}

async function guarded(work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`simulator fault: ${message}\n`);
    return jsonReply(500, {
      error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' },
    });
  }
}
