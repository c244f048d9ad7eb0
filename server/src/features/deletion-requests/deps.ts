import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';

/** What the slice works with; module.ts builds it. */
export interface DeletionRequestsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  /** Key of the HMAC that is stored in place of a person's id at the platform. */
  personHashKey: Buffer;
  /** Deletes a connection and all content that came from it; a missing one counts as done. */
  eraseConnection: (accountId: string, connectionId: string) => Promise<void>;
}
