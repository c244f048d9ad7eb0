import type { Limiter } from '@kindling/service/limiter';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import type { WorkbookReader } from './workbook-reader.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ImportsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  /** The archive formats of all platforms that let owners download one. */
  archives: readonly ReviewArchive[];
  /** Limits how many accounts' files this process reads at once, because each takes memory and time. */
  tableReads: Semaphore;
  /** The same for spreadsheets, one at a time, so that tables do not wait for them. */
  workbookReads: Semaphore;
  workbooks: WorkbookReader;
  /** Limits how often an account may upload workbooks that exhaust the reader. */
  workbookLimiter: Limiter;
  /** Limits how often an account may have its files read. */
  readLimiter: Limiter;
}
