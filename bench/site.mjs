// Lighthouse on the prerendered landing page of the built product: phone and desktop, all four categories, median of
// five. Fails below 100 in any of them. Also the cost of the page's script: the largest contentful paint with and
// without it. The reports of the median runs are stored in artifacts/lighthouse/.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { freePort } from '../service/src/testing/free-port.ts';
import { root } from '../tools/lib/paths.mjs';
import { median } from './lib/abba.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const RUNS = 5;
const GOAL = 100;
const LCP = 'largest-contentful-paint';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const BROWSERS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const reports = join(root, 'artifacts/lighthouse');

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const url = await startProduct();
  const chrome = await startBrowser();
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  const raw = {};
  const faults = [];
  for (const [profile, config] of [
    ['phone', undefined],
    ['desktop', desktopConfig],
  ]) {
    const runs = await audit(url, chrome.port, config, CATEGORIES);
    const scores = Object.fromEntries(
      CATEGORIES.map((name) => [name, median(runs.map((run) => scoreOf(run, name)))]),
    );
    saveReport(profile, medianRun(runs));
    raw[profile] = runs.map((run) => summary(run));
    faults.push(...describeLostPoints(profile, runs, scores));
    rows.push({ profile, ...scores, ...paints(runs) });
  }
  const bare = await audit(url, chrome.port, undefined, ['performance'], ['*.js']);
  raw['phone without script'] = bare.map((run) => summary(run));
  const ratio = median(raw.phone.map(({ lcp }) => lcp)) / median(bare.map((run) => figureOf(run, LCP)));
  finish('site', {
    tables: [{ title: `Landing page, Lighthouse, median of ${RUNS}`, rows }],
    foreignCores: foreign(),
    notes: [
      `Largest paint on the phone, with the page's script / without: ${ratio.toFixed(2)}.`,
      'Reports of the median runs: artifacts/lighthouse/.',
    ],
    raw,
  });
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** The built program on a temporary folder, at the address that its pages contain as their own. */
async function startProduct() {
  const port = await freePort();
  await stage.start([join(root, 'dist/server/main.js')], {
    env: {
      PORT: String(port),
      IDENTITY_PORT: String(await freePort()),
      KINDLING_DATA: stage.folder(),
      // Nothing listens there; the pages send no mail.
      KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:9',
    },
    isReady: (line) => line.startsWith('Kindling is ready: '),
  });
  return `http://localhost:${port}/`;
}

async function startBrowser() {
  const chromePath = BROWSERS.find((path) => path && existsSync(path));
  if (chromePath === undefined) throw new Error('There is no Chromium; name it in CHROMIUM_PATH.');
  const chrome = await launch({
    chromePath,
    chromeFlags: FLAGS,
    userDataDir: stage.folder(),
  });
  stage.onClose(() => chrome.kill());
  stage.pids.push(chrome.pid);
  return chrome;
}

async function audit(url, port, config, onlyCategories, blockedUrlPatterns = []) {
  const runs = [];
  // One run more than is counted: the first also warms up the server, which compresses a page at its first request.
  for (let run = 0; run <= RUNS; run += 1) {
    const flags = { port, output: ['html', 'json'], logLevel: 'error', onlyCategories, blockedUrlPatterns };
    const result = await lighthouse(url, flags, config);
    if (result === undefined || result.lhr.runtimeError !== undefined)
      throw new Error(
        `Lighthouse could not judge the page: ${result?.lhr.runtimeError?.message ?? 'no result'}`,
      );
    if (run > 0) runs.push(result);
  }
  return runs;
}

function scoreOf(run, category) {
  return Math.round((run.lhr.categories[category].score ?? 0) * 100);
}

function figureOf(run, id) {
  return run.lhr.audits[id].numericValue;
}

function paints(runs) {
  const of = (id) => median(runs.map((run) => figureOf(run, id)));
  return {
    'LCP ms': Math.round(of(LCP)),
    'blocked ms': Math.round(of('total-blocking-time')),
    shift: of('cumulative-layout-shift').toFixed(3),
  };
}

function summary(run) {
  const scores = Object.fromEntries(
    Object.keys(run.lhr.categories).map((name) => [name, scoreOf(run, name)]),
  );
  return { ...scores, lcp: figureOf(run, LCP), tbt: figureOf(run, 'total-blocking-time') };
}

/** The run whose performance is the median. */
function medianRun(runs) {
  const sorted = [...runs].sort(
    (a, b) => a.lhr.categories.performance.score - b.lhr.categories.performance.score,
  );
  return sorted[Math.floor(sorted.length / 2)];
}

function saveReport(profile, run) {
  mkdirSync(reports, { recursive: true });
  const [html, json] = run.report;
  writeFileSync(join(reports, `landing-${profile}.html`), html);
  writeFileSync(join(reports, `landing-${profile}.json`), json);
}

/** One sentence per category below the goal, with the audits that lost points. */
function describeLostPoints(profile, runs, scores) {
  const { lhr } = medianRun(runs);
  return CATEGORIES.filter((name) => scores[name] < GOAL).map((name) => {
    const audits = lhr.categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
      .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`.trim());
    return `${profile}: ${name} is ${scores[name]}, not ${GOAL}. ${audits.join(', ')}`;
  });
}
