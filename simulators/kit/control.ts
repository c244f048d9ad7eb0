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

/** What the control endpoint changes. */
export type ControlDeps = {
  clock: Clock;
  failRules: FailRules;
  ledger: CallLog;
  quotas: QuotaLedger;
  refreshes: RefreshMonitor;
  platform: {
    actions: Record<string, Action>;
    read?(call: Call): JsonObject | null;
    named?: PlatformFaults;
    reset(): void;
  };
};

/** Answers a call of `/_control`. @throws HttpError with status 400 and a sentence for an invalid call */
export async function control(simulator: ControlDeps, call: Call): Promise<HttpResponse> {
  simulator.platform.named?.faults.endExpired();
  if (call.method === 'GET') return jsonResponse(200, read(simulator, call));
  // A browser sends this content type to another origin only after a preflight, so no web page can control us.
  if (!(call.headers['content-type'] ?? '').startsWith('application/json')) {
    throw controlError('send the control call as application/json');
  }
  if (call.path === '/_control/reset') return jsonResponse(200, resetAll(simulator));
  const input = jsonOf(call);
  if (!input) throw controlError('the body must be a JSON object');
  const name = requireString(input, 'action');
  const actions = actionsOf(simulator);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw controlError(`unknown action "${name}"; known: ${Object.keys(actions).join(', ')}`);
  return jsonResponse(200, (await action(input)) ?? { ok: true });
}

function read(simulator: ControlDeps, call: Call): JsonObject {
  const { named } = simulator.platform;
  switch (call.path) {
    case '/_control/calls':
      return { calls: simulator.ledger.list(call.query.get('match') ?? undefined) };
    case '/_control/clock':
      return shownClock(simulator.clock);
    case '/_control/ledger':
      return simulator.quotas.show((bucket) => named?.limitOf(bucket) ?? null);
    case '/_control/refreshes':
      return simulator.refreshes.show();
    case '/_control/faults':
      return { faults: named?.faults.list() ?? [] };
    default:
      return (
        simulator.platform.read?.(call) ?? {
          actions: Object.keys(actionsOf(simulator)),
          faults: named?.faults.listKinds() ?? [],
        }
      );
  }
}

function actionsOf(simulator: ControlDeps): Record<string, Action> {
  const { named, actions } = simulator.platform;
  return {
    fail: (input) => simulator.failRules.addRule(input),
    ...(named ? { fault: (input: JsonObject) => named.faults.switchFault(input) } : {}),
    latency: (input) => simulator.failRules.setLatency(input),
    clock: (input) => moveClock(simulator, input),
    'clear-calls': () => {
      simulator.ledger.clear();
      simulator.quotas.clear(false);
      return { ok: true };
    },
    reset: () => resetAll(simulator),
    ...actions,
  };
}

/** Moves the clock by `advanceSeconds`, or sets it to `at` (ISO; `hold` stops it), and then sends what is due. */
async function moveClock({ clock, platform }: ControlDeps, input: JsonObject): Promise<JsonObject> {
  if (input.at === undefined) clock.advance(requireCount(input, 'advanceSeconds') * 1000);
  else {
    const at = Date.parse(requireString(input, 'at'));
    if (Number.isNaN(at)) throw controlError('"at" must be a date and time like 2026-11-20T10:00:00Z');
    clock.setTime(at, input.hold === true);
  }
  platform.named?.faults.endExpired();
  await platform.named?.onClockMoved?.();
  return shownClock(clock);
}

function shownClock(clock: Clock): JsonObject {
  const iso = (time: number) => new Date(time).toISOString();
  return { now: iso(clock.now()), stamp: iso(clock.platformTime()), held: clock.isFrozen() };
}

function resetAll(simulator: ControlDeps): { ok: true } {
  simulator.failRules.clear();
  // Before the other resets, because a fault that ends restores what it changed.
  simulator.platform.named?.faults.clear();
  simulator.ledger.clear();
  simulator.quotas.clear(true);
  simulator.refreshes.clear();
  simulator.clock.reset();
  simulator.platform.reset();
  return { ok: true };
}
