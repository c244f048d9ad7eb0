// A soak of the whole program, for an hour unless BENCH_MINUTES says otherwise: what `lib/soak-machines.mjs` starts, under the even load
// of `lib/soak-load.mjs`. It tells how the memory of each process grows, how long jobs and events wait, and what failed, and fails when
// a request, a job or a submission did. It reads the metrics that an operator reads.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../server/src/db/client.ts';
import { inSystem } from '../server/src/db/transaction.ts';
import { insertLoadPages } from '../server/src/testing/load-pages.ts';
import { median, percentile } from './lib/abba.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { startSoakLoad } from './lib/soak-load.mjs';
import { startMachines } from './lib/soak-machines.mjs';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
/** Caches fill and V8 sizes its heap in this share of the time, which the slope leaves out. */
const WARM_UP = 0.5;
const SAMPLE_MS = 15_000;
const PAGES = 60;
/** How long the queues have at the end. */
const DRAIN_LIMIT_MS = 120_000;
const silent = { info() {}, warn() {}, error() {} };

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const machines = await startMachines(stage);
  const foreign = measureForeignLoad(stage.pids);
  const client = new pg.Client({ connectionString: machines.databaseAdminUrl });
  await client.connect();
  stage.onClose(() => client.end());
  const query = async (text, values) => (await client.query(text, values)).rows;
  await makePages(machines.databaseUrl);
  const listings = await query(
    `select id, resource_name as place from listings where platform = 'google' and not paused order by name`,
  );
  const embeds = await query('select code from snapshots order by code');
  const load = await startSoakLoad(stage, machines, {
    pages: PAGES,
    codes: embeds.map(({ code }) => code),
    listings,
    makeDue: (id) => query('update listings set next_sync_at = now() where id = $1', [id]),
  });
  const samples = await takeSamples(machines.processes);
  await load.stop();
  const left = await drain(query, load.totals.reviews);
  await report({ machines, samples, load, left, query, foreignCores: foreign() });
}

async function makePages(url) {
  const db = await openDatabase({ url, log: silent });
  await inSystem(db, (trx) => insertLoadPages(trx, PAGES));
  await db.close();
}

async function takeSamples(processes) {
  const samples = [];
  const began = performance.now();
  while (performance.now() - began < MINUTES * 60_000) {
    await wait(SAMPLE_MS);
    const hours = (performance.now() - began) / 3_600_000;
    samples.push({
      hours,
      readings: await Promise.all(processes.map(({ metricsUrl }) => readMetrics(metricsUrl))),
    });
  }
  return samples;
}

/** The samples of each metric: `{ labels, value }`. */
async function readMetrics(url) {
  const text = await (await fetch(url)).text();
  const metrics = {};
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || name.endsWith('_bucket')) continue;
    metrics[name] ??= [];
    metrics[name].push({ labels, value: Number(value) });
  }
  return metrics;
}

function largest(metrics, name) {
  return Math.max(0, ...(metrics[name] ?? []).map(({ value }) => value));
}

/** Of the samples whose labels contain `part`. */
function sum(metrics, name, part = '') {
  const found = (metrics[name] ?? []).filter(({ labels }) => labels.includes(part));
  return found.reduce((total, { value }) => total + value, 0);
}

/** Waits until every review is synced and no event is due. @returns what is left when the time is over */
async function drain(query, written) {
  const until = performance.now() + DRAIN_LIMIT_MS;
  for (;;) {
    const [left] = await query(
      `select (select count(*)::int from pgboss.job
                where name like 'events.%' and state < 'completed' and start_after <= now()) as jobs,
              (select count(*)::int from event_cursors c join event_streams s using (account_id)
                where c.position < s.last_position) as events,
              (select $1 - count(*)::int from reviews where external_id like '%soak-%') as reviews`,
      [written],
    );
    const isDone = Object.values(left).every((count) => count === 0);
    if (isDone || performance.now() > until) return left;
    await wait(500);
  }
}

