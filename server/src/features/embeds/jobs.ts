import { z } from 'zod';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { businessEvents } from '../businesses/index.ts';
import { listingEvents } from '../connections/index.ts';
import { accountChanged } from '../identity/index.ts';
import { importEvents } from '../imports/index.ts';
import { reviewEvents } from '../reviews/index.ts';
import { tagEvents } from '../tags/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { findAccountsToLapse } from './lapse.ts';
import { refreshEmbeds } from './publish.ts';

/** Refreshes the published embeds of an account whose plan ended two weeks ago: time passes without an event. */
export const refreshJob = defineJob({
  name: 'embeds.refresh',
  payload: z.strictObject({ accountId: z.uuid() }),
});

/** Refreshes the embeds of accounts whose plan ended two weeks ago, which turns them into plain links. */
export const lapseJob = defineJob({
  name: 'embeds.lapse',
  payload: z.strictObject({}),
  cron: '23 * * * *',
});

/** Renews the snapshots of an account's embeds when something that they show has changed. */
export const snapshotSubscriber: SubscriberDefinition = {
  name: 'embeds.snapshots',
  events: [
    ...reviewEvents,
    ...listingEvents,
    ...businessEvents,
    ...importEvents,
    ...tagEvents,
    accountChanged,
  ],
  startsAt: 'now',
  // A first sync stores pages for minutes, and each renewal renders every embed.
  minIntervalSeconds: 5,
};

export function embedJobs(deps: EmbedsDeps): JobHandler[] {
  return [
    defineJobHandler(refreshJob, ({ accountId }, signal) => refreshEmbeds(deps, accountId, signal)),
    defineJobHandler(lapseJob, () => enqueueLapsed(deps)),
  ];
}

async function enqueueLapsed({ db, queue, plans }: EmbedsDeps): Promise<void> {
  for await (const accountId of findAccountsToLapse({ db, plans }))
    await queue.enqueue(refreshJob, { accountId }, { key: accountId });
}
