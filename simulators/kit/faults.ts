import { controlFault, type Fields, isFields, needCount, needFields, needText, textOf } from './fields.ts';
import { pathMatches } from './ledger.ts';
import type { Reply } from './reply.ts';

/** A fault that answers with the platform's own error body; the platform turns these settings into it. */
export type StatusFault = {
  kind: 'status';
  status: number;
  retryAfter: string | undefined;
  /** Members the platform understands: Google `reason`, `message`; Facebook `code`, `subcode`, `message`. */
  detail: Fields;
};

export type Fault =
  | StatusFault
  | { kind: 'timeout' }
  | { kind: 'cut' }
  | { kind: 'bad-json' }
  | { kind: 'malformed'; list: string; index: number; patch: Fields };

type Armed = { match: string; method: string | undefined; left: number; fault: Fault };
type Delay = { match: string; milliseconds: number };

export type Faults = {
  arm(input: Fields): { armed: number };
  delay(input: Fields): { delays: number };
  /** The first armed fault that fits, counted down; null when the call is to be served as usual. */
  take(method: string, path: string): Fault | null;
  delayOf(path: string): number;
  clear(): void;
};

/** Faults for the next N calls of a path, and latency per path, both set by the control endpoint. */
export function createFaults(): Faults {
  let armed: Armed[] = [];
  let delays: Delay[] = [];
  return {
    arm(input) {
      armed.push({
        match: textOf(input, 'match') ?? '*',
        method: textOf(input, 'method')?.toUpperCase(),
        left: needCount(input, 'times', 1),
        fault: readFault(input),
      });
      return { armed: armed.length };
    },
    delay(input) {
      const match = textOf(input, 'match') ?? '*';
      const milliseconds = needCount(input, 'ms');
      delays = delays.filter((delay) => delay.match !== match);
      if (milliseconds > 0) delays.push({ match, milliseconds });
      return { delays: delays.length };
    },
    take(method, path) {
      const found = armed.find(
        (entry) => entry.left > 0 && (entry.method ?? method) === method && pathMatches(entry.match, path),
      );
      if (!found) return null;
      found.left -= 1;
      armed = armed.filter((entry) => entry.left > 0);
      return found.fault;
    },
    delayOf: (path) => delays.find((delay) => pathMatches(delay.match, path))?.milliseconds ?? 0,
    clear() {
      armed = [];
      delays = [];
    },
  };
}

function readFault(input: Fields): Fault {
  const kind = needText(input, 'with');
  if (kind === 'timeout' || kind === 'cut' || kind === 'bad-json') return { kind };
  if (kind === 'status') {
    const retryAfter = input.retryAfter;
    return {
      kind,
      status: needCount(input, 'status'),
      retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
      detail: input,
    };
  }
  if (kind === 'malformed') {
    return {
      kind,
      list: needText(input, 'list'),
      index: needCount(input, 'index', 0),
      patch: needFields(input, 'patch'),
    };
  }
  throw controlFault('"with" must be one of status, timeout, cut, bad-json, malformed');
}

/** The reply with item `index` of its list patched; unchanged when the reply has no such item. */
export function damageItem(reply: Reply, fault: { list: string; index: number; patch: Fields }): Reply {
  const value = reply.content.kind === 'json' ? reply.content.value : null;
  const list = isFields(value) ? value[fault.list] : null;
  if (!isFields(value) || !Array.isArray(list)) return reply;
  const items: unknown[] = list.map((item: unknown, at) =>
    at === fault.index && isFields(item) ? { ...item, ...fault.patch } : item,
  );
  return { ...reply, content: { kind: 'json', value: { ...value, [fault.list]: items } } };
}
