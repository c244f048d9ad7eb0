// The widget's address of the running product, compared with a plain Node server and nginx that serve the same bytes,
// one core each; also at a fixed rate, and with nginx as a cache in front. Without nginx on the machine its rows are
// left out.
import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../service/src/testing/free-port.ts';
import { root } from '../tools/lib/paths.mjs';
import { abba, median, ratios, referenceNoise } from './lib/abba.mjs';
import { isReadyJson } from './lib/google-simulator.mjs';
import { findNginx, startCache, startStatic } from './lib/nginx.mjs';
import { cpuSecondsOf, measureForeignLoad } from './lib/processor-load.mjs';
import { canPin, createHarness, runForOutput } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';

const CONNECTIONS = 32;
const WINDOW_SECONDS = 2;
const BLOCKS = 3;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const FIXED_RATE = 2000;
/** A p99 below this value is good, however fast nginx is. */
const GOOD_P99_MS = 5;
const program = findNginx();

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const product = await startProduct();
  const { full, short, path } = await prepared(product);
  const { etag } = full.headers;
  const plain = await startPlain({ full: full.headers, short: short.headers, etag }, full.body);
  const subject = { url: `${product.url}${path}`, pid: product.pid };
  const reference = { url: plain.url, pid: plain.pid };
  const nginx = program === null ? null : await startNginxes(full, subject);
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  const raw = {};
  for (const [what, extra, status] of [
    ['200, brotli', {}, '2xx'],
    ['304', { 'if-none-match': etag }, '3xx'],
  ]) {
    const load = (target) => () => measure(target, { 'accept-encoding': 'br', ...extra }, status);
    for (const target of [reference, subject]) await load(target)();
    const result = await abba(BLOCKS, load(reference), load(subject));
    raw[what] = result.blocks;
    rows.push({
      answer: what,
      'requests/s, product / plain': ratioText(ratios(result, (window) => window.rate)),
      'server CPU per request, product / plain': ratioText(ratios(result, (window) => window.cpuPerRequest)),
      'plain / plain': ratioText(referenceNoise(result, (window) => window.rate)),
      'plain req/s': Math.round(median(result.references.map((window) => window.rate))),
      'product req/s': Math.round(median(result.subjects.map((window) => window.rate))),
      'p99 ms, plain | product': p99s(result),
    });
  }
  const tables = [{ title: 'Widget endpoint against a plain Node server, same bytes', rows }];
  if (nginx !== null) tables.push(await againstNginx(nginx, { ...subject, etag }, raw));
  finish('embed', {
    tables,
    foreignCores: foreign(),
    notes: [
      ...(nginx === null ? ['nginx is not on this machine: nothing was compared with it.'] : []),
      `${full.headers['content-length']} bytes brotli, ${CONNECTIONS} connections, ${BLOCKS} blocks of 4 windows of ${WINDOW_SECONDS} s${canPin ? ', server and load on a core each' : ', NOT pinned to cores'}.`,
    ],
    raw,
  });
}

/**
 * nginx with the same bytes from a file, and as a cache in front of the product; each with the path and the ETag to
 * request.
 */
async function startNginxes({ headers, body }, subject) {
  const common = { program, core: SERVER_CORE };
  const file = await startStatic(stage, { ...common, headers, body });
  const { origin, pathname } = new URL(subject.url);
  const cache = await startCache(stage, { ...common, target: origin });
  return { file: await known(file), cache: await known({ ...cache, url: cache.url + pathname }) };
}

/** Uses the ETag of the target's own response; the first response also fills a cache. */
async function known(target) {
  const { headers } = await ask(target.url);
  return { ...target, etag: headers.etag };
}

async function againstNginx({ file, cache }, product, raw) {
  const brotli = { 'accept-encoding': 'br' };
  const rows = [];
  for (const [what, subject, goal, short] of [
    ['product, 200', product, 'at least 0.58', false],
    ['product, 304', product, 'at least 0.48', true],
    ['nginx cache in front, 200', cache, 'at least 0.85', false],
  ]) {
    const load = (target) => () =>
      measure(target, short ? { ...brotli, 'if-none-match': target.etag } : brotli, short ? '3xx' : '2xx');
    for (const target of [file, subject]) await load(target)();
    const result = await abba(BLOCKS, load(file), load(subject));
    raw[`nginx: ${what}`] = result.blocks;
    rows.push({
      what,
      'requests/s, of nginx': ratioText(ratios(result, (window) => window.rate)),
      goal,
      'nginx / nginx': ratioText(referenceNoise(result, (window) => window.rate)),
      'p99 ms, nginx | subject': p99s(result),
    });
  }
  const steady = (target) => () => measure(target, brotli, '2xx', FIXED_RATE);
  const result = await abba(BLOCKS, steady(file), steady(product));
  raw['nginx: fixed rate'] = result.blocks;
  const most = Math.max(2 * median(result.references.map((window) => window.p99)), GOOD_P99_MS);
  rows.push({
    what: `product, ${FIXED_RATE} requests/s`,
    'requests/s, of nginx': ratioText(ratios(result, (window) => window.rate)),
    goal: `p99 at most ${most} ms`,
    'nginx / nginx': ratioText(referenceNoise(result, (window) => window.rate)),
    'p99 ms, nginx | subject': p99s(result),
  });
  return { title: 'Widget endpoint against nginx, same bytes, one core each', rows };
}

