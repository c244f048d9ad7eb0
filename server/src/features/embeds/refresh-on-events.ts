/** What the embeds of an account do when something changes that they may show. */
import { inTenant } from '../../db/transaction.ts';
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import { reviewEdited, reviewLanguageDetected, reviewMerged } from '../reviews/index.ts';
import { tagMerged } from '../tags/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { refreshEmbeds } from './publish.ts';
import { replaceIds } from './replace-ids.ts';
import { showsByTagOrLanguage } from './tag-references.ts';

/** Follows merged tags and reviews, then renews the snapshots, unless no embed can show a difference. */
export async function refreshOnEvents(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'plans' | 'store'>,
  accountId: string,
  events: readonly DomainEvent[],
  signal?: AbortSignal,
): Promise<void> {
  const [tags, reviews] = [replacedBy(events, tagMerged), replacedBy(events, reviewMerged)];
  if (tags.size + reviews.size > 0)
    await inTenant(deps.db, accountId, async (trx) => {
      await replaceIds(trx, accountId, ['tagIds', 'excludeTagIds'], tags);
      await replaceIds(trx, accountId, ['pickedIds'], reviews);
    });
  const relevance = events.map(relevanceOf);
  const isRelevant =
    relevance.includes('always') ||
    (relevance.includes('some-settings') &&
      (await inTenant(deps.db, accountId, (trx) => showsByTagOrLanguage(trx, accountId))));
  if (isRelevant) await refreshEmbeds(deps, accountId, signal);
}

/** By the id of each merged subject the one that took its place. */
function replacedBy(
  events: readonly DomainEvent[],
  definition: typeof tagMerged | typeof reviewMerged,
): Map<string, string> {
  return new Map(
    events.flatMap((event) => {
      const merged = dataOf(event, definition);
      return merged === null ? [] : [[event.subjectId, merged.into] as const];
    }),
  );
}

/** Members tag, assign and answer thousands of reviews at once; few of these changes can be seen in an embed. */
function relevanceOf(event: DomainEvent): 'always' | 'some-settings' | 'never' {
  const fields = (dataOf(event, reviewEdited) ?? dataOf(event, reviewLanguageDetected))?.fields;
  if (fields === undefined) return 'always';
  const seen = fields.filter((field) => field !== 'assignee' && field !== 'answered');
  if (seen.length === 0) return 'never';
  return seen.every((field) => field === 'tags' || field === 'language') ? 'some-settings' : 'always';
}
