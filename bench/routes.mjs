// Changes of screen in the app: from the click on an entry of the sidebar to the frame with the new screen's heading.
// Every screen was opened once before, so its code and texts are loaded; its figures are cached and refetched in the
// background. The goal is a median of 100 ms.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../tools/lib/paths.mjs';
import { signInToDemo, startDemo } from './lib/demo.mjs';
import { isReadyJson } from './lib/google-simulator.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const ROUNDS = 12;
const GOAL_MS = 100;
const SCREENS = ['Reviews', 'Connections', 'Widgets', 'Profile', 'Dashboard'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: FLAGS,
  });
  stage.onClose(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await signInToDemo(page, product);
  for (const screen of SCREENS) await openScreen(page, screen);
  const foreign = measureForeignLoad(stage.pids);
  const times = Object.fromEntries(SCREENS.map((screen) => [screen, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const screen of SCREENS) times[screen].push(await openScreen(page, screen));
  const rows = SCREENS.map((screen) => {
    const sorted = times[screen].toSorted((a, b) => a - b);
    const at = (share) => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)])} ms`;
    return { screen, median: at(0.5), slowest: at(1) };
  });
  finish('routes', {
    tables: [{ title: `Change of screen, ${ROUNDS} times each`, rows }],
    foreignCores: foreign(),
    raw: times,
  });
  for (const { screen, median } of rows)
    if (Number.parseInt(median, 10) > GOAL_MS) {
      console.error(`  ${screen}: ${median}, the goal is ${GOAL_MS} ms.`);
      process.exitCode = 1;
    }
}

/** The demo with the simulators that it uses. */
async function startProduct() {
  const { line } = await stage.start([join(root, 'dist/simulators/facebook.js')], {
    env: { PORT: '0' },
    isReady: isReadyJson,
  });
  return startDemo(stage, { KINDLING_FACEBOOK_SIMULATOR_URL: JSON.parse(line).url });
}

/** Milliseconds between the click and the frame that shows the new heading, measured inside the page. */
async function openScreen(page, screen) {
  await page.evaluate((name) => {
    window.shown = new Promise((resolve) => {
      let clicked = 0;
      addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { once: true, capture: true });
      const look = () => {
        const stands = document.querySelector('main h1')?.textContent === name;
        if (clicked > 0 && stands) resolve(performance.now() - clicked);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, screen);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .first()
    .click();
  const took = await page.evaluate(() => window.shown);
  // Background requests of this screen must not delay the next measurement.
  await page.waitForTimeout(200);
  return took;
}
