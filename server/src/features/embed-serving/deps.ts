import type { Snapshot } from '@kindling/contract/embeds';
import type { Log } from '../../lib/log.ts';
import type { VisitRecorder } from '../embed-traffic/index.ts';
import type { EmbedStore } from './store.ts';

/** Dependencies of the slice, composed once in app.ts. */
export interface EmbedServingDeps {
  store: EmbedStore;
  visits: VisitRecorder;
  publicUrl: string;
  brand: Snapshot['brand'];
  /** The built loader (`dist/guest/loader.js`). */
  loaderScript: string;
  log: Log;
}
