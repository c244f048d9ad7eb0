/** A first sync that is interrupted by a stop or a kill signal, with the built program. */
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from './db/client.ts';
import { createTestDatabase, databaseModes, queryAsOwner, silentLog } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import {
  prepareDatabase,
  type RunningProgram,
  setUpPrograms,
  startProgram,
  stopProgram,
} from './testing/programs.ts';
import { runsEverything } from './testing/scope.ts';

const place = 'accounts/7/locations/77';
const many = runsEverything ? 5000 : 600;

const { dataFolder, simulators } = setUpPrograms();

vi.setConfig({ testTimeout: 240_000 });

/** Resolves when the platform has received this many requests for pages of reviews. */
async function untilPages(count: number, started: RunningProgram): Promise<void> {
  await eventually(async () => {
    if (started.child.exitCode !== null) throw new Error(`The program ended: ${started.output()}`);
    expect((await simulators().callsTo('google', '/reviews')).length).toBeGreaterThanOrEqual(count);
  }, 5);
}

/** One location with many reviews, and pages that are slow enough to interrupt the sync. */
async function seedMany(): Promise<void> {
  await simulators().control('google', { action: 'reset' });
  const owner = { sub: '1', email: 'owner@example.com', name: 'Owner', accounts: ['accounts/7'] };
  await simulators().control('google', {
    action: 'seed',
    data: {
      users: [owner],
      accounts: [{ name: 'accounts/7', accountName: 'A' }],
      locations: {},
      reviews: {},
    },
  });
  await simulators().control('google', { action: 'seed', location: place, count: many, title: 'Many' });
  await simulators().control('google', { action: 'latency', match: '/reviews', ms: 15 });
}

interface Found {
  reviews: number;
  different: number;
  runs: { outcome: string; seen: number; added: number; unchanged: number; attempts: number }[];
}

/** The rows of the listing with many reviews. */
async function found(options: { url: string } | { dataFolder: string }): Promise<Found> {
  const db = await openDatabase({ ...options, log: silentLog });
  try {
    const counts = await queryAsOwner<{ reviews: number; different: number }>(
      db,
      `select count(*)::int as reviews, count(distinct external_id)::int as different from reviews where source = 'google'`,
    );
    const runs = await queryAsOwner<Found['runs'][number]>(
      db,
      `select r.outcome, r.seen, r.added, r.unchanged, r.attempts from sync_runs r
       join listings l on l.account_id = r.account_id and l.id = r.listing_id
       where l.platform = 'google' order by r.started_at`,
    );
    return { reviews: 0, different: 0, ...counts.rows[0], runs: runs.rows };
  } finally {
    await db.close();
  }
}

type Stop = [mode: 'embedded' | 'postgres', signal: NodeJS.Signals, code: number | null];
const every: Stop[] = [
  ['embedded', 'SIGKILL', null],
  ['postgres', 'SIGTERM', 0],
  ['embedded', 'SIGTERM', 0],
  ['postgres', 'SIGKILL', null],
];
// A kill leaves more behind than a stop, and more on the database that it ends too.
const stops = every
  .slice(0, runsEverything ? every.length : 1)
  .filter(([mode]) => databaseModes.includes(mode));

describe(`a first sync of ${many} reviews`, () => {
  test.each(stops)(
    'on %s, %s during the sync and a restart: the sync finishes, with each review once',
    async (mode, signal, code) => {
      await seedMany();
      const data = `many-${mode}-${signal}`;
      const server = mode === 'postgres' ? await createTestDatabase('postgres', { empty: true }) : undefined;
      if (server === undefined) await prepareDatabase(data);
      const url = server?.options.url;
      await server?.db.close();
      const env = url === undefined ? {} : { DATABASE_URL: url };
      const where = url === undefined ? { dataFolder: `${dataFolder(data)}/database` } : { url };
      try {
        const first = await startProgram(data, env, ['--demo']);
        await untilPages(6, first);
        first.child.kill(signal);
        expect(await first.exited).toBe(code);
        const halfway = await found(where);
        expect(halfway.reviews).toBeGreaterThan(0);
        expect(halfway.reviews).toBeLessThan(many);
        expect(halfway.runs).toMatchObject([{ outcome: 'running', seen: halfway.reviews }]);
        const second = await startProgram(data, env, ['--demo']);
        await second.ready;
        expect(await stopProgram(second)).toBe(0);
        expect(await found(where)).toEqual({
          reviews: many,
          different: many,
          // Attempts count failures since the last stored page, so resuming adds none.
          runs: [{ outcome: 'succeeded', seen: many, added: many, unchanged: 0, attempts: 1 }],
        });
      } finally {
        await server?.close();
      }
    },
  );
});
