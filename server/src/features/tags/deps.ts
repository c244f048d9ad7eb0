import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { KeyedSemaphore } from '../../lib/semaphore.ts';
import type { ReviewsDeps } from '../reviews/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface TagsDeps {
  db: Database;
  queue: Pick<Queue, 'enqueue'>;
  /** An account previews one rule at a time. */
  previews: KeyedSemaphore;
  connectors: ReviewsDeps['connectors'];
}
