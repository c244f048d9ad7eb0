import type { Clock } from './clock.ts';
import {
  controlError,
  isJsonObject,
  type JsonObject,
  requireCount,
  requireString,
  stringField,
} from './json-object.ts';

/** A fault that can be switched on by name: its description, and what happens when it starts and ends. */
export type FaultKind = {
  about: string;
  /** Its own options, in addition to those that every fault has. */
  options?: string;
  /** How often it applies by default; without a number it applies until it is ended. */
  times?: number;
  /** Runs when it is switched on. An error thrown here leaves it off. */
  start?(fault: ActiveFault): void;
  /** Runs when it ends: restores what can be restored. */
  end?(fault: ActiveFault): unknown;
};

/** A fault that is on. `place` is the location or page that it is limited to; `left` is how often it still applies. */
export type ActiveFault = {
  name: string;
  place: string | null;
  options: JsonObject;
  left: number;
  fired: number;
  /** Resource names that it changed, oldest first. */
  touched: string[];
  /** State of the fault between two calls. */
  memory: JsonObject;
  endsAt: number | null;
};

export type FaultRegistry = {
  /** Registers kinds; a name that is registered again replaces the earlier kind. */
  add(kinds: Record<string, FaultKind>): void;
  /** The control action `fault`: switches one on, or with `off` (or `return`) ends it. @throws HttpError with status 400 */
  switchFault(input: JsonObject): Promise<JsonObject>;
  /** The first active fault of this name for one of the places; a fault without a place applies to all. */
  find(name: string, places: string | readonly string[]): ActiveFault | null;
  active(): readonly ActiveFault[];
  /** Counts one application with what it changed; the last one ends the fault. */
  fire(fault: ActiveFault, touched?: readonly string[]): void;
  /** Ends a fault now. */
  finish(fault: ActiveFault): unknown;
  /** Ends the faults whose `forSeconds` are over. */
  endExpired(): void;
  /** Active and ended faults since the last reset, as `GET /_control/faults` shows them. */
  list(): JsonObject[];
  listKinds(): JsonObject[];
  clear(): void;
};

/**
 * Options that are whole numbers in every fault. Checked when a fault starts, so that no later call fails because of
 * them.
 */
const counts = [
  'after',
  'afterPage',
  'bytes',
  'calls',
  'copies',
  'cycle',
  'delaySeconds',
  'everyMs',
  'index',
  'items',
  'length',
  'ms',
];

/** How many ended faults are listed. */
const maxEndedFaults = 200;

/** A registry without kinds. `clock` measures `forSeconds`. */
export function createFaultRegistry(clock: Clock): FaultRegistry {
  const kinds = new Map<string, FaultKind>();
  let active: ActiveFault[] = [];
  let ended: ActiveFault[] = [];
  const finish = (fault: ActiveFault): unknown => {
    if (!active.includes(fault)) return undefined;
    active = active.filter((other) => other !== fault);
    ended = [...ended, fault].slice(-maxEndedFaults);
    return kinds.get(fault.name)?.end?.(fault);
  };
  const endAll = async (name: string, place: string | null): Promise<JsonObject> => {
    const going = active.filter(
      (fault) =>
        fault.name === name && (place === null || fault.place === null || isSamePlace(fault.place, place)),
    );
    const answers = await Promise.all(going.toReversed().map(finish));
    return { ended: going.length, ...Object.assign({}, ...answers.filter(isJsonObject)) };
  };
  const start = (name: string, place: string | null, kind: FaultKind, input: JsonObject): JsonObject => {
    const seconds = input.forSeconds === undefined ? null : requireCount(input, 'forSeconds');
    const fault: ActiveFault = {
      name,
      place,
      options: input,
      left:
        input.times === undefined ? (kind.times ?? Number.POSITIVE_INFINITY) : requireCount(input, 'times'),
      fired: 0,
      touched: [],
      memory: {},
      endsAt: seconds === null ? null : clock.now() + seconds * 1000,
    };
    for (const option of counts) countOption(fault, option, 0);
    if (fault.left === 0) throw controlError('"times" must be at least 1');
    active.push(fault);
    try {
      kind.start?.(fault);
    } catch (error) {
      active = active.filter((other) => other !== fault);
      throw error;
    }
    return describeFault(fault, active.includes(fault));
  };
  return {
    add(more) {
      for (const [name, kind] of Object.entries(more)) kinds.set(name, kind);
    },
    async switchFault(input) {
      const name = requireString(input, 'name');
      const kind = kinds.get(name);
      if (!kind) throw controlError(`unknown fault "${name}"; known: ${[...kinds.keys()].join(', ')}`);
      const place = stringField(input, 'location') ?? stringField(input, 'page') ?? null;
      if (input.off === true || input.return === true) return endAll(name, place);
      return start(name, place, kind, input);
    },
    find: (name, places) => active.find((fault) => fault.name === name && appliesTo(fault, places)) ?? null,
    active: () => active,
    fire(fault, touched = []) {
      fault.fired += 1;
      fault.touched.push(...touched);
      fault.left -= 1;
      if (fault.left <= 0) finish(fault);
    },
    finish,
    endExpired() {
      const now = clock.now();
      for (const fault of active) if (fault.endsAt !== null && fault.endsAt <= now) finish(fault);
    },
    list: () => [
      ...active.map((fault) => describeFault(fault, true)),
      ...ended.toReversed().map((fault) => describeFault(fault, false)),
    ],
    listKinds: () =>
      [...kinds].map(([name, { about, options }]) => ({ name, about, ...(options ? { options } : {}) })),
    clear() {
      // The newest first, because it may have changed what an older one restores.
      for (const fault of active.toReversed()) finish(fault);
      ended = [];
    },
  };
}

/** Whether a fault applies to one of the places. */
export function appliesTo(fault: ActiveFault, places: string | readonly string[]): boolean {
  const { place } = fault;
  if (place === null) return true;
  return (typeof places === 'string' ? [places] : places).some((other) => isSamePlace(place, other));
}

/** An option that is a whole number from 0. @throws HttpError with status 400 for anything else */
export function countOption(fault: ActiveFault, name: string, fallback: number): number {
  return requireCount(fault.options, name, fallback);
}

/** Restores what a fault changed, with the function in `memory.undo`. */
export function undo({ memory }: ActiveFault): void {
  if (typeof memory.undo === 'function') memory.undo();
}

/** `locations/2` and `accounts/1/locations/2` are the same place. */
function isSamePlace(left: string, right: string): boolean {
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}

function describeFault(fault: ActiveFault, on: boolean): JsonObject {
  const { action: _action, name: _name, ...options } = fault.options;
  return {
    name: fault.name,
    on,
    options,
    left: Number.isFinite(fault.left) ? fault.left : null,
    fired: fault.fired,
    touched: fault.touched,
  };
}
