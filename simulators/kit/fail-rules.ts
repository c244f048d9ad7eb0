import { pathMatches } from './call-log.ts';
import {
  controlError,
  isJsonObject,
  type JsonObject,
  requireCount,
  requireObject,
  requireString,
  stringField,
} from './json-object.ts';
import type { HttpResponse } from './response.ts';

/** A fault that answers with an error of the platform, which builds the body from these settings. */
export type StatusFault = {
  kind: 'status';
  status: number;
  retryAfter: string | undefined;
  /** Settings of the platform: Google `reason`, `message`; Facebook `code`, `subcode`, `message`. */
  detail: JsonObject;
};

export type Fault =
  | StatusFault
  | { kind: 'timeout' }
  | { kind: 'cut' }
  | { kind: 'bad-json' }
  | { kind: 'malformed'; list: string; index: number; patch: JsonObject };

type FailRule = { match: string; method: string | undefined; left: number; fault: Fault };
type Delay = { match: string; milliseconds: number };

export type FailRules = {
  addRule(input: JsonObject): { armed: number };
  setLatency(input: JsonObject): { delays: number };
  /** The fault of the first rule that matches, counted down; null when no rule matches. */
  takeFault(method: string, path: string): Fault | null;
  latencyOf(path: string): number;
  clear(): void;
};

/** Rules of the control actions `fail` and `latency`: faults for the next calls of a path, and delays per path. */
export function createFailRules(): FailRules {
  let armed: FailRule[] = [];
  let delays: Delay[] = [];
  return {
    addRule(input) {
      armed.push({
        match: stringField(input, 'match') ?? '*',
        method: stringField(input, 'method')?.toUpperCase(),
        left: requireCount(input, 'times', 1),
        fault: readFault(input),
      });
      return { armed: armed.length };
    },
    setLatency(input) {
      const match = stringField(input, 'match') ?? '*';
      const milliseconds = requireCount(input, 'ms');
      delays = delays.filter((delay) => delay.match !== match);
      if (milliseconds > 0) delays.push({ match, milliseconds });
      return { delays: delays.length };
    },
    takeFault(method, path) {
      const found = armed.find(
        (entry) => entry.left > 0 && (entry.method ?? method) === method && pathMatches(entry.match, path),
      );
      if (!found) return null;
      found.left -= 1;
      armed = armed.filter((entry) => entry.left > 0);
      return found.fault;
    },
    latencyOf: (path) => delays.find((delay) => pathMatches(delay.match, path))?.milliseconds ?? 0,
    clear() {
      armed = [];
      delays = [];
    },
  };
}

function readFault(input: JsonObject): Fault {
  const kind = requireString(input, 'with');
  if (kind === 'timeout' || kind === 'cut' || kind === 'bad-json') return { kind };
  if (kind === 'status') {
    const retryAfter = input.retryAfter;
    return {
      kind,
      status: requireCount(input, 'status'),
      retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
      detail: input,
    };
  }
  if (kind === 'malformed') {
    return {
      kind,
      list: requireString(input, 'list'),
      index: requireCount(input, 'index', 0),
      patch: requireObject(input, 'patch'),
    };
  }
  throw controlError('"with" must be one of status, timeout, cut, bad-json, malformed');
}

/** The response with item `index` of its list patched; unchanged when it has no such item. */
export function patchItem(
  reply: HttpResponse,
  fault: { list: string; index: number; patch: JsonObject },
): HttpResponse {
  const value = reply.content.kind === 'json' ? reply.content.value : null;
  const list = isJsonObject(value) ? value[fault.list] : null;
  if (!isJsonObject(value) || !Array.isArray(list)) return reply;
  const items: unknown[] = list.map((item: unknown, at) =>
    at === fault.index && isJsonObject(item) ? { ...item, ...fault.patch } : item,
  );
  return { ...reply, content: { kind: 'json', value: { ...value, [fault.list]: items } } };
}
