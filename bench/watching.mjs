// What metrics and traces cost: the built program without them, with metrics, and with metrics and traces (to a collector that
// takes them), under the same load, and how long each takes to start and how much memory it has then.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../service/src/testing/free-port.ts';
import { root } from '../tools/lib/paths.mjs';
import { serverEnvironment, serverFlags } from '../tools/lib/server-options.mjs';
import { abba, median, ratios, referenceNoise } from './lib/abba.mjs';
import { cpuSecondsOf, measureForeignLoad } from './lib/processor-load.mjs';
import { canPin, createHarness, runForOutput } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';

const CONNECTIONS = 16;
const WINDOW_SECONDS = 2;
const BLOCKS = 3;
const STARTS = 3;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const SETTLE_MS = 3_000;
/** The smallest answer, so that a fixed cost per request shows most; and a public page. */
const PATHS = ['/healthz', '/'];

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const collector = await startCollector();
  const variants = {
    metrics: async () => ({ KINDLING_METRICS_PORT: String(await freePort()) }),
    'metrics and traces': async () => ({
      KINDLING_METRICS_PORT: String(await freePort()),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    }),
  };
  const starts = [];
  for (const [what, env] of [['without', async () => ({})], ...Object.entries(variants)])
    starts.push(await measureStarts(what, env));
  const foreign = measureForeignLoad(stage.pids);
  const off = await start({});
  const rows = [];
  const raw = { starts };
  for (const [what, env] of Object.entries(variants)) {
    const on = await start(await env());
    for (const path of PATHS) {
      for (const target of [off, on]) await load(target, path)();
      const result = await abba(BLOCKS, load(off, path), load(on, path));
      raw[`${what} ${path}`] = result.blocks;
      rows.push({
        what: `${what}, ${path}`,
        'requests/s, with / without': ratioText(ratios(result, ({ rate }) => rate)),
        'CPU per request, with / without': ratioText(ratios(result, ({ cpu }) => cpu)),
        'without / without': ratioText(referenceNoise(result, ({ rate }) => rate)),
        'requests/s without': Math.round(median(result.references.map(({ rate }) => rate))),
      });
    }
    await on.stop();
  }
  finish('watching', {
    tables: [
      { title: 'Requests with and without metrics and traces, one run', rows },
      { title: 'Start and memory after it', rows: starts },
    ],
    foreignCores: foreign(),
    notes: [
      `${CONNECTIONS} connections, ${BLOCKS} blocks of 4 windows of ${WINDOW_SECONDS} s${canPin ? ', server and load on a core each' : ', NOT pinned to cores'}; every trace is recorded.`,
    ],
    raw,
  });
}

/** Takes spans and reads nothing of them. */
async function startCollector() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.onClose(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

async function start(env) {
  const port = await freePort();
  const begun = performance.now();
  const { pid, stop } = await stage.start([...serverFlags, join(root, 'dist/server/main.js')], {
    core: SERVER_CORE,
    env: {
      ...serverEnvironment,
      PORT: String(port),
      IDENTITY_PORT: String(await freePort()),
      KINDLING_DATA: stage.folder(),
      // Nothing listens there; nobody gets mail.
      KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
    },
    isReady: (line) => line.includes('is ready:'),
  });
  return { url: `http://127.0.0.1:${port}`, pid, stop, seconds: (performance.now() - begun) / 1000 };
}

async function measureStarts(what, env) {
  const seconds = [];
  const memory = [];
  for (let count = 0; count < STARTS; count += 1) {
    const program = await start(await env());
    await wait(SETTLE_MS);
    seconds.push(program.seconds);
    memory.push(residentMb(program.pid));
    await program.stop();
  }
  return { what, 'start, s': median(seconds).toFixed(2), 'memory, MB': median(memory).toFixed(0) };
}

function residentMb(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function load({ url, pid }, path) {
  return async () => {
    const before = cpuSecondsOf(pid);
    const flags = ['--json', '--no-progress', '-c', String(CONNECTIONS), '-d', String(WINDOW_SECONDS)];
    const text = await runForOutput(
      [process.execPath, join(root, 'node_modules/autocannon/autocannon.js'), ...flags, `${url}${path}`],
      { core: LOAD_CORE, limitMs: (WINDOW_SECONDS + 20) * 1000 },
    );
    const result = JSON.parse(text);
    if (result.errors > 0 || result.non2xx > 0) throw new Error(`${path} gave other answers than 2xx.`);
    return { rate: result['2xx'] / result.duration, cpu: (cpuSecondsOf(pid) - before) / result['2xx'] };
  };
}