function p99s({ references, subjects }) {
  const of = (windows) => median(windows.map((window) => window.p99));
  return `${of(references)} | ${of(subjects)}`;
}

/** The built program on a temporary folder, with the demo's reviews and widgets. */
async function startProduct() {
  const data = stage.folder();
  const [google, facebook] = await Promise.all(
    ['google', 'facebook'].map((name) =>
      stage.start([join(root, `dist/simulators/${name}.js`)], { env: { PORT: '0' }, isReady: isReadyJson }),
    ),
  );
  const port = await freePort();
  const { pid } = await stage.start([join(root, 'dist/server/main.js'), '--demo'], {
    core: SERVER_CORE,
    env: {
      PORT: String(port),
      IDENTITY_PORT: String(await freePort()),
      KINDLING_DATA: data,
      KINDLING_GOOGLE_SIMULATOR_URL: JSON.parse(google.line).url,
      KINDLING_FACEBOOK_SIMULATOR_URL: JSON.parse(facebook.line).url,
      // Nothing listens there; the demo sends no mail.
      KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:9',
    },
    isReady: (line) => line.startsWith('Kindling is ready: '),
  });
  return { url: `http://127.0.0.1:${port}`, pid, data };
}

/** The demo's widget with the most bytes, and how its address answers with and without a known ETag. */
async function prepared({ url, data }) {
  const codes = readdirSync(join(data, 'snapshots')).filter((name) => /^[a-z0-9]{10}\.json$/.test(name));
  const answers = await Promise.all(
    codes.map(async (file) => {
      const path = `/e/${file.slice(0, -'.json'.length)}.js`;
      return { path, full: await ask(`${url}${path}`) };
    }),
  );
  const [largest] = answers.sort((a, b) => b.full.body.length - a.full.body.length);
  if (largest === undefined || largest.full.headers['content-encoding'] !== 'br')
    throw new Error('The demo has no widget that is answered in brotli.');
  const short = await ask(`${url}${largest.path}`, { 'if-none-match': largest.full.headers.etag });
  return { ...largest, short };
}

/** Headers and body as sent over the network; fetch would decompress the body. */
function ask(url, headers = {}) {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _keep, ...rest } = response.headers;
        resolve({ headers: rest, body: Buffer.concat(chunks) });
      });
    });
    call.once('error', reject).end();
  });
}

async function startPlain(answers, body) {
  const file = join(stage.folder(), 'answer.json');
  writeFileSync(file, JSON.stringify({ ...answers, body: body.toString('base64') }));
  const { line, pid } = await stage.start([join(root, 'bench/plain-server.mjs'), file], {
    core: SERVER_CORE,
    isReady: (text) => text.startsWith('ready '),
  });
  return { url: line.slice('ready '.length), pid };
}

/**
 * One window of load by a separate process, as fast as possible or at a fixed rate. Throws when a response is not of
 * the expected kind.
 */
async function measure({ url, pid }, headers, status, rate = null) {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const before = cpuSecondsOf(pid);
  const text = await runForOutput(
    [
      process.execPath,
      join(root, 'node_modules/autocannon/autocannon.js'),
      ...['--json', '--no-progress', '-c', String(CONNECTIONS), '-d', String(WINDOW_SECONDS)],
      ...(rate === null ? [] : ['-R', String(rate)]),
      ...flags,
      url,
    ],
    { core: LOAD_CORE, limitMs: (WINDOW_SECONDS + 20) * 1000 },
  );
  const result = JSON.parse(text);
  const total = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'];
  if (result.errors > 0 || result.timeouts > 0 || total === 0 || result[status] !== total)
    throw new Error(`${url} gave other answers than ${status}: ${JSON.stringify(result.statusCodeStats)}.`);
  return {
    rate: total / result.duration,
    cpuPerRequest: (cpuSecondsOf(pid) - before) / total,
    p99: result.latency.p99,
  };
}
