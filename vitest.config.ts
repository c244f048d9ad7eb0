import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { textImports } from './tools/lib/text-imports.mjs';

const postgresCluster = './server/src/testing/postgres-cluster.ts';
const packages = ['contract', 'design', 'guest', 'identity', 'service', 'simulators', 'locales', 'web', 'react'];

const shared = {
  environment: 'node',
  pool: 'forks',
  // The limits end what hangs and measure nothing: a busy machine takes many times as long as a quiet one.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  retry: 0,
} as const;

export default defineConfig({
  plugins: [textImports()],
  test: {
    // Two: the database tests each hold a WebAssembly PostgreSQL, and CI machines have two cores.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          include: ['server/src/**/*.test.{ts,tsx}'],
          globalSetup: existsSync(postgresCluster) ? [postgresCluster] : [],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'packages',
          include: [...packages.map((name) => `${name}/**/*.test.{ts,tsx}`), 'tools/**/*.test.mjs'],
        },
      },
    ],
  },
});
