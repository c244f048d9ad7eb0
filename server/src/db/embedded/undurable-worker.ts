/** A worker without the sync hook, for the test that the self-test at start refuses it. */
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { runDatabaseWorker } from './database-worker.ts';

await runDatabaseWorker((folder) => new NodeFS(folder));
