// Collecting reviews on the embedded database: a visitor's page at 500 requests a second, 200 submissions a second, what a
// phone loads and when it paints; then the figures of QR codes (codes.mjs). Each beside a calibration of the same run: a
// plain Node server that sends the same bytes, or the same page as static HTML without its script.
import { readdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { openDatabase } from '../server/src/db/client.ts';
import { inSystem } from '../server/src/db/transaction.ts';
import { headersOfVisit, insertLoadPages, loadSlug } from '../server/src/testing/load-pages.ts';
import { freePort } from '../service/src/testing/free-port.ts';
import { root } from '../tools/lib/paths.mjs';
import { abba, median, percentile, ratios, referenceNoise } from './lib/abba.mjs';
import { cpuSecondsOf, measureForeignLoad } from './lib/processor-load.mjs';
import { canPin, createHarness, runForOutput } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';

const PAGES = 60;
const PAGE_RATE = 500;
const SUBMISSION_RATE = 200;
const SUBMISSION_SECONDS = 20;
const WINDOW_SECONDS = 5;
const BLOCKS = 3;
const PAINT_BLOCKS = 7;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const FIRST_VIEW_BYTES = 14 * 1024;
/** A phone of five years ago on a slow network, as in the benchmark of embeds. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER = 4;
/** As browsers send it; the page comes as gzip, its script as brotli. */
const acceptedCodings = 'gzip, deflate, br, zstd';
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const silent = { info() {}, warn() {}, error() {} };

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}
// Its own table and file; each of its figures is processor time of one process.
await import('./codes.mjs');

async function main() {
  const data = stage.folder();
  await fillDatabase(data);
  const product = await startProduct(data);
  const url = `${product.url}/c/${loadSlug(0)}`;
  const page = await ask(url);
  const html = gunzipSync(page.body).toString();
  const scriptPath = /<script src="([^"]+)"/.exec(html)?.[1];
  if (scriptPath === undefined) throw new Error('The page has no script.');
  const script = await ask(product.url + scriptPath);
  const plain = await startPlain(page.headers, page.body);
  const still = await startPlain(
    { ...page.headers, 'content-length': undefined },
    gzipSync(html.replace(/<script[^>]*><\/script>/, ''), { level: 9 }),
  );
  const foreign = measureForeignLoad(stage.pids);
  const pages = await measurePages({ url, pid: product.pid }, plain);
  const submissions = await measureSubmissions(product.url);
  const paint = await measurePaint(url, still.url);
  const foreignCores = foreign();
  await product.stop();
  const stored = await countStored(data);
  const bytes = page.body.length + script.body.length;
  const { acknowledged, refused } = submissions;
  finish('collect', {
    tables: [
      { title: `A visitor's page at ${PAGE_RATE} requests/s, embedded database`, rows: [pages.row] },
      {
        title: `${SUBMISSION_RATE} submissions/s for ${SUBMISSION_SECONDS} s, embedded database`,
        rows: [
          {
            'acknowledged/s': (acknowledged.length / submissions.seconds).toFixed(0),
            acknowledged: acknowledged.length,
            refused,
            'stored once': stored.once,
            lost: acknowledged.length - stored.once,
            'stored twice': stored.twice,
            'p50 ms': percentile(submissions.times, 0.5).toFixed(1),
            'p99 ms': percentile(submissions.times, 0.99).toFixed(1),
            goal: `${SUBMISSION_RATE}/s, none lost`,
          },
        ],
      },
      {
        title: 'What a phone loads at first view',
        rows: [
          {
            'HTML, bytes': page.body.length,
            'script, bytes': script.body.length,
            sum: bytes,
            goal: `at most ${FIRST_VIEW_BYTES}`,
            'goal met': bytes <= FIRST_VIEW_BYTES ? 'yes' : 'NO',
          },
        ],
      },
      { title: 'Largest paint on a phone, page / the same page as static HTML', rows: [paint.row] },
    ],
    foreignCores,
    notes: [
      `${PAGES} accounts; server ${canPin ? 'and load on a core each' : 'and load NOT pinned to cores'}. The phone: processor ${SLOWER} times slower, 150 ms per request, 1.6 Mbps.`,
    ],
    raw: { pages: pages.raw, submissions: submissions.times, paint: paint.raw },
  });
  if (stored.once !== acknowledged.length || stored.twice > 0) process.exitCode = 1;
}

async function fillDatabase(data) {
  const first = await startProduct(data);
  await first.stop();
  const db = await openDatabase({ dataFolder: join(data, 'database'), log: silent });
  await inSystem(db, (trx) => insertLoadPages(trx, PAGES));
  await db.close();
}

async function startProduct(data) {
  const port = await freePort();
  const { pid, stop } = await stage.start([join(root, 'dist/server/main.js')], {
    core: SERVER_CORE,
    env: {
      PORT: String(port),
      IDENTITY_PORT: String(await freePort()),
      KINDLING_DATA: data,
      TRUST_PROXY: '127.0.0.1',
      // Nothing listens there; no mail is sent.
      KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:9',
    },
    isReady: (line) => line.startsWith('Kindling is ready: '),
  });
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}

/** Headers and body as sent over the network; fetch would decompress the body. */
function ask(url, { headers = { 'accept-encoding': acceptedCodings }, body } = {}) {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(url, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _keep, ...rest } = response.headers;
        resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(chunks) });
      });
    });
    call.once('error', reject).end(body);
  });
}

