/**
 * The metrics of one process, in its own registry. They come from the reports of the program (`measurements.ts`), from the
 * process itself, and from the database. Every label has a closed set of values. The library is loaded only where metrics are
 * configured.
 */
import { statfs } from 'node:fs/promises';
import { errorOrigins } from '@kindling/contract/error-log';
import { type MeasurementListener, onMeasurement } from '@kindling/service/measurements';
import type { Registry } from 'prom-client';
import type { Database } from '../db/client.ts';
import type { GaugeDefinition, GaugeReading } from '../slices/gauge-reading.ts';
import { createGaugeReader } from './gauge-readings.ts';

type Library = typeof import('prom-client');

export interface Metrics {
  /** Adds the gauges of what was built after the metrics. */
  addGauges(sources: GaugeSources): void;
  /** The text that Prometheus reads, and its media type. */
  render(): Promise<{ type: string; text: string }>;
  close(): void;
}

export interface GaugeSources {
  db: Pick<Database, 'pool' | 'health'>;
  readings: readonly GaugeReading[];
  dataFolder: string;
  /** Milliseconds for which what was read from the database is kept; default 15,000. */
  maxAge?: number;
}

export interface MetricsOptions {
  roles: readonly string[];
  /** Names of the jobs and connectors, whose counters begin at zero: a first failure is a change. */
  jobs: readonly string[];
  connectors: readonly string[];
}

const buckets = {
  request: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  job: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
  transaction: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  outgoing: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  render: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
};

/** Reports of the program count from now on, so the servers and the queue are made after it. */
export async function createMetrics(options: MetricsOptions): Promise<Metrics> {
  // A bundle loads static imports at its start.
  const library: Library = await import('prom-client');
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  const info = new library.Gauge({
    name: 'kindling_process_info',
    help: 'Always 1; the label names the roles of the process.',
    labelNames: ['roles'],
    registers: [registry],
  });
  info.set({ roles: options.roles.join(',') }, 1);
  const stopListening = onMeasurement(createListener(library, registry, options));
  return {
    addGauges: (sources) => addGauges(library, registry, sources),
    async render() {
      return { type: registry.contentType, text: await registry.metrics() };
    },
    close: stopListening,
  };
}

function createListener(
  library: Library,
  registry: Registry,
  { jobs, connectors }: MetricsOptions,
): MeasurementListener {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new library.Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    bounds: number[],
  ) => new library.Histogram({ name, help, labelNames, buckets: bounds, registers });

  const requests = histogram(
    'kindling_http_request_duration_seconds',
    'Time from the head of a request to the end of its response, by template of the route; without event streams.',
    ['role', 'method', 'route', 'status'],
    buckets.request,
  );
  const started = counter('kindling_jobs_started_total', 'Jobs that this process began.', ['job_name']);
  const ended = counter(
    'kindling_jobs_ended_total',
    'Attempts of jobs that ended; failed ones are repeated.',
    ['job_name', 'outcome'],
  );
  const jobTimes = histogram(
    'kindling_job_duration_seconds',
    'Time of an attempt of a job.',
    ['job_name'],
    buckets.job,
  );
  const transactions = histogram(
    'kindling_database_transaction_seconds',
    'Time of a transaction, from the wait for a connection to its end.',
    ['scope', 'outcome'],
    buckets.transaction,
  );
  const queryErrors = counter(
    'kindling_database_errors_total',
    'Errors of the database that ended a transaction.',
    ['kind'],
  );
  const outgoing = histogram(
    'kindling_outgoing_request_duration_seconds',
    'Time of a call to a platform or another configured service.',
    ['host', 'outcome'],
    buckets.outgoing,
  );
  const syncs = counter(
    'kindling_sync_attempts_total',
    'Attempts of syncs that ended; postponed ones go on later.',
    ['connector', 'outcome'],
  );
  const embeds = counter('kindling_embed_reads_total', 'Embeds that were read, by where their content was.', [
    'from',
  ]);
  const renders = histogram(
    'kindling_embed_render_seconds',
    'Time in which a version of an embed was measured, rendered and compressed.',
    [],
    buckets.render,
  );
  const mails = counter('kindling_mail_attempts_total', 'Attempts to send a mail, by outcome.', ['outcome']);
  const errors = counter('kindling_error_events_total', 'Errors of the program that were reported.', [
    'origin',
  ]);
  const streams = new library.Gauge({
    name: 'kindling_event_streams_open',
    help: 'Open live views of this process.',
    registers,
  });
  const reportJournalCopy = addJournalAge(library, registry);

  for (const job of jobs) {
    started.inc({ job_name: job }, 0);
    for (const outcome of ['completed', 'failed']) ended.inc({ job_name: job, outcome }, 0);
  }
  for (const connector of connectors)
    for (const outcome of ['succeeded', 'partial', 'failed', 'postponed'])
      syncs.inc({ connector, outcome }, 0);
  for (const kind of ['connection', 'timeout', 'conflict', 'constraint', 'other'])
    queryErrors.inc({ kind }, 0);
  for (const from of ['memory', 'disk', 'database', 'nowhere']) embeds.inc({ from }, 0);
  for (const outcome of ['sent', 'postponed', 'dead']) mails.inc({ outcome }, 0);
  for (const origin of errorOrigins) errors.inc({ origin }, 0);

  return {
    request: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    jobStarted: ({ job }) => started.inc({ job_name: job }),
    jobEnded({ job, outcome, seconds }) {
      ended.inc({ job_name: job, outcome });
      jobTimes.observe({ job_name: job }, seconds);
    },
    transaction: ({ seconds, ...labels }) => transactions.observe(labels, seconds),
    queryFailed: (labels) => queryErrors.inc(labels),
    outgoingCall: ({ seconds, ...labels }) => outgoing.observe(labels, seconds),
    syncEnded: (labels) => syncs.inc(labels),
    embedServed: (labels) => embeds.inc(labels),
    embedRendered: ({ seconds }) => renders.observe(seconds),
    mailAttempted: (labels) => mails.inc(labels),
    errorEvent: (labels) => errors.inc(labels),
    erasureJournalCopied: reportJournalCopy,
    eventStreams: ({ open }) => streams.set(open),
  };
}

