import { type Call, jsonOf } from './call.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import { controlFault, type Fields, needCount, needText } from './fields.ts';
import type { Ledger } from './ledger.ts';
import type { NamedFaults } from './named-faults.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { RefreshWatch } from './refresh-faults.ts';
import { jsonReply, type Reply } from './reply.ts';

export type Action = (input: Fields) => unknown;

/** What the control endpoint steers. */
export type Controlled = {
  clock: Clock;
  faults: Faults;
  ledger: Ledger;
  quotas: QuotaLedger;
  refreshes: RefreshWatch;
  platform: { actions: Record<string, Action>; named?: NamedFaults; reset(): void };
};

/** Answers a call of `/_control`. Throws 400 with a sentence for an order that is not understood. */
export async function control(house: Controlled, call: Call): Promise<Reply> {
  house.platform.named?.board.tick();
  if (call.method === 'GET') return jsonReply(200, read(house, call));
  // A page in a browser cannot send this type to another origin without asking first, so no web page can steer us.
  if (!(call.headers['content-type'] ?? '').startsWith('application/json')) {
    throw controlFault('send the control call as application/json');
  }
  if (call.path === '/_control/reset') return jsonReply(200, resetAll(house));
  const input = jsonOf(call);
  if (!input) throw controlFault('the body must be a JSON object');
  const name = needText(input, 'action');
  const actions = actionsOf(house);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw controlFault(`unknown action "${name}"; known: ${Object.keys(actions).join(', ')}`);
  return jsonReply(200, (await action(input)) ?? { ok: true });
}

function read(house: Controlled, call: Call): Fields {
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
      return { actions: Object.keys(actionsOf(house)), faults: named?.board.catalogue() ?? [] };
  }
}

function actionsOf(house: Controlled): Record<string, Action> {
  const { named, actions } = house.platform;
  return {
    fail: (input) => house.faults.arm(input),
    ...(named ? { fault: (input: Fields) => named.board.order(input) } : {}),
    latency: (input) => house.faults.delay(input),
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
async function moveClock({ clock, platform }: Controlled, input: Fields): Promise<Fields> {
  if (input.at === undefined) clock.advance(needCount(input, 'advanceSeconds') * 1000);
  else {
    const at = Date.parse(needText(input, 'at'));
    if (Number.isNaN(at)) throw controlFault('"at" must be a date and time like 2026-11-20T10:00:00Z');
    clock.jump(at, input.hold === true);
  }
  platform.named?.board.tick();
  await platform.named?.onClock?.();
  return shownClock(clock);
}

function shownClock(clock: Clock): Fields {
  const iso = (time: number) => new Date(time).toISOString();
  return { now: iso(clock.now()), stamp: iso(clock.stamp()), held: clock.isHeld() };
}

function resetAll(house: Controlled): { ok: true } {
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
