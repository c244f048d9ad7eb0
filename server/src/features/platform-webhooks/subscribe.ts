/** Subscribing to webhooks for listings. A refused subscription only delays new reviews, so no owner is notified of it. */
import { z } from 'zod';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { defineJob } from '../../jobs/job.ts';
import { connectorOf, findConnection, findListingRow } from '../connections/index.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { listListingsToSubscribe, recordSubscription, recordSubscriptionAttempt } from './queries.ts';

/** Subscribes to the webhooks of one listing. */
export const subscribeJob = defineJob({
  name: 'platform-webhooks.subscribe',
  payload: z.strictObject({ accountId: z.uuid(), listingId: z.uuid() }),
  retryLimit: 0,
});

type Deps = Pick<
  PlatformWebhooksDeps,
  'db' | 'queue' | 'webhooks' | 'connectors' | 'tokens' | 'rateLimiter' | 'log'
>;

/** Listings of one sweep; the next sweep takes the rest. */
const batchSize = 100;
/** Another program of the owner may have replaced a subscription, so it is renewed after these days. */
const resubscribeDays = { agreedDays: 7, refusedDays: 1 };

/**
 * Enqueues a job for each listing without a current subscription whose platform's webhooks are set up. A listing is
 * subscribed after its first sync, so that the two do not share the rate limit.
 */
export async function enqueueDueSubscriptions(deps: Pick<Deps, 'db' | 'queue' | 'webhooks'>): Promise<void> {
  const platforms = [...deps.webhooks.values()].filter((one) => one.enabled).map((one) => one.platform);
  if (platforms.length === 0) return;
  const due = await inSystem(deps.db, (trx) =>
    listListingsToSubscribe(trx, platforms, { ...resubscribeDays, limit: batchSize }),
  );
  for (const { account_id, id } of due)
    await deps.queue.enqueue(subscribeJob, { accountId: account_id, listingId: id }, { key: id });
}

/** Subscribes one listing; after a refusal or an outage a later sweep tries again. */
export async function subscribeListing(
  deps: Deps,
  { accountId, listingId }: { accountId: string; listingId: string },
  signal: AbortSignal,
): Promise<void> {
  const target = await inTenant(deps.db, accountId, async (trx) => {
    const listing = await findListingRow(trx, accountId, listingId);
    const connection = listing === null ? null : await findConnection(trx, accountId, listing.connection_id);
    const connector = connectorOf(deps.connectors, connection?.connector ?? '');
    if (listing === null || connection?.status !== 'active' || connector === undefined) return null;
    await recordSubscriptionAttempt(trx, accountId, { listingId, connectionId: connection.id });
    return { listing, connector };
  });
  if (target === null) return;
  const { listing, connector } = target;
  const ids = { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    await deps.rateLimiter.acquire(connector.id, 'full', signal);
    await deps.tokens.withTokens(
      connector,
      accountId,
      listing.connection_id,
      (tokens) => connector.subscribe(tokens, ids, { signal }),
      signal,
    );
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    // The next sync gets a permanent failure of the connection too, and shows it to the owner.
    deps.log.info({ listing: listingId, kind: error.kind }, 'A platform refused a webhook subscription');
    if (error.kind === 'retry-after' && error.reach === 'platform')
      await deps.rateLimiter.reportFailure(connector.id, error.retryAfter || undefined);
    return;
  }
  await inTenant(deps.db, accountId, (trx) => recordSubscription(trx, accountId, listingId));
}
