import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { MailDeps } from '../mail/index.ts';
import type { Connectors } from '../reviews/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ExportsDeps {
  db: Database;
  connectors: Connectors;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  mail: MailDeps;
  publicUrl: string;
  brand: { name: string };
}
