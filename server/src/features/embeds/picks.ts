/** Reviews that the business chooses by hand for an embed: what the editor shows of them. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { EmbedPick, PickState } from '@kindling/contract/embeds';
import { type Source, sourceSchema } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { EmbedsDeps } from './deps.ts';
import { findMarket, readEmbed } from './present.ts';
import { hiddenNow } from './review-selection.ts';
import { assertLocations } from './setting-checks.ts';
import { unfilterableSourcesIn } from './unfilterable-sources.ts';

type PickedSettings = Pick<EmbedSettings, 'pickedIds' | 'sources' | 'locationIds'>;

/** Characters of a text that are enough to recognize a review by. */
const excerptLength = 200;

/** The picked reviews that the caller may see, in the order of the picks. */
export async function readPicks(
  deps: Pick<EmbedsDeps, 'db'>,
  accountId: string,
  id: string,
  settings: PickedSettings,
): Promise<EmbedPick[]> {
  const unfilterableSources = unfilterableSourcesIn(await findMarket(deps, accountId));
  const rows = await inTenant(deps.db, accountId, async (trx) => {
    await readEmbed(trx, accountId, id);
    await assertLocations(trx, accountId, settings);
    return listPickRows(trx, accountId, settings.pickedIds, unfilterableSources);
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(settings.pickedIds)].flatMap((pickedId) => {
    const row = byId.get(pickedId);
    if (row === undefined) return [];
    return [{ id: pickedId, state: stateOf(row, settings, unfilterableSources), review: presentPick(row) }];
  });
}

type PickRow = Awaited<ReturnType<typeof listPickRows>>[number];

function listPickRows(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
  unfilterableSources: readonly Source[],
) {
  return trx
    .selectFrom('reviews as r')
    .select(['r.id', 'r.source', 'r.location_id', 'r.author_name', 'r.rating', 'r.recommendation'])
    .select(['r.written_at', 'r.removed_at', sql<string | null>`left(r.text, ${excerptLength})`.as('text')])
    .select(hiddenNow({ unfilterableSources }).as('hidden'))
    .where('r.account_id', '=', accountId)
    .where(sql<boolean>`r.id = any (${[...ids]}::uuid[])`)
    .execute();
}

function stateOf(row: PickRow, settings: PickedSettings, unfilterableSources: readonly Source[]): PickState {
  const isOf = (sources: readonly Source[]) => sources.some((source) => source === row.source);
  if (row.removed_at !== null) return 'removed';
  if (settings.sources.length > 0 && !isOf(settings.sources)) return 'other-source';
  if (settings.locationIds.length > 0 && !settings.locationIds.includes(row.location_id))
    return 'other-location';
  if (row.hidden) return 'hidden';
  return isOf(unfilterableSources) ? 'unfilterable' : 'shown';
}

function presentPick(row: PickRow): EmbedPick['review'] {
  return {
    source: sourceSchema.parse(row.source),
    authorName: row.author_name,
    rating: row.rating,
    recommendation:
      row.recommendation === 'positive' || row.recommendation === 'negative' ? row.recommendation : null,
    text: row.text,
    writtenAt: row.written_at.toISOString(),
  };
}