/** A plain server with these bytes. */
async function startPlain(headers, body) {
  const file = join(stage.folder(), 'answer.json');
  const content = { full: headers, short: {}, etag: null, body: body.toString('base64') };
  writeFileSync(file, JSON.stringify(content));
  const { line, pid } = await stage.start([join(root, 'bench/plain-server.mjs'), file], {
    core: SERVER_CORE,
    isReady: (text) => text.startsWith('ready '),
  });
  return { url: line.slice('ready '.length), pid };
}

async function measurePages(subject, reference) {
  for (const target of [reference, subject]) await atFixedRate(target);
  const result = await abba(
    BLOCKS,
    () => atFixedRate(reference),
    () => atFixedRate(subject),
  );
  const middle = (windows, figure) => median(windows.map((window) => window[figure]));
  const mine = middle(result.subjects, 'p99');
  return {
    raw: result.blocks,
    row: {
      'requests/s': Math.round(median(result.subjects.map((window) => window.rate))),
      'p50 ms': middle(result.subjects, 'p50').toFixed(1),
      'p99 ms': mine.toFixed(1),
      'p99 ms of a plain server': middle(result.references, 'p99').toFixed(1),
      'goal ms': 10,
      'goal met': mine < 10 ? 'yes' : 'NO',
      'server CPU per request, product / plain': ratioText(ratios(result, (window) => window.cpuPerRequest)),
      'plain / plain': ratioText(referenceNoise(result, (window) => window.cpuPerRequest)),
    },
  };
}

async function atFixedRate({ url, pid }) {
  const before = cpuSecondsOf(pid);
  const load = {
    url,
    rate: PAGE_RATE,
    seconds: WINDOW_SECONDS,
    headers: { 'accept-encoding': acceptedCodings, accept: 'text/html' },
  };
  const text = await runForOutput(
    [process.execPath, join(root, 'bench/lib/paced-load.mjs'), JSON.stringify(load)],
    { core: LOAD_CORE, limitMs: (WINDOW_SECONDS + 20) * 1000 },
  );
  const { sent, seconds, statuses, times } = JSON.parse(text);
  if (statuses[200] !== sent)
    throw new Error(`${url} gave other answers than 200: ${JSON.stringify(statuses)}.`);
  return {
    rate: sent / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuPerRequest: (cpuSecondsOf(pid) - before) / sent,
  };
}

/** Sends a review every 5 ms, whether the last one was answered or not. */
async function measureSubmissions(url) {
  const tokens = await Promise.all(
    Array.from({ length: PAGES }, async (_, index) => {
      const { body } = await ask(`${url}/c/${loadSlug(index)}`, { headers: headersOfVisit() });
      return JSON.parse(body).token;
    }),
  );
  // What is sent within a second of its page is held.
  await wait(1_200);
  const acknowledged = [];
  const times = [];
  let refused = 0;
  const running = [];
  const begun = performance.now();
  const total = SUBMISSION_RATE * SUBMISSION_SECONDS;
  for (let number = 0; number < total; number += 1) {
    await wait(Math.max(0, begun + (number * 1000) / SUBMISSION_RATE - performance.now()));
    running.push(send(number));
  }
  await Promise.all(running);
  return { acknowledged, times, refused, seconds: (performance.now() - begun) / 1000 };

  async function send(number) {
    const page = number % PAGES;
    const fields = {
      step: 'review',
      rating: String(1 + (number % 5)),
      key: `visit-of-the-bench-${String(number).padStart(6, '0')}`,
      text: `Visit ${number}, in words of its own`,
      token: tokens[page],
    };
    const headers = { ...headersOfVisit(), 'content-type': 'application/x-www-form-urlencoded' };
    const sent = performance.now();
    const body = new URLSearchParams(fields).toString();
    const answer = await ask(`${url}/c/${loadSlug(page)}`, { headers, body });
    times.push(performance.now() - sent);
    if (answer.status === 200 && JSON.parse(answer.body).stored === true) acknowledged.push(fields.text);
    else refused += 1;
  }
}

/** Submissions with their review, and those with more than one; the entries that waited in files are stored first. */
async function countStored(data) {
  const again = await startProduct(data);
  const folder = join(data, 'submissions');
  while (readdirSync(folder).length > 0) await wait(100);
  await again.stop();
  const db = await openDatabase({ dataFolder: join(data, 'database'), log: silent });
  const { rows } = await inSystem(db, (trx) =>
    trx
      .selectFrom('submissions as s')
      .innerJoin('reviews as r', (join) =>
        join
          .onRef('r.account_id', '=', 's.account_id')
          .onRef('r.id', '=', 's.id')
          .onRef('r.text', '=', 's.text'),
      )
      .select(['s.text', (eb) => eb.fn.countAll().as('times')])
      .groupBy('s.text')
      .execute()
      .then((found) => ({ rows: found })),
  );
  await db.close();
  const twice = rows.filter(({ times }) => Number(times) > 1).length;
  return { once: rows.length - twice, twice };
}

async function measurePaint(subject, reference) {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  stage.onClose(() => server.close());
  stage.pids.push(server.process().pid);
  const browser = await chromium.connect(server.wsEndpoint());
  await paintOf(browser, subject);
  const result = await abba(
    PAINT_BLOCKS,
    () => paintOf(browser, reference),
    () => paintOf(browser, subject),
  );
  await server.close();
  const ratio = ratios(result);
  return {
    raw: result.blocks,
    row: {
      ratio: ratioText(ratio),
      goal: 'at most 1.1',
      'goal met': ratio.median <= 1.1 ? 'yes' : 'NO',
      'page ms': Math.round(median(result.subjects)),
      'static ms': Math.round(median(result.references)),
      'static / static': ratioText(referenceNoise(result)),
    },
  };
}

async function paintOf(browser, url) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'load' });
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await context.close();
  return paint;
}
