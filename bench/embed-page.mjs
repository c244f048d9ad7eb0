// Measures how soon twelve reviews are visible on a page, delivered in five ways: as HTML in the page, by our script,
// by our fragment in the page, in our iframe, and by a widget that ships React. The browser simulates a phone's
// processor and network: 4 times slower, 150 ms per request, 1.6 Mbps. First visit, and a second visit a moment later.
import { chromium } from '@playwright/test';
import { abba, median, ratios, referenceNoise } from './lib/abba.mjs';
import { serveEmbedPages } from './lib/embed-pages.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';

// The values of a block vary widely: with three, the median still changed by a tenth from run to run.
const BLOCKS = 7;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER = 4;
const WAIT_MS = 30_000;
/** Subject and reference of each comparison; the goals are those of docs/ARCHITECTURE.md. */
const PAIRS = [
  ['script', 'inline', { cold: 1.45, again: 1.1 }],
  ['fragment', 'inline', { cold: 1.02, again: 1.1 }],
  ['iframe', 'inline', {}],
  ['react', 'inline', {}],
  ['script', 'react', { cold: 0.55 }],
];

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const { ways, close } = await serveEmbedPages();
  stage.onClose(close);
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: FLAGS,
  });
  stage.onClose(() => server.close());
  stage.pids.push(server.process().pid);
  const browser = await chromium.connect(server.wsEndpoint());
  const visits = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  const measure = (way) => async () => {
    const visit = await visitTwice(browser, ways[way]);
    visits[way].push(visit);
    return visit;
  };
  // The browser's first page is slower than all later ones.
  await visitTwice(browser, ways.inline);
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  for (const [subject, reference, goals] of PAIRS) {
    const result = await abba(BLOCKS, measure(reference), measure(subject));
    const of = (when) => ratioText(ratios(result, (visit) => visit[when].visible));
    const goal = (when) => (goals[when] === undefined ? '-' : `at most ${goals[when]}`);
    rows.push({
      'visible: subject / reference': `${subject} / ${reference}`,
      cold: of('cold'),
      'goal cold': goal('cold'),
      'second visit': of('again'),
      'goal second': goal('again'),
      'reference / itself, cold': ratioText(referenceNoise(result, (visit) => visit.cold.visible)),
    });
  }
  finish('page', {
    tables: [
      { title: 'Twelve cards visible, ratios', rows },
      { title: 'Each way, medians', rows: Object.entries(visits).map(([way, all]) => summary(way, all)) },
    ],
    foreignCores: foreign(),
    notes: [
      `Processor ${SLOWER} times slower, 150 ms per request, 1.6 Mbps; ${BLOCKS} blocks of 4 first and 4 second visits each.`,
      'The processes of the browser count as other programs where they outlive this line.',
    ],
    raw: visits,
  });
  if (visits.script.some(({ cold, again }) => cold.shift + again.shift > 0)) {
    console.error('  The script has moved the page.');
    process.exitCode = 1;
  }
}

function summary(way, all) {
  const of = (when, key) => median(all.map((visit) => visit[when][key]));
  return {
    way,
    'visible ms, cold': Math.round(of('cold', 'visible')),
    'second visit': Math.round(of('again', 'visible')),
    'bytes, cold': of('cold', 'bytes'),
    requests: of('cold', 'requests'),
    'second visit: bytes': of('again', 'bytes'),
    'blocked ms, cold': Math.round(of('cold', 'blocked')),
    shift: of('cold', 'shift').toFixed(3),
  };
}

/** With an empty cache, and then again in a new tab. */
async function visitTwice(browser, url) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(watchPage);
  try {
    return { cold: await visit(context, url), again: await visit(context, url) };
  } finally {
    await context.close();
  }
}

async function visit(context, url) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const traffic = { bytes: 0, requests: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) traffic.requests += 1;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'load', timeout: WAIT_MS });
  const seen = await firstCard(page);
  const { begun, shift, blocked } = await page.evaluate(() => ({
    begun: performance.timeOrigin,
    shift: window.watched.shift,
    blocked: window.watched.blocked,
  }));
  await page.close();
  return { visible: seen - begun, shift, blocked, ...traffic };
}

/** When the first card was painted, in milliseconds of the clock: in the page, or in the frame that contains it. */
async function firstCard(page) {
  const inFrames = page
    .frames()
    .map((frame) =>
      frame
        .waitForFunction(() => window.watched?.seen, null, { timeout: WAIT_MS, polling: 50 })
        .then((handle) => handle.jsonValue()),
    );
  const seen = await Promise.any(inFrames);
  // The other frame never has a card; it stops waiting when the page closes.
  for (const other of inFrames) other.catch(() => {});
  return seen;
}

/** Runs in every document before its own scripts: the same work for each way of delivery. */
function watchPage() {
  const watched = { seen: 0, shift: 0, blocked: 0 };
  window.watched = watched;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  const card = () => {
    const inside = document.querySelector('kindling-reviews')?.shadowRoot ?? document;
    return inside.querySelector('article')?.getBoundingClientRect().height > 0;
  };
  const look = () => {
    if (!card()) requestAnimationFrame(look);
    // The frame with the card is painted when the next task starts.
    else
      setTimeout(() => {
        watched.seen = performance.timeOrigin + performance.now();
      }, 0);
  };
  requestAnimationFrame(look);
}
