// `npm test`: all checks and tests in one command. `npm test -- --only lint,types` runs some of them.
import { bootstrap } from './bootstrap.mjs';

if (await bootstrap()) {
  const { test } = await import('./lib/test-program.mjs');
  await test(process.argv.slice(2));
}