/** A gauge without a value in processes that keep no copy of the erasure journal. */
function addJournalAge(
  library: Library,
  registry: Registry,
): NonNullable<MeasurementListener['erasureJournalCopied']> {
  let since: number | null = null;
  new library.Gauge({
    name: 'kindling_erasure_journal_age_seconds',
    help: "Time since this process's copy of the erasure journal was up to date; none where it keeps no copy.",
    registers: [registry],
    collect() {
      if (since === null) this.remove();
      else this.set((performance.now() - since) / 1000);
    },
  });
  return ({ succeeded }) => {
    // A process whose first attempt fails has no copy since then.
    if (succeeded || since === null) since = performance.now();
  };
}

type SetGauge = (value: number | undefined, labels?: Readonly<Record<string, string>>) => void;

function addGauges(library: Library, registry: Registry, sources: GaugeSources): void {
  const { db, readings, dataFolder } = sources;
  const read = createGaugeReader(db, readings, sources.maxAge);
  const gauge = (
    { name, help, labels = [] }: Pick<GaugeDefinition, 'name' | 'help' | 'labels'>,
    collect: (set: SetGauge) => void | Promise<void>,
  ) =>
    new library.Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        // A reset gauge without labels is zero, which would be a value.
        if (labels.length === 0) this.remove();
        await collect((value, given = {}) => {
          if (value !== undefined) this.set(given, value);
        });
      },
    });

  gauge({ name: 'kindling_database_up', help: '1 while the database answers, else 0.' }, async (set) =>
    set((await read()).isUp ? 1 : 0),
  );
  gauge(
    { name: 'kindling_readings_failed', help: 'Readings of gauges that failed while the database answered.' },
    async (set) => set((await read()).failed),
  );
  gauge({ name: 'kindling_database_pool_connections', help: 'Open connections of this process.' }, (set) =>
    set(db.pool.totalCount),
  );
  gauge({ name: 'kindling_database_pool_in_use', help: 'Connections that are in use.' }, (set) =>
    set(db.pool.totalCount - db.pool.idleCount),
  );
  gauge({ name: 'kindling_database_pool_waiting', help: 'Callers that wait for a connection.' }, (set) =>
    set(db.pool.waitingCount),
  );
  gauge(
    { name: 'kindling_data_folder_size_bytes', help: 'Size of the disk with the data folder.' },
    async (set) => set((await diskOf(dataFolder))?.size),
  );
  gauge(
    { name: 'kindling_data_folder_free_bytes', help: 'Free space on the disk with the data folder.' },
    async (set) => set((await diskOf(dataFolder))?.free),
  );
  for (const definition of readings.flatMap(({ gauges }) => gauges))
    gauge(definition, async (set) => {
      const { samples } = await read();
      for (const { name, value, labels } of samples) if (name === definition.name) set(value, labels);
    });
}

/** Bytes; null where there is no such folder, for example beside a database server. */
async function diskOf(folder: string): Promise<{ size: number; free: number } | null> {
  const stats = await statfs(folder).catch(() => null);
  return stats === null ? null : { size: stats.blocks * stats.bsize, free: stats.bavail * stats.bsize };
}
