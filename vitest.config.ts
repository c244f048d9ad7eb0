import { existsSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
// The global setup imports SQL.
import './tools/lib/source-loader.mjs';
import { SlowestFirstSequencer } from './tools/lib/slowest-first.mjs';

// React's checks for development take half of the time in which it renders, here and in the processes of the tests.
process.env.NODE_ENV = 'production';

const sourceLoader = new URL('./tools/lib/source-loader.mjs', import.meta.url).href;
const postgresCluster = './server/src/testing/database-templates.ts';
const packages = [
  'contract',
  'design',
  'guest',
  'identity',
  'service',
  'simulators',
  'locales',
  'web',
  'react',
];

// In a project of its own, so that `npm run check` runs it: a change of the code can make a document untrue.
const docs = 'tools/check-docs.test.mjs';
const shell = '/usr/bin/chromium-headless-shell';
const components = 'web/src/**/*.browser.test.tsx';

const limits = {
  // The limits only stop hanging tests and measure nothing: a busy machine needs many times as long as an idle one.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  // The default is one second, also inside a test that may take two minutes.
  expect: { poll: { timeout: 60_000 } },
  retry: 0,
} as const;
const shared = {
  ...limits,
  environment: 'node',
  pool: 'forks',
  isolate: false,
  // With more space for new objects, most are garbage before V8 copies them, which takes a tenth of the processor time otherwise.
  execArgv: ['--max-semi-space-size=64', '--import', sourceLoader],
  // Node loads the sources itself: Vite takes twice as long, and keeps no compiled code.
  experimental: { viteModuleRunner: false },
} as const;

export default defineConfig({
  test: {
    // One more than the cores of the CI machines, as in the browser tests: tests that start programs wait for them.
    // Component tests run beside the others, in one browser.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirstSequencer },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          // As the product is started: optimizing the embedded database's WebAssembly takes longer than it saves in a test.
          execArgv: [...shared.execArgv, '--liftoff-only'],
          include: ['server/src/**/*.test.{ts,tsx}'],
          setupFiles: ['./server/src/testing/record-statements.ts'],
          globalSetup: existsSync(postgresCluster) ? [postgresCluster] : [],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'packages',
          include: [...packages.map((name) => `${name}/**/*.test.{ts,tsx}`), 'tools/**/*.test.mjs'],
          exclude: ['**/node_modules/**', components, docs],
        },
      },
      { extends: true, test: { ...shared, name: 'docs', include: [docs] } },
      {
        // The states of screens: loading, failed, empty, retrying.
        extends: './web/vite.config.ts',
        // The JSX of development calls `jsxDEV`, which React's code for production does not have.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...limits,
          name: 'components',
          include: [components],
          // As in the other browser tests; `npm test` prints the tests that passed only when repeated.
          retry: 1,
          // A page waits for half of its time, so two at once take little more time than one.
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Menus and dialogs open without a transition, which each test would wait for.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                executablePath:
                  process.env.CHROMIUM_PATH || (existsSync(shell) ? shell : '/usr/bin/chromium'),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--disable-background-networking',
                  // As in the other browser tests: optimizing code that runs for seconds takes longer than it saves.
                  '--js-flags=--no-opt --no-maglev --single-threaded-gc',
                ],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
          },
        },
      },
    ],
  },
});
