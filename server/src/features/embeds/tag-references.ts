/** The tags that settings of embeds name: those that exist, and those whose reviews are getting another one. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/**
 * The ids that reviews may have for a tag that settings name: its own, and those of tags that are being merged into it. Without
 * an entry for a tag that does not exist any more.
 */
export type TagReferences = ReadonlyMap<string, readonly string[]>;

export async function loadTagReferences(trx: Transaction<DB>, accountId: string): Promise<TagReferences> {
  const rows = await trx
    .selectFrom('tags')
    .select(['id', 'deleted_at', 'merge_into'])
    .where('account_id', '=', accountId)
    .execute();
  return tagReferencesOf(rows);
}

export function tagReferencesOf(
  rows: readonly { id: string; deleted_at: Date | null; merge_into: string | null }[],
): TagReferences {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lastOf = (id: string): string | null => {
    let row = byId.get(id);
    // A merged tag may have been merged further, each row once.
    for (let steps = 0; row !== undefined && steps < rows.length; steps += 1) {
      if (row.deleted_at === null) return row.id;
      row = byId.get(row.merge_into ?? '');
    }
    return null;
  };
  const idsOf = new Map<string, string[]>();
  const ends = rows.map(({ id }) => ({ id, end: lastOf(id) }));
  for (const { id, end } of ends) {
    if (end === null) continue;
    idsOf.set(
      id,
      ends.filter((other) => other.end === end).map((other) => other.id),
    );
  }
  return idsOf;
}

/** The settings with the ids that reviews have; see `TagReferences`. */
export function withTagsOf(settings: EmbedSettings, tags: TagReferences): EmbedSettings {
  const idsOf = (named: readonly string[]) => [...new Set(named.flatMap((id) => tags.get(id) ?? []))];
  return { ...settings, tagIds: idsOf(settings.tagIds), excludeTagIds: idsOf(settings.excludeTagIds) };
}

/** Whether a published embed of the account depends on tags or languages of reviews. */
export async function showsByTagOrLanguage(trx: Transaction<DB>, accountId: string): Promise<boolean> {
  const lists = ['tagIds', 'excludeTagIds', 'reviewLanguages'];
  const row = await trx
    .selectFrom('embeds')
    .select('id')
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`exists (select from unnest(${lists}::text[]) list
                           where jsonb_array_length(coalesce(published -> list, '[]')) > 0)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
