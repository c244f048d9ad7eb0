import type { ConnectorId } from '@kindling/contract/platforms';
import type { Connector } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { PlatformRateLimiter, TokenStore } from '../connections/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ReviewsDeps {
  db: Database;
  connectors: ReadonlyMap<ConnectorId, Connector>;
  tokens: TokenStore;
  rateLimiter: PlatformRateLimiter;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
}
