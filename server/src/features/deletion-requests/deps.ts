import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { closeConnections } from '../connections/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface DeletionRequestsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  /** Key of the HMAC that is stored in place of a person's id at the platform. */
  personHashKey: Buffer;
  closeConnections: typeof closeConnections;
  /** Deletes a connection that is due, and all content that came from it; any other one counts as done. */
  eraseConnection: (accountId: string, connectionId: string, signal?: AbortSignal) => Promise<void>;
}
