/** How the tags of one review change. All sets are sorted, so that equal ones are equal arrays. */
import { maxTagsOfReview } from '@kindling/contract/tags';

export interface TagSets {
  /** All tags of the review. */
  tagIds: readonly string[];
  /** Those of them that a rule gave. */
  ruleTagIds: readonly string[];
  /** Those that a person took away: no rule gives them again. */
  refusedTagIds: readonly string[];
}

/** What a person does. Null when the review would have more tags than allowed. */
export function changeByPerson(
  now: TagSets,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): TagSets | null {
  const taken = now.tagIds.filter((id) => remove.includes(id));
  const tagIds = sorted([...now.tagIds.filter((id) => !remove.includes(id)), ...add]);
  // A review above the limit, from before the limit was lower, may still lose tags.
  if (tagIds.length > maxTagsOfReview && tagIds.length > now.tagIds.length) return null;
  return {
    tagIds,
    ruleTagIds: now.ruleTagIds.filter((id) => tagIds.includes(id) && !remove.includes(id)),
    refusedTagIds: sorted([...now.refusedTagIds, ...taken]).filter((id) => !add.includes(id)),
  };
}

/**
 * What rules say: a review gets the tags of `matching`, except those that a person took away and those beyond the limit, and
 * loses those of `other` that a rule gave. What a person gave stays.
 */
export function changeByRules(
  now: TagSets,
  { matching, other }: { matching: readonly string[]; other: readonly string[] },
): TagSets {
  const lost = now.ruleTagIds.filter((id) => other.includes(id));
  const kept = now.tagIds.filter((id) => !lost.includes(id));
  const room = Math.max(maxTagsOfReview - kept.length, 0);
  const added = matching
    .filter((id) => !now.tagIds.includes(id) && !now.refusedTagIds.includes(id))
    .slice(0, room);
  return {
    tagIds: sorted([...kept, ...added]),
    ruleTagIds: sorted([...now.ruleTagIds.filter((id) => !lost.includes(id)), ...added]),
    refusedTagIds: now.refusedTagIds,
  };
}

/** The end of a tag, with another one in its place where `into` is not null and nobody took that away. */
export function replaceTag(now: TagSets, id: string, into: string | null): TagSets {
  const without = (ids: readonly string[]) => ids.filter((one) => one !== id);
  const rest = {
    tagIds: without(now.tagIds),
    ruleTagIds: without(now.ruleTagIds),
    refusedTagIds: without(now.refusedTagIds),
  };
  if (into === null || !now.tagIds.includes(id) || rest.tagIds.includes(into)) return rest;
  const byRule = now.ruleTagIds.includes(id);
  if (byRule && rest.refusedTagIds.includes(into)) return rest;
  return {
    tagIds: sorted([...rest.tagIds, into]),
    ruleTagIds: byRule ? sorted([...rest.ruleTagIds, into]) : rest.ruleTagIds,
    refusedTagIds: rest.refusedTagIds.filter((one) => one !== into),
  };
}

export function isSameTags(one: TagSets, other: TagSets): boolean {
  const keys = ['tagIds', 'ruleTagIds', 'refusedTagIds'] as const;
  return keys.every((key) => one[key].join() === other[key].join());
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
