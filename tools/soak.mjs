// `npm run test:soak -- --minutes 30`: the model test of the sync with new random sequences for this long (default:
// 10 minutes), on both databases and over HTTP against the simulators. A failure prints seed and path;
// `--seed 1 --path 2:3` repeats it and shrinks it.
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';

const MODEL = 'server/src/features/sync/model';

if (await bootstrap()) {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? 10);
  if (!(minutes > 0)) {
    console.error('--minutes takes a number above 0.');
    process.exitCode = 1;
  } else process.exitCode = await soak(minutes, values);
}

async function soak(minutes, { seed, path }) {
  // Imported here, because they need the Node version that bootstrap provides.
  const { ensureInstalled } = await import('./setup.mjs');
  const { run } = await import('./lib/run.mjs');
  await ensureInstalled();
  return run('npx', ['vitest', 'run', MODEL], {
    env: {
      ...process.env,
      // A repeated failure runs alone.
      ...(path === undefined ? { KINDLING_SOAK_MINUTES: String(minutes) } : { KINDLING_MODEL_PATH: path }),
      ...(seed === undefined ? {} : { KINDLING_MODEL_SEED: seed }),
    },
  });
}
