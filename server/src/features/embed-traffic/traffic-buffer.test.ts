/** Tests counts of several processes in one database, with every failure between memory and commit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { findTransactionOutcome } from '../../db/transaction-outcome.ts';
import type { CountProcessInput, CountProcessOutput } from '../../testing/count-process.ts';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createEmbed, removeEmbed } from '../embeds/embeds.ts';
import { publishEmbed } from '../embeds/publish.ts';
import { addCounts, maxSiteRowsPerDay } from './queries.ts';
import { createTrafficBuffer, type Metric, type TrafficBuffer } from './traffic-buffer.ts';

type Pool = Database['pool'];

/** A pool that passes each statement to `instead`, which may send it, delay it or fail. */
function interceptingPool(
  pool: Pool,
  instead: (text: string, send: () => Promise<unknown>) => Promise<unknown>,
): Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key !== 'connect') return Reflect.get(target, key);
      return async () => {
        const client = await target.connect();
        return new Proxy(client, {
          get(inner, name) {
            if (name === 'query')
              return (query: string | { text: string }, ...rest: []) =>
                instead(typeof query === 'string' ? query : query.text, () =>
                  inner.query(query as string, ...rest),
                );
            const value: unknown = Reflect.get(inner, name);
            return typeof value === 'function' ? value.bind(inner) : value;
          },
        });
      };
    },
  });
}

