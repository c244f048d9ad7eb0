/** What the embeds of an account do when something changes that they may show. */
import { inTenant } from '../../db/transaction.ts';
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import { reviewEdited, reviewLanguageDetected } from '../reviews/index.ts';
import { tagMerged } from '../tags/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { refreshEmbeds } from './publish.ts';
import { replaceTag, showsByTagOrLanguage } from './tag-references.ts';

/** Follows merged tags, then renews the snapshots, unless no embed can show a difference. */
export async function refreshOnEvents(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'plans' | 'store'>,
  accountId: string,
  events: readonly DomainEvent[],
  signal?: AbortSignal,
): Promise<void> {
  for (const event of events) {
    const merged = dataOf(event, tagMerged);
    if (merged !== null)
      await inTenant(deps.db, accountId, (trx) => replaceTag(trx, accountId, event.subjectId, merged.into));
  }
  const relevance = events.map(relevanceOf);
  const isRelevant =
    relevance.includes('always') ||
    (relevance.includes('some-settings') &&
      (await inTenant(deps.db, accountId, (trx) => showsByTagOrLanguage(trx, accountId))));
  if (isRelevant) await refreshEmbeds(deps, accountId, signal);
}

/** Members tag, assign and answer thousands of reviews at once; few of these changes can be seen in an embed. */
function relevanceOf(event: DomainEvent): 'always' | 'some-settings' | 'never' {
  const fields = (dataOf(event, reviewEdited) ?? dataOf(event, reviewLanguageDetected))?.fields;
  if (fields === undefined) return 'always';
  const seen = fields.filter((field) => field !== 'assignee' && field !== 'answered');
  if (seen.length === 0) return 'never';
  return seen.every((field) => field === 'tags' || field === 'language') ? 'some-settings' : 'always';
}
