import { type EmbedKind, embedKinds, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { type Embed, type ListedEmbed, snapshotSchema } from '@kindling/contract/embeds';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import { withoutLocationLimit } from '../../lib/caller-scope.ts';
import { presentTakedown } from '../pipelines/index.ts';
import { getMarket } from '../reviews/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { type EmbedRow, type EmbedSummaryRow, findEmbed } from './queries.ts';
import { snippets } from './snippets.ts';
import { unfilterableSourcesIn } from './unfilterable-sources.ts';

/** @throws AppError `not-found` */
export async function readEmbed(trx: Transaction<DB>, accountId: string, id: string): Promise<EmbedRow> {
  const row = await findEmbed(trx, accountId, id);
  if (row === null) throw notFound();
  return row;
}

/** The law that applies to the account, by all its locations whoever asks: see `getMarket`. */
export function findMarket({ db }: Pick<EmbedsDeps, 'db'>, accountId: string): Promise<string> {
  return withoutLocationLimit(() => inTenant(db, accountId, (trx) => getMarket(trx, accountId)));
}

/** The fields of a list, which need no snapshot. */
export function presentListed(row: EmbedSummaryRow, market: string): Omit<ListedEmbed, 'views30'> {
  const settings = embedSettingsSchema.parse(row.draft);
  const published = row.published === null ? null : embedSettingsSchema.parse(row.published);
  return {
    id: row.id,
    code: row.code,
    kind: kindOf(row),
    name: row.name,
    settings,
    unfilterableSources: [...unfilterableSourcesIn(market)],
    publishedAt: row.published_at?.toISOString() ?? null,
    published,
    takenDown: presentTakedown(row),
    changed: published === null || JSON.stringify(published) !== JSON.stringify(settings),
    createdAt: row.created_at.toISOString(),
  };
}

/** Call outside the transaction: measuring the height takes time, and the embedded database has only one session. */
export async function presentEmbed(
  deps: Pick<EmbedsDeps, 'db' | 'store' | 'publicUrl'>,
  accountId: string,
  row: EmbedRow,
): Promise<Embed> {
  const listed = presentListed(row, await findMarket(deps, accountId));
  if (row.snapshot === null || row.hash === null) return { ...listed, reserve: null, snippets: null };
  const snapshot = snapshotSchema.parse(row.snapshot);
  const reserve = await deps.store.reserve(snapshot, row.hash);
  return { ...listed, reserve, snippets: snippets(deps.publicUrl, { name: row.name, snapshot, reserve }) };
}

export function kindOf(row: EmbedSummaryRow): EmbedKind {
  return embedKinds.find((kind) => kind === row.kind) ?? 'widget';
}
