/** Asking the platforms to tell us of news. Without their consent everything works, only later: so nobody is troubled. */
import { z } from 'zod';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { defineJob } from '../../jobs/job.ts';
import { connectorOf, findConnection, findListingRow } from '../connections/index.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { listListingsToSubscribe, recordSubscription, recordSubscriptionAttempt } from './queries.ts';

/** Asks a listing's platform to tell us of its news. */
export const subscribeJob = defineJob({
  name: 'notifications.subscribe',
  payload: z.strictObject({ accountId: z.uuid(), listingId: z.uuid() }),
  retryLimit: 0,
});

type Deps = Pick<PlatformWebhooksDeps, 'db' | 'queue' | 'hints' | 'connectors' | 'tokens' | 'pace' | 'log'>;

/** Listings picked at once; the rest waits for the next time. */
const batchSize = 100;
/** Another program of the owner may have taken the place of ours since. */
const resubscribeDays = { agreedDays: 7, refusedDays: 1 };

/**
 * Puts a small job on the queue for each listing whose platform may tell us here and was not asked yet, or not lately.
 * A listing is asked for after its first sync, which must not share its calls.
 */
export async function enqueueDueSubscriptions(deps: Pick<Deps, 'db' | 'queue' | 'hints'>): Promise<void> {
  const listening = [...deps.hints.values()].filter((one) => one.enabled).map((one) => one.platform);
  if (listening.length === 0) return;
  const due = await inSystem(deps.db, (trx) =>
    listListingsToSubscribe(trx, listening, { ...resubscribeDays, limit: batchSize }),
  );
  for (const { account_id, id } of due)
    await deps.queue.enqueue(subscribeJob, { accountId: account_id, listingId: id }, { key: id });
}

/** Asks for one listing; a platform that refuses or is away is asked again on another day. */
export async function subscribeListing(
  deps: Deps,
  { accountId, listingId }: { accountId: string; listingId: string },
  signal: AbortSignal,
): Promise<void> {
  const asked = await inTenant(deps.db, accountId, async (trx) => {
    const listing = await findListingRow(trx, accountId, listingId);
    const connection = listing === null ? null : await findConnection(trx, accountId, listing.connection_id);
    const connector = connectorOf(deps.connectors, connection?.connector ?? '');
    if (listing === null || connection?.status !== 'active' || connector === undefined) return null;
    await recordSubscriptionAttempt(trx, accountId, { listingId, connectionId: connection.id });
    return { listing, connector };
  });
  if (asked === null) return;
  const { listing, connector } = asked;
  const place = { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    await deps.pace.acquire(connector.id, 'full', signal);
    await deps.tokens.withTokens(
      connector,
      accountId,
      listing.connection_id,
      (tokens) => connector.subscribe(tokens, place, { signal }),
      signal,
    );
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    // What is wrong with the connection itself shows at the next sync, which says so where the owner sees it.
    deps.log.info({ listing: listingId, kind: error.kind }, 'A platform will not tell of news yet');
    if (error.kind === 'retry-after' && error.reach === 'platform')
      await deps.pace.reportFailure(connector.id, error.retryAfter || undefined);
    return;
  }
  await inTenant(deps.db, accountId, (trx) => recordSubscription(trx, accountId, listingId));
}
