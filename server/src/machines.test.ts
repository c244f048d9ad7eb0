/**
 * The built program on several machines: two web and two worker processes behind nginx, on one PostgreSQL behind PgBouncer in
 * transaction mode. Processes are restarted one after another, and the database itself, while visitors send and members read.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { accountHeader } from '@kindling/contract/constants';
import { freePort } from '@kindling/service/testing/free-port';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from './db/client.ts';
import { inSystem } from './db/transaction.ts';
import { databaseModes, queryAsOwner, silentLog } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import { headersOfVisit, insertLoadPages, loadSlug } from './testing/load-pages.ts';
import { findPooler, type PostgresCluster, startPostgresCluster } from './testing/postgres-cluster.ts';
import { type RunningProgram, setUpPrograms, startProgram, stopProgram } from './testing/programs.ts';
import { findNginx, type ReverseProxy, startReverseProxy } from './testing/reverse-proxy.ts';
import { runsEverything } from './testing/scope.ts';
import { startTokenIssuer, type TokenIssuer } from './testing/token-issuer.ts';

/** Over a connection of its own: a client that keeps one to nginx would have to repeat when nginx reads its configuration. */
async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  return fetch(url, { ...init, headers });
}

const hasAll = databaseModes.includes('postgres') && findPooler() !== null && findNginx() !== null;
const pages = 4;
const names = ['web-1', 'web-2', 'worker-1', 'worker-2'] as const;
type Name = (typeof names)[number];

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