/** Starts a process and kills it after so many lines of output. @returns the last line */
async function countUntilKilled(order: CountProcessInput, lines: number): Promise<CountProcessOutput> {
  const program = fileURLToPath(new URL('../../testing/count-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, JSON.stringify(order)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH ?? '' } },
  );
  const gone = once(child, 'close');
  let last: CountProcessOutput = { added: 0, written: 0 };
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = JSON.parse(line) as CountProcessOutput;
    seen += 1;
    if (seen >= lines) child.kill('SIGKILL');
  }
  await gone;
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

describe.each(featureModes)('the traffic buffer, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let id: string;
  let code: string;
  let number = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    number += 1;
    user = await app.signIn(`counts-${number}@example.com`);
    const embed = await createEmbed(app.services.embeds, user, { kind: 'widget', name: 'Home page' });
    await publishEmbed(app.services.embeds, user, embed.id);
    ({ id, code } = embed);
  });

  const noon = Date.parse('2026-05-04T12:00:00Z');
  /** A buffer as another process has it. */
  function processOf(options: { pool?: Pool; now?: () => number; maxSums?: number } = {}): TrafficBuffer {
    const { pool = app.services.db.pool, ...rest } = options;
    return createTrafficBuffer({ db: { pool }, log: app.services.log, now: () => noon, ...rest });
  }
  const add = (log: TrafficBuffer, site = 'shop.example', name: Metric = 'views', country = 'DE') =>
    log.add(name, { code, site, country, state: '' });
  const rows = () =>
    inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('embed_days')
        .select(['day', 'site', 'country', 'views', 'clicks', 'reads', 'writes'])
        .orderBy('day')
        .orderBy('site')
        .orderBy('country')
        .execute(),
    );
  const row = (more: object) => ({
    day: '2026-05-04',
    site: 'shop.example',
    country: 'DE',
    views: 0,
    clicks: 0,
    reads: 0,
    writes: 0,
    ...more,
  });

  test('adds up the counts of several processes that write at once, and writes nothing twice', async () => {
    const processes = Array.from({ length: 6 }, () => processOf());
    for (let round = 0; round < 5; round += 1) {
      for (const [index, one] of processes.entries()) {
        // In a different order in each process, so that a missing lock would lead to a deadlock.
        const sites = ['a.example', 'b.example', 'c.example'];
        for (let turn = 0; turn < 3; turn += 1) add(one, sites[(turn + index) % 3]);
        add(one, 'a.example', 'clicks');
      }
      await Promise.all(processes.map((one) => one.flush()));
    }
    await Promise.all(processes.map((one) => one.flush()));
    expect(await rows()).toEqual([
      row({ site: 'a.example', views: 30, clicks: 30 }),
      row({ site: 'b.example', views: 30 }),
      row({ site: 'c.example', views: 30 }),
    ]);
  });

  test('writes what is added during a flush with the next flush', async () => {
    const log = processOf();
    add(log);
    const first = log.flush();
    add(log);
    await first;
    await log.flush();
    expect(await rows()).toEqual([row({ views: 2 })]);
  });

  test('counts by the day of the account, whichever day it is elsewhere', async () => {
    const zone = (time_zone: string) =>
      inSystem(app.services.db, (trx) =>
        trx.updateTable('accounts').set({ time_zone }).where('id', '=', user.accountId).execute(),
      );
    let at = '';
    const log = processOf({ now: () => Date.parse(at) });
    const counted = async (zoneName: string, ...times: string[]) => {
      await zone(zoneName);
      for (at of times) add(log);
      await log.flush();
    };
    await counted('Asia/Kathmandu', '2026-05-04T18:14:59Z', '2026-05-04T18:15:00Z');
    await counted('America/Los_Angeles', '2026-03-01T07:59:59Z', '2026-03-01T08:00:00Z');
    expect((await rows()).map(({ day }) => day)).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2026-05-04',
      '2026-05-05',
    ]);
  });

  test('drops counts of deleted embeds and invented codes, and writes the others', async () => {
    const gone = await createEmbed(app.services.embeds, user, { kind: 'badge', name: 'Old' });
    const log = processOf();
    log.add('views', { code: gone.code, site: '', country: '', state: '' });
    log.add('views', { code: 'aaaaaaaaaa', site: '', country: '', state: '' });
    add(log);
    await removeEmbed(app.services.embeds, user, gone.id);
    await log.flush();
    expect(await rows()).toEqual([row({ views: 1 })]);
    await removeEmbed(app.services.embeds, user, id);
    expect(await rows()).toEqual([]);
  });

  test('keeps counts while the database is down, and writes them when it is back', async () => {
    let down = true;
    let statements = 0;
    const pool = interceptingPool(app.services.db.pool, async (_text, send) => {
      statements += 1;
      if (down) throw new Error('Connection terminated unexpectedly');
      return send();
    });
    const log = processOf({ pool });
    for (let turn = 0; turn < 3; turn += 1) {
      add(log);
      await log.flush();
    }
    expect(statements).toBeGreaterThan(0);
    expect(await rows()).toEqual([]);
    down = false;
    await log.flush();
    expect(await rows()).toEqual([row({ views: 3 })]);
  });

  test.each([
    ['succeeded', true],
    ['failed', false],
  ])(
    'writes counts once if the confirmation of the commit was lost and the commit %s',
    async (_what, arrives) => {
      let breaks = true;
      const pool = interceptingPool(app.services.db.pool, async (text, send) => {
        if (!breaks || !/^commit/i.test(text)) return send();
        if (arrives) await send();
        throw new Error('Connection terminated unexpectedly');
      });
      const log = processOf({ pool });
      add(log);
      await log.flush();
      // Counts that arrive in the meantime wait for the next flush.
      add(log, 'later.example');
      breaks = false;
      await log.flush();
      expect(await rows()).toEqual([row({ site: 'later.example', views: 1 }), row({ views: 1 })]);
    },
  );

  test('limits the sites per day across all processes, and counts the rest under an empty name', async () => {
    const processes = [processOf(), processOf()];
    add(processes[0] as TrafficBuffer, 'real.example');
    await processes[0]?.flush();
    for (let site = 0; site < maxSiteRowsPerDay; site += 1)
      for (const [index, one] of processes.entries()) add(one, `made-up-${index}-${site}.example`);
    await Promise.all(processes.map((one) => one.flush()));
    add(processes[1] as TrafficBuffer, 'real.example');
    add(processes[1] as TrafficBuffer, 'late.example', 'writes');
    await processes[1]?.flush();
    const found = await rows();
    expect(found).toHaveLength(maxSiteRowsPerDay + 1);
    expect(found.find(({ site }) => site === 'real.example')).toEqual(
      row({ site: 'real.example', views: 2 }),
    );
    expect(found.find(({ site }) => site === '')).toEqual(
      row({ site: '', views: maxSiteRowsPerDay + 1, writes: 1 }),
    );
    expect(found.reduce((sum, { views }) => sum + views, 0)).toBe(2 * maxSiteRowsPerDay + 2);
  });

  test('limits its memory: sites are dropped first, then counts, and the log says how many', async () => {
    const log = processOf({ maxSums: 3 });
    for (let site = 0; site < 10; site += 1) add(log, `site-${site}.example`);
    for (let other = 0; other < 10; other += 1)
      log.add('views', {
        code: `code${String(other).padStart(6, '0')}`,
        site: 'x.example',
        country: 'FR',
        state: '',
      });
    const before = app.logLines.length;
    await log.flush();
    expect(await rows()).toEqual([
      row({ site: '', country: '', views: 7 }),
      ...[0, 1, 2].map((site) => row({ site: `site-${site}.example`, views: 1 })),
    ]);
    // Two of the ten other codes still fit.
    expect(app.logLines.slice(before).map((line) => JSON.parse(line))).toMatchObject([{ lost: 8 }]);
  });

  test('finds the outcome of a transaction; a number from the future counts as aborted', async () => {
    const { db } = app.services;
    expect(await findTransactionOutcome(db, '4000000000')).toBe('aborted');
    const written = await inSystem(db, (trx) => addCounts(trx, []));
    expect(await findTransactionOutcome(db, written)).toBe('committed');
    let aborted = '';
    const breaks = inSystem(db, async (trx) => {
      aborted = await addCounts(trx, []);
      throw new Error('It broke');
    });
    await expect(breaks).rejects.toThrow('It broke');
    expect(await findTransactionOutcome(db, aborted)).toBe('aborted');
  });

  // The embedded database has one process and one session.
  describe.each([mode].filter((one) => one === 'postgres'))('of several processes, %s', () => {
    test('loses only unwritten counts if processes are killed while they write, and writes nothing twice', async () => {
      const databaseUrl = app.services.db.pool.options.connectionString ?? '';
      const lastLines = await Promise.all(
        [7, 8, 9].map((lines) => countUntilKilled({ databaseUrl, code }, lines)),
      );
      const sum = (name: keyof CountProcessOutput) =>
        lastLines.reduce((total, line) => total + line[name], 0);
      const stored = (await rows()).reduce((total, { views }) => total + views, 0);
      expect(sum('written')).toBeGreaterThan(0);
      expect(stored).toBeGreaterThanOrEqual(sum('written'));
      expect(stored).toBeLessThanOrEqual(sum('added'));
      expect(stored % 10).toBe(0);
    });

    test('tries again later if another process holds the lock', async () => {
      const held = Promise.withResolvers<void>();
      const holding = Promise.withResolvers<string>();
      const { db } = app.services;
      const frozen = inSystem(db, async (trx) => {
        holding.resolve(await addCounts(trx, []));
        await held.promise;
      });
      expect(await findTransactionOutcome(db, await holding.promise)).toBe('in-progress');
      const log = processOf();
      add(log);
      await log.flush();
      expect(await rows()).toEqual([]);
      held.resolve();
      await frozen;
      await log.flush();
      expect(await rows()).toEqual([row({ views: 1 })]);
    });
  });
});
