import type { ClientScripts } from '@kindling/guest/embed/render/client-script';
import type { Limits } from '@kindling/service/limits';
import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { FetchPage } from '../../lib/safe-fetch.ts';
import type { KeyedSemaphore, Semaphore } from '../../lib/semaphore.ts';
import type { Plans } from '../billing/index.ts';
import type { EmbedStore } from '../embed-serving/index.ts';
import type { PageAnalyzer } from './page-analyzer.ts';
import type { SiteLookReader } from './site-look/site-look-reader.ts';
import type { Brand } from './snapshot.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface EmbedsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  limits: Limits;
  publicUrl: string;
  brand: Brand;
  plans: Plans;
  store: EmbedStore;
  /** For previews, whose script is that of a published embed. */
  clientScripts: ClientScripts;
  /** Fetches pages whose address an owner entered. */
  fetchPage: FetchPage;
  /** Analyzes a fetched page. */
  pageAnalyzer: PageAnalyzer;
  /** Fetches style sheets of such a page. */
  fetchStyleSheet: FetchPage;
  /** Reads the colors of a fetched page. */
  siteLookReader: SiteLookReader;
  /** Pictures of templates are many renderings: one request of an account at a time, and two of all. */
  previewTurns: { ofAccount: KeyedSemaphore; ofAll: Semaphore };
}
