/** Settings of embeds name tags and reviews by their ids; these follow when one takes the place of another. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type IdList = 'tagIds' | 'excludeTagIds' | 'pickedIds';

/** Lets drafts and published settings name the other id of each pair in `replaced`. Safe to repeat. */
export async function replaceIds(
  trx: Transaction<DB>,
  accountId: string,
  lists: readonly IdList[],
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...replaced.keys()];
  const names = (column: 'draft' | 'published') =>
    sql<boolean>`exists (select from unnest(${[...lists]}::text[]) list
                          where jsonb_exists_any(coalesce(${sql.ref(column)} -> list, '[]'), ${ids}::text[]))`;
  const rows = await trx
    .selectFrom('embeds')
    .select(['id', 'draft', 'published'])
    .where('account_id', '=', accountId)
    .where((where) => where.or([names('draft'), names('published')]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const rewrite = (stored: unknown) =>
    JSON.stringify(withReplaced(embedSettingsSchema.parse(stored), lists, replaced));
  for (const row of rows)
    await trx
      .updateTable('embeds')
      .set({ draft: rewrite(row.draft), published: row.published === null ? null : rewrite(row.published) })
      .where('account_id', '=', accountId)
      .where('id', '=', row.id)
      .execute();
}

function withReplaced(
  settings: EmbedSettings,
  lists: readonly IdList[],
  replaced: ReadonlyMap<string, string>,
): EmbedSettings {
  const follow = (ids: readonly string[]) => [...new Set(ids.map((id) => lastOf(id, replaced)))];
  return { ...settings, ...Object.fromEntries(lists.map((list) => [list, follow(settings[list])])) };
}

/** What took the place of the other may have been replaced itself. */
function lastOf(id: string, replaced: ReadonlyMap<string, string>): string {
  let last = id;
  for (let steps = 0; steps < replaced.size; steps += 1) last = replaced.get(last) ?? last;
  return last;
}
