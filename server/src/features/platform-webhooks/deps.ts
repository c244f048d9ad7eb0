import type { Platform } from '@kindling/contract/platforms';
import type { PlatformWebhooks } from '../../connectors/kit/webhooks.ts';
import type { DeletionRequestsDeps } from '../deletion-requests/index.ts';
import type { SyncDeps } from '../sync/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface PlatformWebhooksDeps
  extends Pick<SyncDeps, 'db' | 'connectors' | 'tokens' | 'rateLimiter' | 'queue' | 'log'> {
  webhooks: ReadonlyMap<Platform, PlatformWebhooks>;
  deletionRequests: DeletionRequestsDeps;
  publicUrl: string;
}
