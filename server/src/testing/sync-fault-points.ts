/**
 * For tests only: numbers every step of a sync that leaves the process (a statement, a platform call, an enqueued job), so
 * that a test can make the run crash, wait or fail there. The steps are those that the run makes, so new code is covered
 * without a list.
 */
import type { ConnectorId } from '@kindling/contract/platforms';
import type pg from 'pg';
import type { Connector } from '../connectors/connector.ts';
import type { Database } from '../db/client.ts';
import { createPlatformRateLimiter, createTokenStore } from '../features/connections/index.ts';
import type { SyncDeps } from '../features/sync/deps.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { queryAsOwner } from './database.ts';

/** What happens instead of a step: the connection is dropped (`cut`), or the statement fails with this SQLSTATE. */
export type InjectedFault = 'cut' | '40001' | '40P01';

export interface FaultPoint {
  /** Counted from 0 over the life of the dependencies. */
  number: number;
  /** `fetchReviews`, `lookUp`, `reply`, `enqueue`, `told`, or the first words of a statement. */
  name: string;
}

/** Called before every step, which runs when the promise resolves with undefined. A pending promise simulates a crash. */
export type OnFaultPoint = (point: FaultPoint) => Promise<InjectedFault | undefined>;

export interface InstrumentedSync {
  deps: SyncDeps;
  /** Drops all of its connections, as the end of the process does. Its later steps have no effect. */
  kill(): void;
}

type Parts = Pick<SyncDeps, 'db' | 'connectors' | 'queue' | 'log' | 'plans'>;

const never = new Promise<never>(() => {});

/** @param parts dependencies of an app; token store and rate limiter are created anew on the instrumented database */
export function withFaultPoints(parts: Parts, box: SecretBox, reach: OnFaultPoint): InstrumentedSync {
  let number = 0;
  let dead = false;
  const checkedOut = new Set<pg.PoolClient>();
  const step = async (name: string): Promise<InjectedFault | undefined> => {
    if (dead) return never;
    const trouble = await reach({ number: number++, name });
    return dead ? never : trouble;
  };
  const db = { ...parts.db, pool: instrumentPool(parts.db.pool, checkedOut, step) };
  const connectors = new Map<ConnectorId, Connector>(
    [...parts.connectors].map(([id, connector]) => [id, instrumentConnector(connector, step)]),
  );
  const deps: SyncDeps = {
    ...parts,
    db,
    connectors,
    tokens: createTokenStore(db, box),
    rateLimiter: createPlatformRateLimiter(db, connectors),
    queue: {
      ...parts.queue,
      async enqueue(...request) {
        await step('enqueue');
        await parts.queue.enqueue(...request);
      },
    },
  };
  return {
    deps,
    kill() {
      dead = true;
      for (const client of checkedOut) {
        dropConnection(client);
        // The pool continues and must not count the connection any more.
        client.release(true);
      }
      checkedOut.clear();
    },
  };
}

function instrumentPool(
  pool: pg.Pool,
  checkedOut: Set<pg.PoolClient>,
  step: (name: string) => Promise<InjectedFault | undefined>,
): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    checkedOut.add(client);
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query')
          return async (...query: unknown[]) => {
            await injectFault(target, await step(firstWords(query[0])));
            return Reflect.apply(target.query, target, query) as unknown;
          };
        if (name === 'release')
          return (error?: Error | boolean) => {
            checkedOut.delete(target);
            target.release(error);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Creates the function by which the server raises an error, because the roles of tenants may not run PL/pgSQL blocks.
 */
export async function prepareFaults(db: Pick<Database, 'withOwnerConnection' | 'mode'>): Promise<void> {
  await queryAsOwner(
    db,
    `create or replace function made_by_the_test(code text) returns void language plpgsql
       as $$ begin raise exception 'made by the test' using errcode = code; end $$`,
  );
}

/** Causes the fault: the server raises the error, or the connection is dropped. */
async function injectFault(client: pg.PoolClient, trouble: InjectedFault | undefined): Promise<void> {
  if (trouble === 'cut') dropConnection(client);
  else if (trouble !== undefined) await client.query(`select made_by_the_test('${trouble}')`);
}

function dropConnection(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

function instrumentConnector(
  connector: Connector,
  step: (name: string) => Promise<InjectedFault | undefined>,
): Connector {
  return {
    ...connector,
    // Looked up at the call, because a test may have replaced them.
    async fetchReviews(...call) {
      await step('fetchReviews');
      return connector.fetchReviews(...call);
    },
    async lookUp(...call) {
      await step('lookUp');
      return connector.lookUp(...call);
    },
    async reply(...call) {
      await step('reply');
      return connector.reply(...call);
    },
    async refresh(...call) {
      await step('refresh');
      return connector.refresh(...call);
    },
  };
}

/** The beginning of a statement, for the messages of tests. */
function firstWords(query: unknown): string {
  const text = typeof query === 'string' ? query : String((query as { text?: unknown }).text);
  return text.replace(/\s+/g, ' ').trim().slice(0, 60);
}
