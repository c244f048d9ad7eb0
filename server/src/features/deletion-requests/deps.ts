import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface DeletionRequestsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  /** Key of the HMAC that is stored in place of a person's id at the platform. */
  personHashKey: Buffer;
  /** Deletes a connection and all content that came from it; a missing one counts as done. */
  eraseConnection: (accountId: string, connectionId: string, signal?: AbortSignal) => Promise<void>;
}
