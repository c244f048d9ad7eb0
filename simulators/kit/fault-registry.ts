import type { Clock } from './clock.ts';
import {
  controlError,
  isJsonObject,
  type JsonObject,
  requireCount,
  requireString,
  stringField,
} from './json-object.ts';

/** What a named fault is: a line for people, and what switching it on and off does beside being looked up. */
export type FaultKind = {
  about: string;
  /** The members it takes beside those of every fault. */
  options?: string;
  /** How often it strikes when the order does not say; until it is ended when missing. */
  times?: number;
  /** Runs when it is switched on; a refusal thrown here leaves it off. */
  start?(fault: ActiveFault): void;
  /** Runs when it ends, however it does: puts back what can be put back. */
  end?(fault: ActiveFault): unknown;
};

/** One fault that is on. `place` is the location or page it is narrowed to; `left` counts down its strikes. */
export type ActiveFault = {
  name: string;
  place: string | null;
  options: JsonObject;
  left: number;
  fired: number;
  /** What it changed, as resource names, oldest first. */
  touched: string[];
  /** What the fault itself remembers between two calls. */
  memory: JsonObject;
  endsAt: number | null;
};

export type FaultRegistry = {
  /** Makes names known; the same name replaces the earlier kind. */
  add(kinds: Record<string, FaultKind>): void;
  /** The control action `fault`: switches one on, or with `off` (or `return`) ends it. Throws 400 with a sentence. */
  switchFault(input: JsonObject): Promise<JsonObject>;
  /** The first fault of this name that is on for one of the places; one that is not narrowed fits any. */
  find(name: string, places: string | readonly string[]): ActiveFault | null;
  active(): readonly ActiveFault[];
  /** Counts a strike with what it changed; the last one ends the fault. */
  fire(fault: ActiveFault, touched?: readonly string[]): void;
  /** Ends a fault now. */
  finish(fault: ActiveFault): unknown;
  /** Ends what was switched on for a time that is over. */
  endExpired(): void;
  /** On and ended ones since the last reset, as `GET /_control/faults` shows them. */
  list(): JsonObject[];
  listKinds(): JsonObject[];
  clear(): void;
};

/** Options of whole numbers that mean the same wherever they occur; checked once, so that no call stumbles over them. */
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

/** Ended faults that are still listed. */
const maxEndedFaults = 200;

/** A board without kinds. `forSeconds` of an order is counted on `clock`. */
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
      // The last one first: it may have changed what an earlier one puts back.
      for (const fault of active.toReversed()) finish(fault);
      ended = [];
    },
  };
}

/** Whether a fault concerns one of the places. */
export function appliesTo(fault: ActiveFault, places: string | readonly string[]): boolean {
  const { place } = fault;
  if (place === null) return true;
  return (typeof places === 'string' ? [places] : places).some((other) => isSamePlace(place, other));
}

/** A whole number among the options of a fault, from 0; throws 400 for anything else. */
export function countOption(fault: ActiveFault, name: string, fallback: number): number {
  return requireCount(fault.options, name, fallback);
}

/** Puts back what a fault keeps the way back for as `memory.undo`. */
export function undo({ memory }: ActiveFault): void {
  if (typeof memory.undo === 'function') memory.undo();
}

/** `locations/2` names the same place as `accounts/1/locations/2`. */
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
