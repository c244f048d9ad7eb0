// `npm start`: everything from a fresh clone to a running program. The rest is imported only after the bootstrap,
// because an old Node could not parse it.
import { bootstrap } from './bootstrap.mjs';

if (await bootstrap()) {
  const { start } = await import('./lib/start-program.mjs');
  await start(process.argv.slice(2));
}
