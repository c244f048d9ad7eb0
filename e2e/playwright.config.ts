import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const artifacts = '../artifacts';
const shell = '/usr/bin/chromium-headless-shell';

export default defineConfig({
  testDir: '.',
  outputDir: `${artifacts}/playwright`,
  snapshotPathTemplate: '{testDir}/embed/baselines/{arg}{ext}',
  globalSetup: './support/global-setup.ts',
  // One more than the cores of the CI machines: half of a test is waiting.
  workers: 3,
  retries: 1,
  forbidOnly: true,
  // The limits only stop hanging tests: a busy machine needs many times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: `${artifacts}/playwright.json` }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    actionTimeout: 45_000,
    navigationTimeout: 90_000,
    screenshot: 'only-on-failure',
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || (existsSync(shell) ? shell : '/usr/bin/chromium'),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The page of a test lives for seconds: optimizing its code, and threads for its garbage collector, take longer than they save.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      ],
    },
  },
});
