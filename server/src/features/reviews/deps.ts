import type { ConnectorId } from '@kindling/contract/platforms';
import type { Connector } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { OnConnectionTrouble, PlatformRateLimiter, TokenStore } from '../connections/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ReviewsDeps {
  db: Database;
  connectors: ReadonlyMap<ConnectorId, Connector>;
  tokens: TokenStore;
  rateLimiter: PlatformRateLimiter;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  /** As in the connections slice. Writing fails in the same ways as reading. */
  onConnectionTrouble: OnConnectionTrouble;
  /** Called when a reply changed what embeds show. */
  onReviewsChanged: (accountId: string) => Promise<void>;
}
