import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { ReviewsDeps } from '../reviews/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface TagsDeps {
  db: Database;
  queue: Pick<Queue, 'enqueue'>;
  connectors: ReviewsDeps['connectors'];
}
