// `npm run test:kill -- --rounds 20`: kills the built program with SIGKILL while visitors send (default: 20 times on each
// database), and counts that every acknowledged submission is there once.
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';

if (await bootstrap()) {
  const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
  const rounds = Number(values.rounds ?? 20);
  if (!(Number.isInteger(rounds) && rounds > 0)) {
    console.error('--rounds takes a whole number above 0.');
    process.exitCode = 1;
  } else process.exitCode = await kill(rounds);
}

async function kill(rounds) {
  // Imported here, because they need the Node version that bootstrap provides.
  const { ensureInstalled } = await import('./setup.mjs');
  const { run } = await import('./lib/run.mjs');
  await ensureInstalled();
  const built = await run('node', ['tools/build.mjs', 'server', 'guest']);
  if (built !== 0) return built;
  return run('npx', ['vitest', 'run', 'server/src/kill-under-load.test.ts'], {
    env: { ...process.env, KINDLING_KILL_ROUNDS: String(rounds) },
  });
}
