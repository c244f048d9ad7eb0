import type { Platform } from '@kindling/contract/platforms';
import type { PlatformWebhooks } from '../../connectors/kit/webhooks.ts';
import type { SyncDeps } from '../sync/index.ts';

/** What the slice works with; module.ts builds it. */
export interface PlatformWebhooksDeps
  extends Pick<SyncDeps, 'db' | 'connectors' | 'tokens' | 'pace' | 'queue' | 'log' | 'onConnectionTrouble'> {
  hints: ReadonlyMap<Platform, PlatformWebhooks>;
  /** Keys the hashes under which requests of persons are known again. */
  personHashKey: Buffer;
  publicUrl: string;
  /** Deletes a connection and all that came from it, at once; one that is gone counts as done. */
  eraseConnection: (accountId: string, connectionId: string) => Promise<void>;
}
