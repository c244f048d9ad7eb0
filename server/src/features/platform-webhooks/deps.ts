import type { Platform } from '@kindling/contract/platforms';
import type { PlatformWebhooks } from '../../connectors/kit/webhooks.ts';
import type { DeletionRequestsDeps } from '../deletion-requests/index.ts';
import type { SyncDeps } from '../sync/index.ts';

/** What the slice works with; module.ts builds it. */
export interface PlatformWebhooksDeps
  extends Pick<SyncDeps, 'db' | 'connectors' | 'tokens' | 'rateLimiter' | 'queue' | 'log'> {
  webhooks: ReadonlyMap<Platform, PlatformWebhooks>;
  deletionRequests: DeletionRequestsDeps;
  publicUrl: string;
}
