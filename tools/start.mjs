// `npm start`: everything from a fresh clone to a running program. What follows the bootstrap is imported only
// after it, because an old Node could not even read it.
import { bootstrap } from './bootstrap.mjs';

if (await bootstrap()) {
  const { start } = await import('./lib/start-program.mjs');
  await start(process.argv.slice(2));
}
