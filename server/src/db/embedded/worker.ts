/** Entry point of the embedded database's thread; bundled as embedded-worker.js beside main.js. */
import { runDatabaseWorker } from './database-worker.ts';

await runDatabaseWorker();
