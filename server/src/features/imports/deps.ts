import type { Limiter } from '@kindling/service/limiter';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import type { WorkbookReader } from './workbook-reader.ts';

/** What the slice works with; module.ts builds it. */
export interface ImportsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  /** Of every platform that hands its owners one. */
  archives: readonly ReviewArchive[];
  /** Bounds how many accounts' files are read at once in this process: each takes memory and time. */
  tableReads: Semaphore;
  /** The same for spreadsheets, of which one is read at once, so that no table waits for them. */
  workbookReads: Semaphore;
  workbooks: WorkbookReader;
  /** Counts workbooks of an account that took long; who has had one waits. */
  workbookLimiter: Limiter;
  /** Counts how often an account has its files read. */
  readLimiter: Limiter;
  /** Told when reviews have appeared or gone. */
  onReviewsChanged: (accountId: string) => Promise<void>;
}
