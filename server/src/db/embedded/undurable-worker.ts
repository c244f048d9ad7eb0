/** A worker without the sync hook, for the test that the self-test at start refuses it. */
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { serveEmbedded } from './serve.ts';

await serveEmbedded((folder) => new NodeFS(folder));