/** Megabytes in an hour, by least squares over the samples after the warm-up. */
function slope(samples, read) {
  const points = samples
    .slice(Math.floor(samples.length * WARM_UP))
    .map((sample) => [sample.hours, read(sample)]);
  const meanX = points.reduce((total, [x]) => total + x, 0) / points.length;
  const meanY = points.reduce((total, [, y]) => total + y, 0) / points.length;
  const over = points.reduce((total, [x, y]) => total + (x - meanX) * (y - meanY), 0);
  return over / points.reduce((total, [x]) => total + (x - meanX) ** 2, 0);
}

function memoryRow(name, at, samples) {
  const megabytes = (metric) => (sample) => largest(sample.readings[at], metric) / 2 ** 20;
  const resident = megabytes('process_resident_memory_bytes');
  const heap = megabytes('nodejs_heap_size_used_bytes');
  const middle = (part, read) => median(part.map(read)).toFixed(0);
  const warm = Math.floor(samples.length * WARM_UP);
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return {
    process: name,
    'memory after the warm-up, MB': middle(samples.slice(warm, warm + quarter), resident),
    'at the end, MB': middle(samples.slice(-quarter), resident),
    'slope, MB/h': slope(samples, resident).toFixed(1),
    'heap at the end, MB': middle(samples.slice(-quarter), heap),
    'slope of the heap, MB/h': slope(samples, heap).toFixed(1),
  };
}

async function report({ machines, samples, load, left, query, foreignCores }) {
  const { totals } = load;
  const ages = (metric) =>
    samples.map(({ readings }) => Math.max(...readings.map((one) => largest(one, metric))));
  const ageRow = (what, values) => ({
    what,
    'p50, s': percentile(values, 0.5).toFixed(1),
    'p99, s': percentile(values, 0.99).toFixed(1),
    'most, s': Math.max(...values).toFixed(1),
  });
  const last = samples.at(-1).readings;
  const ofAll = (metric, part) => last.reduce((total, metrics) => total + sum(metrics, metric, part), 0);
  const stored = await query(
    `select text, count(*)::int as times from submissions where text like 'Visit % of the soak%' group by 1`,
  );
  const times = new Map(stored.map((row) => [row.text, row.times]));
  const counts = {
    'submissions acknowledged': totals.acknowledged.length,
    'of them lost': totals.acknowledged.filter((text) => !times.has(text)).length,
    'stored twice': stored.filter((row) => row.times > 1).length,
    'reviews written on the platform': totals.reviews,
    'of them not synced': left.reviews,
    'jobs ended': ofAll('kindling_jobs_ended_total'),
    'attempts of jobs that failed': ofAll('kindling_jobs_ended_total', 'outcome="failed"'),
    'errors reported': ofAll('kindling_error_events_total'),
    'readings of gauges that failed': ofAll('kindling_readings_failed'),
    'jobs and events left': left.jobs + left.events,
  };
  finish('soak', {
    tables: [
      {
        title: `Memory in ${MINUTES} minutes`,
        rows: machines.processes.map(({ name }, at) => memoryRow(name, at, samples)),
      },
      {
        title: 'How long what is due waited',
        rows: [
          ageRow('jobs', ages('kindling_queue_oldest_seconds')),
          ageRow('events', ages('kindling_event_delivery_lag_seconds')),
        ],
      },
      {
        title: 'Answers',
        rows: Object.entries(totals.answers).map(([kind, statuses]) => ({
          kind,
          statuses: Object.entries(statuses)
            .map(([status, count]) => `${status}: ${count}`)
            .join(', '),
        })),
      },
      { title: 'What happened', rows: Object.entries(counts).map(([what, count]) => ({ what, count })) },
    ],
    foreignCores,
    notes: totals.failures.map((failure) => `Failed: ${failure}`),
    raw: { samples: samples.map(({ hours, readings }) => ({ hours, memory: readings.map(memoryOf) })) },
  });
  const mustBeNone = [
    'of them lost',
    'stored twice',
    'attempts of jobs that failed',
    'of them not synced',
    'errors reported',
    'jobs and events left',
  ];
  if (totals.failures.length > 0 || mustBeNone.some((what) => counts[what] > 0)) process.exitCode = 1;
}

function memoryOf(metrics) {
  return {
    resident: largest(metrics, 'process_resident_memory_bytes'),
    heap: largest(metrics, 'nodejs_heap_size_used_bytes'),
  };
}
