/** Entry of the embedded database's thread; bundled as embedded-worker.js beside main.js. */
import { serveEmbedded } from './serve.ts';

await serveEmbedded();
