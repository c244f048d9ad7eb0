// Changes of screen in the app: from the click on an entry of the sidebar to the frame with the new screen's heading.
// Every screen was opened once before, so its code and texts are loaded; its figures are cached and refetched in the
// background. The goal is a median of 100 ms.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../service/src/testing/free-port.ts';
import { root } from '../tools/lib/paths.mjs';
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
  await signIn(page, product);
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

/** The built program with its demo account, and the simulators that the demo uses. */
async function startProduct() {
  const stand = async (name) => {
    const { line } = await stage.start([join(root, `dist/simulators/${name}.js`)], {
      env: { PORT: '0', SMTP_PORT: '0' },
      isReady: (text) => text.startsWith('{"ready":true'),
    });
    return JSON.parse(line);
  };
  const [google, facebook, mailbox] = [
    await stand('google'),
    await stand('facebook'),
    await stand('mailbox'),
  ];
  const port = await freePort();
  let demo;
  await stage.start([join(root, 'dist/server/main.js'), '--demo'], {
    env: {
      PORT: String(port),
      IDENTITY_PORT: String(await freePort()),
      KINDLING_DATA: stage.folder(),
      KINDLING_GOOGLE_SIMULATOR_URL: google.url,
      KINDLING_FACEBOOK_SIMULATOR_URL: facebook.url,
      KINDLING_MAILBOX_URL: mailbox.url,
      KINDLING_MAILBOX_SMTP_URL: `smtp://127.0.0.1:${mailbox.smtpPort}`,
    },
    isReady: (line) => {
      demo ??= /sign in as (\S+) with the password (\S+)/.exec(line) ?? undefined;
      return line.startsWith('Kindling is ready: ');
    },
  });
  if (demo === undefined) throw new Error('The program told no demo account.');
  return { url: `http://localhost:${port}`, email: demo[1], password: demo[2] };
}

async function signIn(page, { url, email, password }) {
  await page.goto(`${url}/auth/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
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
