import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { preferIndex } from './list-scan.ts';
import { detectableLanguages } from './review-language.ts';

/** The languages of the account's reviews. One look into the index for each language that can be found. */
export async function listLanguages(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  await preferIndex(trx);
  const { rows } = await sql<{ language: string }>`
    select l.language from unnest(${detectableLanguages}::text[]) as l (language)
     where exists (
       select from review_matches r
        where r.facets @> array[review_facet(${accountId}::uuid, 'l:' || l.language)] and r.removed_at is null
          and r.held_at is null)
     order by l.language`.execute(trx);
  return rows.map(({ language }) => language);
}
