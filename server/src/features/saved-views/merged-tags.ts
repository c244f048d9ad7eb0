/** Views that filter by a merged tag filter by the other one from then on. */
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { tagMerged } from '../tags/index.ts';
import { replaceTag } from './queries.ts';

export const mergedTagsSubscriber: SubscriberDefinition = {
  name: 'saved-views.merged-tags',
  events: [tagMerged],
  startsAt: 'now',
};

/** Safe to repeat. */
export async function followMergedTags(
  { db }: { db: Pick<Database, 'pool'> },
  accountId: string,
  events: readonly DomainEvent[],
): Promise<void> {
  for (const event of events) {
    const merged = dataOf(event, tagMerged);
    if (merged !== null)
      await inTenant(db, accountId, (trx) => replaceTag(trx, accountId, event.subjectId, merged.into));
  }
}
