/** One journey through every layer, read as whoever runs the installation reads it: metrics, traces and log. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { Embed } from '@kindling/contract/embeds';
import { errorOrigins } from '@kindling/contract/error-log';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { createLog } from '../lib/log.ts';
import { anyMode } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { connectListings } from '../testing/factories.ts';
import { aPlatformListing, aReview } from '../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { type Monitoring, startMonitoring } from './monitoring.ts';
import { startWorker } from './worker.ts';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

const canary = {
  email: 'canary.person@example.com',
  author: 'Canary Author',
  text: 'Canary words of a review that nobody may find anywhere else',
  secret: 'canary-secret-1aB2cD3eF4gH5iJ6kL7mN8oP9',
  address: '203.0.113.77',
};
const metricsToken = 'pW1c0yqYv3J9mQ7xZk2RtB8nLs5HdF4g';

const spans: ExportedSpan[] = [];
const bodies: string[] = [];
const headers: (string | undefined)[] = [];
let receiver: Server;
let monitoring: Monitoring;
let app: TestApp;
let server: FastifyInstance;
let user: TestUser;
let embed: Embed;
let stopWorker: () => void;

/** An OpenTelemetry collector, as far as it takes traces. */
function openReceiver(): Server {
  return createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    headers.push(request.headers.authorization);
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
}

