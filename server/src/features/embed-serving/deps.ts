import type { Snapshot } from '@kindling/contract/embeds';
import type { ClientScripts } from '@kindling/guest/embed/render/client-script';
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
  /** The built scripts of which an embed's script contains one. */
  clientScripts: ClientScripts;
  log: Log;
}
