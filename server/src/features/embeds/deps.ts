import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { FetchPage } from '../../lib/safe-fetch.ts';
import type { Avatars } from './avatars.ts';
import type { PageAnalyzer } from './page-reader.ts';
import type { Brand } from './snapshot.ts';
import type { EmbedStore } from './store.ts';
import type { VisitRecorder } from './visits.ts';

/** What the slice works with; module.ts builds it. */
export interface EmbedsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  publicUrl: string;
  brand: Brand;
  store: EmbedStore;
  visits: VisitRecorder;
  avatars: Avatars;
  /** The built loader (`dist/guest/loader.js`). */
  loaderScript: string;
  /** Fetches pages that people name. */
  fetchPage: FetchPage;
  /** Reads what was fetched. */
  pageReader: PageAnalyzer;
}