const attributeOf = ({ attributes }: ExportedSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

async function scrape(): Promise<string> {
  const { body, statusCode } = await server.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  expect(statusCode).toBe(200);
  return body;
}

/** The value of one time series; undefined when there is none. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

beforeAll(async () => {
  receiver = openReceiver();
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const settings = readSettings({
    KINDLING_SECRET: 'a secret of the tests that is long enough',
    KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:1',
    KINDLING_SIMULATOR_SECRET: 'kindling-local-secret',
    KINDLING_DATA: tmpdir(),
    KINDLING_METRICS_PORT: '1',
    KINDLING_METRICS_TOKEN: metricsToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
  });
  monitoring = await startMonitoring(settings, createLog('silent'));
  app = await startTestApp(anyMode);
  server = monitoring.createServer(app.services) ?? expect.fail('no server of metrics');
  stopWorker = await startWorker(app.services);
  const { google } = app.platforms;
  google.listings = [aPlatformListing('1')];
  google.reviews.set('1', [aReview({ text: canary.text, authorName: canary.author })]);
  user = await app.signIn(canary.email);
});
afterAll(async () => {
  stopWorker();
  await server.close();
  await app.close();
  await monitoring.close();
  receiver.close();
});

test('a journey: sign-in, sync, embed, mail, failures', async () => {
  await connectListings(app, user);
  await eventually(async () => {
    expect((await user.call('GET', '/reviews?limit=100')).text).toContain(canary.text);
  });
  const created = (await user.call('POST', '/embeds', { kind: 'widget', name: canary.author })).json as {
    embed: Embed;
  };
  embed = ((await user.call('POST', `/embeds/${created.embed.id}/publish`)).json as { embed: Embed }).embed;
  await app.services.embeds.store.settled();
  for (const url of [`/e/${embed.code}.js?token=${canary.secret}`, `/nothing/${canary.email}`])
    await app.request({ method: 'GET', url, remoteAddress: canary.address });
  const message = {
    idempotencyKey: crypto.randomUUID(),
    message: canary.text,
    page: '/dashboard',
    language: 'en',
  };
  expect((await user.call('POST', '/help/messages', message)).status).toBeLessThan(300);
  app.services.help.queueMail = () =>
    Promise.reject(
      new Error(`nobody mails ${canary.email} about "${canary.text}" at /x?code=${canary.secret}`),
    );
  expect(
    (await user.call('POST', '/help/messages', { ...message, idempotencyKey: crypto.randomUUID() })).status,
  ).toBe(500);
  // No mail server listens.
  await eventually(async () =>
    expect(
      seriesValue(await scrape(), 'kindling_mail_attempts_total{outcome="postponed"}'),
    ).toBeGreaterThanOrEqual(1),
  );
});

test('the metrics tell what happened, by templates and closed words', async () => {
  const text = await scrape();
  const count = (series: string) => seriesValue(text, series) ?? 0;
  const requests = (labels: string) => count(`kindling_http_request_duration_seconds_count{${labels}}`);
  expect(requests('role="web",method="POST",route="/api/v1/embeds/{id}/publish",status="2xx"')).toBe(1);
  expect(requests('role="web",method="POST",route="/api/v1/help/messages",status="5xx"')).toBe(1);
  expect(requests('role="web",method="GET",route="/e/:file",status="2xx"')).toBe(1);
  expect(requests('role="web",method="GET",route="none",status="4xx"')).toBe(1);
  expect(count('kindling_sync_attempts_total{connector="google",outcome="succeeded"}')).toBe(1);
  expect(
    count('kindling_jobs_ended_total{job_name="sync.listing",outcome="completed"}'),
  ).toBeGreaterThanOrEqual(1);
  expect(count('kindling_job_duration_seconds_count{job_name="sync.listing"}')).toBeGreaterThanOrEqual(1);
  expect(count('kindling_embed_reads_total{from="memory"}')).toBe(1);
  // Each series is there before its first error, which is a change then.
  for (const origin of errorOrigins)
    expect
      .soft(seriesValue(text, `kindling_error_events_total{origin="${origin}"}`), origin)
      .not.toBeUndefined();
  expect(count('kindling_embed_render_seconds_count')).toBeGreaterThanOrEqual(1);
  await eventually(async () =>
    expect(seriesValue(await scrape(), 'kindling_error_events_total{origin="server"}')).toBe(1),
  );
  expect(
    count('kindling_database_transaction_seconds_count{scope="tenant",outcome="committed"}'),
  ).toBeGreaterThan(5);
  expect(count('kindling_database_up')).toBe(1);
  expect(count('kindling_readings_failed')).toBe(0);
  expect(count('kindling_database_pool_connections')).toBeGreaterThan(0);
  expect(count('kindling_data_folder_size_bytes')).toBeGreaterThan(count('kindling_data_folder_free_bytes'));
  expect(count('kindling_data_folder_free_bytes')).toBeGreaterThan(0);
  expect(seriesValue(text, 'kindling_sync_lag_seconds{state="ok"}')).toBe(0);
  expect(seriesValue(text, 'kindling_queue_waiting{job_name="sync.listing"}')).toBeGreaterThanOrEqual(0);
  expect(
    seriesValue(text, 'kindling_event_delivery_lag_seconds{subscriber="embeds.snapshots"}'),
  ).toBeGreaterThanOrEqual(0);
  expect(count('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(seriesValue(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(seriesValue(text, 'kindling_process_info{roles="web,worker,identity"}')).toBe(1);
});

test('the number of time series does not depend on what clients send', async () => {
  const seriesOf = (text: string) => text.split('\n').filter((line) => /^kindling_http/.test(line)).length;
  const addresses = (round: string) =>
    ['/', '/api/', '/api/v1/', '/e/', '/assets/', '/hooks/', '/i/', '/u/'].flatMap((prefix) => [
      `${prefix}${round}`,
      `${prefix}${round}/${round}.js`,
    ]);
  const send = async (round: string) => {
    for (const url of addresses(round))
      for (const method of ['GET', 'POST', 'PUT'] as const) await app.request({ method, url });
  };
  await send('first');
  const before = seriesOf(await scrape());
  for (const round of ['second', 'third', 'fourth']) await send(`${round}-${crypto.randomUUID()}`);
  expect(seriesOf(await scrape())).toBe(before);
});

test('the trace of a request goes on in the jobs that it enqueued, with their transactions', async () => {
  await eventually(() => {
    const job = spans.find(({ name }) => name === 'mail.deliver');
    const request = spans.find(({ name }) => name === 'POST /api/v1/help/messages');
    expect(job?.traceId).toBe(request?.traceId);
    expect(job?.parentSpanId).toBe(request?.spanId);
    const inJob = spans.filter(
      ({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === job?.spanId,
    );
    expect(inJob.map(({ name }) => name)).toContain('transaction');
  });
  const failed = spans
    .filter(({ name }) => name === 'POST /api/v1/help/messages')
    .map(({ status }) => status);
  expect(failed.map(({ code }) => code ?? 0).toSorted()).toEqual([0, 2]);
  const request = spans.find(({ name }) => name === 'POST /api/v1/help/messages');
  expect(request && attributeOf(request, 'http.route')).toBe('/api/v1/help/messages');
  // What the program does by itself belongs to no request.
  await eventually(() => {
    const own = spans.find(({ name }) => name === 'events.embeds.snapshots');
    expect(own?.parentSpanId ?? '').toBe('');
    expect(own?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });
  expect(headers.every((value) => value === 'Bearer collector')).toBe(true);
});

test('neither log, metrics nor traces hold personal data, texts, secrets or whole addresses', async () => {
  const texts = { log: app.logLines.join(''), metrics: await scrape(), traces: bodies.join('') };
  const forbidden = [
    ...Object.values(canary),
    'canary.person',
    user.token,
    user.token.split('.')[2] ?? '',
    embed.code,
  ];
  for (const [where, text] of Object.entries(texts)) {
    expect(text.length, where).toBeGreaterThan(100);
    for (const word of forbidden) expect(text.includes(word), `${where}: ${word}`).toBe(false);
  }
  // Ids of tenants would be labels without bound.
  expect(texts.metrics).not.toContain(user.accountId);
  const lines = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ leftOut }) => leftOut !== undefined)).toEqual([]);
  const failure = lines.find(({ msg }) => msg === 'A request failed');
  expect(failure).toMatchObject({
    requestId: expect.any(String),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const mail = lines.find(({ msg }) => String(msg).startsWith('A mail could not be sent'));
  expect(mail).toMatchObject({ job: 'mail.deliver', jobId: expect.any(String), traceId: expect.any(String) });
});

test('metrics need the token; health and readiness do not; nothing else is there, and nothing on the public port', async () => {
  for (const authorization of [undefined, 'Bearer wrong', metricsToken, `Basic ${metricsToken}`]) {
    const answer = await server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(answer.body).not.toContain('kindling_');
  }
  const answers = await Promise.all(
    ['/healthz', '/readyz', '/', '/api/v1/me'].map((url) => server.inject(url)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404]);
  expect((await server.inject({ method: 'POST', url: '/metrics' })).statusCode).toBe(404);
  const open = await app.request({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  expect(open.text).not.toContain('kindling_database_up');
});

test('every metric of the dashboard and of the alert rules exists', async () => {
  const names = new Set(
    [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const folder = new URL('../../../docs/monitoring/', import.meta.url);
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const used = new Set(text.match(/\b(?:kindling|process|nodejs)_[a-z0-9_]+\b/g));
    expect(used.size, file).toBeGreaterThan(10);
    expect(
      [...used].filter((name) => !names.has(name)),
      file,
    ).toEqual([]);
  }
});
