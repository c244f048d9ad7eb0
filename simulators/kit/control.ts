import { type Call, jsonOf } from './call.ts';
import type { CallLog } from './call-log.ts';
import type { Clock } from './clock.ts';
import type { FailRules } from './fail-rules.ts';
import { controlError, type JsonObject, requireCount, requireString } from './json-object.ts';
import type { PlatformFaults } from './platform-faults.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { RefreshMonitor } from './refresh-faults.ts';
import { type HttpResponse, jsonResponse } from './response.ts';

export type Action = (input: JsonObject) => unknown;

/** What the control endpoint steers. */
export type ControlDeps = {
  clock: Clock;
  faults: FailRules;
  ledger: CallLog;
  quotas: QuotaLedger;
  refreshes: RefreshMonitor;
  platform: { actions: Record<string, Action>; named?: PlatformFaults; reset(): void };
};

/** Answers a call of `/_control`. Throws 400 with a sentence for an order that is not understood. */
export async function control(house: ControlDeps, call: Call): Promise<HttpResponse> {
  house.platform.named?.board.endExpired();
  if (call.method === 'GET') return jsonResponse(200, read(house, call));
  // A page in a browser cannot send this type to another origin without asking first, so no web page can steer us.
  if (!(call.headers['content-type'] ?? '').startsWith('application/json')) {
    throw controlError('send the control call as application/json');
  }
  if (call.path === '/_control/reset') return jsonResponse(200, resetAll(house));
  const input = jsonOf(call);
  if (!input) throw controlError('the body must be a JSON object');
  const name = requireString(input, 'action');
  const actions = actionsOf(house);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw controlError(`unknown action "${name}"; known: ${Object.keys(actions).join(', ')}`);
  return jsonResponse(200, (await action(input)) ?? { ok: true });
}

function read(house: ControlDeps, call: Call): JsonObject {
  const { named } = house.platform;
  switch (call.path) {
    case '/_control/calls':
      return { calls: house.ledger.list(call.query.get('match') ?? undefined) };
    case '/_control/clock':
      return shownClock(house.clock);
    case '/_control/ledger':
      return house.quotas.show((bucket) => named?.limitOf(bucket) ?? null);
    case '/_control/refreshes':
      return house.refreshes.show();
    case '/_control/faults':
      return { faults: named?.board.list() ?? [] };
    default:
      return { actions: Object.keys(actionsOf(house)), faults: named?.board.listKinds() ?? [] };
  }
}

function actionsOf(house: ControlDeps): Record<string, Action> {
  const { named, actions } = house.platform;
  return {
    fail: (input) => house.faults.addRule(input),
    ...(named ? { fault: (input: JsonObject) => named.board.switchFault(input) } : {}),
    latency: (input) => house.faults.setLatency(input),
    clock: (input) => moveClock(house, input),
    'clear-calls': () => {
      house.ledger.clear();
      house.quotas.clear(false);
      return { ok: true };
    },
    reset: () => resetAll(house),
    ...actions,
  };
}

/** `advanceSeconds`, or `at` (ISO) with `hold` for a time that stands still; what has become due then happens. */
async function moveClock({ clock, platform }: ControlDeps, input: JsonObject): Promise<JsonObject> {
  if (input.at === undefined) clock.advance(requireCount(input, 'advanceSeconds') * 1000);
  else {
    const at = Date.parse(requireString(input, 'at'));
    if (Number.isNaN(at)) throw controlError('"at" must be a date and time like 2026-11-20T10:00:00Z');
    clock.setTime(at, input.hold === true);
  }
  platform.named?.board.endExpired();
  await platform.named?.onClockMoved?.();
  return shownClock(clock);
}

function shownClock(clock: Clock): JsonObject {
  const iso = (time: number) => new Date(time).toISOString();
  return { now: iso(clock.now()), stamp: iso(clock.platformTime()), held: clock.isFrozen() };
}

function resetAll(house: ControlDeps): { ok: true } {
  house.faults.clear();
  // First, because ended faults still put things back.
  house.platform.named?.board.clear();
  house.ledger.clear();
  house.quotas.clear(true);
  house.refreshes.clear();
  house.clock.reset();
  house.platform.reset();
  return { ok: true };
}
