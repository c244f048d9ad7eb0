import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Call, jsonOf, readCall } from './call.ts';
import type { Clock } from './clock.ts';
import { createFaults, damageItem, type Faults, type StatusFault } from './faults.ts';
import { controlFault, type Fields, needCount, needText } from './fields.ts';
import { createLedger, type Ledger, redactPath } from './ledger.ts';
import { jsonReply, Refusal, type Reply, textReply } from './reply.ts';

/** What a platform gives to be served: its calls, the shape of its errors, its control actions, its start state. */
export type Platform = {
  handle(call: Call): Reply | Promise<Reply>;
  faultReply(fault: StatusFault): Reply;
  actions: Record<string, (input: Fields) => unknown>;
  reset(): void;
};

/** A running simulator: its address without a trailing slash, and a way to end it. */
export type Running = { url: string; close(): Promise<void> };

type House = { platform: Platform; clock: Clock; faults: Faults; ledger: Ledger; host: string };

/**
 * Serves a platform on 127.0.0.1:`port` (0 takes a free one) together with `/_control`. Rejects with the error of
 * `listen` (EADDRINUSE for a taken port).
 */
export async function serve(platform: Platform, clock: Clock, port: number): Promise<Running> {
  const house: House = { platform, clock, faults: createFaults(), ledger: createLedger(), host: '' };
  const server = createServer((request, response) => {
    void answer(house, request, response);
  });
  // Longer than a client's pool keeps a connection, so that a reused one is never just being closed.
  server.keepAliveTimeout = 65_000;
  house.host = `127.0.0.1:${await listen(server, port)}`;
  return { url: `http://${house.host}`, close: () => closeServer(server) };
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

async function answer(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(request, house.host);
  if (!call) {
    send(response, textReply(413, 'The request is too large.'));
    return;
  }
  if (call.path === '/_control' || call.path.startsWith('/_control/')) {
    send(response, await guarded(() => control(house, call)));
    return;
  }
  const delay = house.faults.delayOf(call.path);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  await answerPlatform(house, call, response);
}

async function answerPlatform(house: House, call: Call, response: ServerResponse): Promise<void> {
  const note = (status: number | 'no answer' | 'cut') =>
    house.ledger.add({
      time: new Date(house.clock.now()).toISOString(),
      method: call.method,
      path: redactPath(call.path, call.query),
      status,
    });
  const fault = house.faults.take(call.method, call.path);
  if (fault?.kind === 'timeout') {
    note('no answer');
    return;
  }
  let reply =
    fault?.kind === 'status'
      ? house.platform.faultReply(fault)
      : await guarded(() => house.platform.handle(call));
  if (fault?.kind === 'malformed') reply = damageItem(reply, fault);
  if (fault?.kind === 'bad-json') reply = textAs(reply, `${bodyOf(reply).slice(0, -1)},`);
  note(fault?.kind === 'cut' ? 'cut' : reply.status);
  if (fault?.kind === 'cut') sendHalf(response, reply);
  else send(response, reply);
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

async function control(house: House, call: Call): Promise<Reply> {
  if (call.method === 'GET' && call.path === '/_control/calls') {
    return jsonReply(200, { calls: house.ledger.list(call.query.get('match') ?? undefined) });
  }
  if (call.method === 'GET')
    return jsonReply(200, {
      actions: [...Object.keys(commonActions(house)), ...Object.keys(house.platform.actions)],
    });
  // A page in a browser cannot send this type to another origin without asking first, so no web page can steer us.
  if (!(call.headers['content-type'] ?? '').startsWith('application/json')) {
    throw controlFault('send the control call as application/json');
  }
  if (call.path === '/_control/reset') return jsonReply(200, resetAll(house));
  const input = jsonOf(call);
  if (!input) throw controlFault('the body must be a JSON object');
  const name = needText(input, 'action');
  const actions = { ...commonActions(house), ...house.platform.actions };
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw controlFault(`unknown action "${name}"; known: ${Object.keys(actions).join(', ')}`);
  return jsonReply(200, (await action(input)) ?? { ok: true });
}

function commonActions(house: House): Record<string, (input: Fields) => unknown> {
  return {
    fail: (input) => house.faults.arm(input),
    latency: (input) => house.faults.delay(input),
    clock: (input) => {
      house.clock.advance(needCount(input, 'advanceSeconds') * 1000);
      return { now: new Date(house.clock.now()).toISOString() };
    },
    'clear-calls': () => {
      house.ledger.clear();
      return { ok: true };
    },
    reset: () => resetAll(house),
  };
}

function resetAll(house: House): { ok: true } {
  house.faults.clear();
  house.ledger.clear();
  house.clock.reset();
  house.platform.reset();
  return { ok: true };
}

function bodyOf(reply: Reply): string {
  return reply.content.kind === 'json' ? `${JSON.stringify(reply.content.value)}\n` : reply.content.text;
}

function textAs(reply: Reply, text: string): Reply {
  return { ...reply, content: { kind: 'text', text } };
}

function send(response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(bodyOf(reply));
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length });
  response.end(body);
}

function sendHalf(response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(bodyOf(reply));
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}