describe.runIf(runsEverything && hasAll)('two web and two worker processes', () => {
  setUpPrograms();
  let cluster: PostgresCluster;
  let proxy: ReverseProxy;
  let issuer: TokenIssuer;
  let db: Database;
  let origin: string;
  let env: Record<string, string>;
  let token: string;
  let accountId: string;
  const running = new Map<Name, RunningProgram>();

  async function start(name: Name): Promise<void> {
    const started = await startProgram(name, { ...env, KINDLING_ROLES: name.split('-')[0] ?? '' });
    await started.ready;
    running.set(name, started);
  }

  beforeAll(async () => {
    cluster = await startPostgresCluster();
    const pooler = await cluster.startPooler();
    const replica = await cluster.startReplica();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    issuer = await startTokenIssuer(`${origin}/api`);
    env = {
      DATABASE_URL: pooler,
      DATABASE_DIRECT_URL: cluster.url,
      DATABASE_REPLICA_URL: replica.url,
      PUBLIC_URL: origin,
      IDENTITY_URL: issuer.url,
      TRUST_PROXY: '127.0.0.1',
      KINDLING_DRAIN_SECONDS: '2',
    };
    // Together: one of them migrates, the others wait.
    await Promise.all(names.map(start));
    db = await openDatabase({ url: cluster.url, log: silentLog });
    await inSystem(db, (trx) => insertLoadPages(trx, pages));
    proxy = await startReverseProxy([
      { port, ports: [running.get('web-1')?.port ?? 0, running.get('web-2')?.port ?? 0] },
    ]);
    const [sub, email] = ['auth0|owner', 'owner@example.com'];
    token = await issuer.sign({ sub, email });
    const added = await call('POST', '/users/adduser', { sub, email, name: 'Owner' }, '/api');
    expect(added.status).toBe(200);
    const { rows } = await queryAsOwner<{ account_id: string }>(db, 'select account_id from memberships');
    accountId = rows[0]?.account_id ?? '';
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const program of running.values()) await stopProgram(program);
    await db?.close();
    await issuer?.close();
    await cluster?.stop();
  });

  function call(method: string, path: string, body?: unknown, root = '/api/v1'): Promise<Response> {
    return request(`${origin}${root}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(accountId === undefined ? {} : { [accountHeader]: accountId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-forwarded-for': headersOfVisit()['x-forwarded-for'] ?? '',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  interface Load {
    /** Texts of submissions that were acknowledged. */
    acknowledged: string[];
    /** Names of tags that were acknowledged. */
    tags: string[];
    /** Answers with a status of 500 or more, and broken connections. */
    failures: string[];
    answered: number;
    stop(): Promise<void>;
  }

  async function startLoad(run: string): Promise<Load> {
    const tokens = await Promise.all(
      Array.from({ length: pages }, async (_, index) => {
        const response = await request(`${origin}/c/${loadSlug(index)}`, { headers: headersOfVisit() });
        return ((await response.json()) as { token: string }).token;
      }),
    );
    // A form that is sent within a second of its page is held.
    await wait(1_100);
    // An account has 100 tags at most.
    await queryAsOwner(db, 'begin; set local role kindling_system; delete from tags; commit');
    let isOn = true;
    let number = 0;
    const load: Load = { acknowledged: [], tags: [], failures: [], answered: 0, stop: async () => {} };
    const loop = async (
      what: string,
      step: (number: number) => Promise<Response>,
      then: (answer: unknown, number: number) => void,
      pauseMs = 40,
    ) => {
      while (isOn) {
        number += 1;
        const own = number;
        try {
          const response = await step(own);
          const text = await response.text();
          load.answered += 1;
          if (response.status >= 400)
            load.failures.push(
              `${what}: ${response.status} ${response.headers.get('retry-after')} ${text.slice(0, 200)}`,
            );
          else then(text === '' ? null : JSON.parse(text), own);
        } catch (error) {
          load.failures.push(`${what}: ${error}`);
        }
        await wait(pauseMs);
      }
    };
    const textOf = (own: number) => `Visit ${own} of ${run}, in words of its own`;
    const submit = (own: number) =>
      request(`${origin}/c/${loadSlug(own % pages)}`, {
        method: 'POST',
        headers: headersOfVisit(),
        body: new URLSearchParams({
          step: 'review',
          key: `${run}-visit-of-load-${own}`,
          rating: String(1 + (own % 5)),
          text: textOf(own),
          token: tokens[own % pages] ?? '',
        }),
      });
    const tagOf = (own: number) => `${run} ${own}`;
    const loops = [
      ...[1, 2].map(() =>
        loop('submission', submit, (answer, own) => {
          if ((answer as { stored?: boolean }).stored === true) load.acknowledged.push(textOf(own));
          else load.failures.push(`submission: ${JSON.stringify(answer)}`);
        }),
      ),
      loop(
        'tag',
        (own) => call('POST', '/tags', { name: tagOf(own) }),
        (_, own) => load.tags.push(tagOf(own)),
        2_000,
      ),
      ...['/reviews?limit=20', '/dashboard'].map((path) =>
        loop(
          path,
          () => call('GET', path),
          () => {},
        ),
      ),
    ];
    load.stop = async () => {
      isOn = false;
      await Promise.all(loops);
    };
    return load;
  }

  async function expectNothingLost(load: Load): Promise<void> {
    // What was acknowledged while the database did not answer waits in files for a few seconds.
    await eventually(async () => {
      const stored = await queryAsOwner<{ text: string; times: number }>(
        db,
        'select text, count(*)::int as times from submissions where text is not null group by 1',
      );
      const times = new Map(stored.rows.map((row) => [row.text, row.times]));
      expect(load.acknowledged.filter((text) => times.get(text) !== 1)).toEqual([]);
      expect([...times.values()].filter((count) => count > 1)).toEqual([]);
    });
    const tags = await queryAsOwner<{ name: string }>(db, 'select name from tags');
    const known = new Set(tags.rows.map(({ name }) => name));
    expect(load.tags.filter((name) => !known.has(name))).toEqual([]);
    expect(load.tags.length).toBeGreaterThan(1);
    // Each submission is an event, and each event a job: of all of them, none is left or given up. A pooler may hold the statement of
    // a worker for two minutes after the database was gone.
    await vi.waitFor(
      async () => {
        const jobs = await queryAsOwner<{ name: string; state: string }>(
          db,
          `select name, state::text from pgboss.job
          where name like 'events.%' and (state = 'failed' or (state < 'completed' and start_after <= now()))`,
        );
        expect(jobs.rows).toEqual([]);
        const behind = await queryAsOwner(
          db,
          `select c.subscriber from event_cursors c join event_streams s using (account_id) where c.position < s.last_position`,
        );
        expect(behind.rows).toEqual([]);
      },
      { timeout: 300_000, interval: 200 },
    );
  }

  test('limits are counted together', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const ask = () => request(`${origin}/api/v1/config`, { headers }).then(({ status }) => status);
    const statuses: number[] = [];
    // A process alone would let 600 pass, so two would let 1,200 pass.
    for (let turn = 0; turn < 10; turn += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 80 }, ask))));
      await wait(1_100);
    }
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed).toBeLessThanOrEqual(600 + 2 * 80);
    expect(statuses.at(-1)).toBe(429);
  });

  test('a restart of the database under load: 503 at worst, and nothing that was acknowledged is lost', async () => {
    const load = await startLoad('restart');
    await eventually(() => expect(load.acknowledged.length).toBeGreaterThan(10));
    for (let round = 0; round < 2; round += 1) {
      await cluster.restart();
      const { answered, tags } = load;
      const before = tags.length;
      await eventually(() => expect(tags.length).toBeGreaterThan(before));
      expect(load.answered).toBeGreaterThan(answered);
    }
    await load.stop();
    process.stdout.write(
      `restart of the database: ${load.answered} requests, ${load.failures.length} refused\n`,
    );
    // Each refusal says when to come again.
    expect(load.failures.filter((failure) => !/: 503 \d+ /.test(failure))).toEqual([]);
    for (const program of running.values()) expect(program.child.exitCode).toBeNull();
    await expectNothingLost(load);
  });

  // The last one, because what a test starts ends with it.
  test('a rolling restart under load fails no request and loses no job', async () => {
    const load = await startLoad('rolling');
    for (const name of names) {
      const program = running.get(name);
      if (program === undefined) throw new Error(`${name} does not run`);
      const before = load.answered;
      // As docs/operations.md says: out of the proxy, restarted, and in again.
      await proxy.takeOut([program.port]);
      expect(await stopProgram(program), program.output()).toBe(0);
      await eventually(() => expect(load.answered).toBeGreaterThan(before + 5));
      await start(name);
      await proxy.takeOut([]);
    }
    await load.stop();
    process.stdout.write(
      `rolling restart: ${load.answered} requests, ${load.acknowledged.length} submissions\n`,
    );
    expect(load.failures, await proxy.errors()).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(20);
    await expectNothingLost(load);
  });
});
