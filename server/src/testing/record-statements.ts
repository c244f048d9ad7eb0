/**
 * Setup file of the server's tests: with KINDLING_TEST_STATEMENTS, writes each distinct statement that the product runs, with its
 * scope and the file that runs it, into a file of this process in that folder. `tools/check-statements.mjs` reads it.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

interface Scope {
  /** `tenant` and `system`: in a transaction of `inTenant` or `inSystem`. `session`: outside of these, as the pool or the owner. */
  kind: 'tenant' | 'system' | 'session';
  /** Of a tenant's transaction. */
  account: string | null;
}

const SESSION: Scope = { kind: 'session', account: null };

/** Anchored, because they are matched with each statement. */
const BEGINS = /^begin(?: read only)?(?:;|$)/i;
const ENDS = /^(?:commit|rollback)$/i;
const WITHIN = /'kindling_(app|limited|system)'/;
const ACCOUNT = /'app\.account', '([^']+)'/;
const ROOT = path.resolve(import.meta.dirname, '../../..');
/** What runs the statements of others. */
const CARRIERS =
  /^server\/src\/db\/(?:transaction|watch-transaction)\.ts$|^server\/src\/testing\/record-statements\.ts$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TESTS = /\.test\.tsx?$|\/testing\//;

const folder = process.env.KINDLING_TEST_STATEMENTS;
// Once for each process, whose test files share the modules.
if (folder !== undefined && !('recordsStatements' in pg.Client.prototype)) {
  recordStatements(folder);
  Object.assign(pg.Client.prototype, { recordsStatements: true });
}

/** @returns a function that stops it */
export function recordStatements(into: string): () => void {
  const file = path.join(into, `${process.pid}.jsonl`);
  const scopes = new WeakMap<pg.ClientBase, Scope>();
  const seen = { tenant: new Set<string>(), system: new Set<string>(), session: new Set<string>() };
  const original = Reflect.get(pg.Client.prototype, 'query');
  const query = function (this: pg.ClientBase, ...args: unknown[]): unknown {
    const text = textOf(args[0]);
    if (text !== null) note(this, text, args);
    return Reflect.apply(original, this, args);
  };
  Object.assign(pg.Client.prototype, { query });
  return () => Object.assign(pg.Client.prototype, { query: original });

  function note(client: pg.ClientBase, text: string, args: unknown[]): void {
    if (BEGINS.test(text)) scopes.set(client, scopeOf(text));
    else if (ENDS.test(text)) scopes.delete(client);
    else {
      const { kind, account } = scopes.get(client) ?? SESSION;
      if (seen[kind].has(text)) return;
      const origin = findOrigin();
      const isOfTest = TESTS.test(origin);
      // The product may run the same text later in a transaction. Outside of one, tests run most statements.
      if (!isOfTest || kind === 'session') seen[kind].add(text);
      if (isOfTest) return;
      const same = sameIds([account, ...valuesOf(args)]);
      appendFileSync(file, `${JSON.stringify({ scope: kind, origin, text, same })}\n`);
    }
  }
}

/** @param begin the statements that begin a transaction */
function scopeOf(begin: string): Scope {
  const role = WITHIN.exec(begin)?.[1];
  if (role === undefined) return SESSION;
  return role === 'system'
    ? { kind: 'system', account: null }
    : { kind: 'tenant', account: ACCOUNT.exec(begin)?.[1] ?? null };
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || !('text' in query)) return null;
  return typeof query.text === 'string' ? query.text : null;
}

function valuesOf([query, values]: unknown[]): unknown[] {
  if (Array.isArray(values)) return values;
  const own = typeof query === 'object' && query !== null && 'values' in query ? query.values : [];
  return Array.isArray(own) ? own : [];
}

/**
 * Pairs of numbers of parameters with the same id, because Kysely gives an account that a statement names twice two numbers.
 * @param values the account of the transaction, then the parameters from 1 on
 */
function sameIds(values: readonly unknown[]): [number, number][] {
  return values.flatMap((value, at): [number, number][] => {
    const first = typeof value === 'string' && UUID.test(value) ? values.indexOf(value) : at;
    return first === at ? [] : [[first, at]];
  });
}

/** The file whose code runs the statement, from the root of the repository; empty where the calls do not tell. */
function findOrigin(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  for (const [, url = ''] of stack.matchAll(/(file:\/\/[^\s)]+?):\d+:\d+/g)) {
    const file = path.relative(ROOT, fileURLToPath(url));
    if (!file.includes('node_modules/') && !CARRIERS.test(file)) return file;
  }
  return '';
}
