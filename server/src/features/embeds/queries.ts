import type { EmbedKind, EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import type { TakedownReason } from '@kindling/contract/operator-reasons';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface EmbedSummaryRow {
  id: string;
  code: string;
  kind: string;
  name: string;
  draft: unknown;
  published: unknown;
  published_at: Date | null;
  created_at: Date;
  /** Set together, by the operator: see takedown.ts. */
  taken_down_at: Date | null;
  taken_down_reason: string | null;
}

export interface EmbedRow extends EmbedSummaryRow {
  /** The content it shows now; null while it is not published. */
  snapshot: unknown;
  /** Hash of that content: see `snapshotHash`. */
  hash: string | null;
}

function selectSummaries(trx: Transaction<DB>, accountId: string) {
  return trx
    .selectFrom('embeds as e')
    .select([
      'e.id',
      'e.code',
      'e.kind',
      'e.name',
      'e.draft',
      'e.published',
      'e.published_at',
      'e.created_at',
      'e.taken_down_at',
      'e.taken_down_reason',
    ])
    .where('e.account_id', '=', accountId);
}

function selectEmbeds(trx: Transaction<DB>, accountId: string) {
  return selectSummaries(trx, accountId)
    .leftJoin('snapshots as s', (join) =>
      join.onRef('s.account_id', '=', 'e.account_id').onRef('s.embed_id', '=', 'e.id'),
    )
    .select(['s.content as snapshot', 's.hash']);
}

export async function listEmbedRows(
  trx: Transaction<DB>,
  accountId: string,
  kind: string,
): Promise<EmbedSummaryRow[]> {
  return selectSummaries(trx, accountId)
    .where('e.kind', '=', kind)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id')
    .execute();
}

/** The code of the oldest embed that the caller sees; undefined without any. */
export async function findOldestCode(trx: Transaction<DB>, accountId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('embeds')
    .select('code')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.code;
}

/** Codes of all embeds of the account, widgets and badges. */
export async function listEmbedCodes(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const rows = await trx.selectFrom('embeds').select('code').where('account_id', '=', accountId).execute();
  return rows.map((row) => row.code);
}

export async function findEmbed(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<EmbedRow | null> {
  return (await selectEmbeds(trx, accountId).where('e.id', '=', id).executeTakeFirst()) ?? null;
}

/** As `findEmbed`, with a lock: no other transaction changes the embed until this one ends. */
export async function lockEmbed(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<EmbedRow | null> {
  const row = await selectEmbeds(trx, accountId).where('e.id', '=', id).forUpdate('e').executeTakeFirst();
  return row ?? null;
}

/**
 * The next published embeds after `after`, by id, without those that the operator took down. Locked as by `lockEmbed`, so that a snapshot of replaced settings cannot
 * overwrite a newer one.
 */
export async function lockPublished(
  trx: Transaction<DB>,
  accountId: string,
  page: { after: string | null; limit: number },
): Promise<EmbedSummaryRow[]> {
  const { after } = page;
  return selectSummaries(trx, accountId)
    .where('e.published', 'is not', null)
    .where('e.taken_down_at', 'is', null)
    .$if(after !== null, (query) => query.where('e.id', '>', after ?? ''))
    .orderBy('e.id')
    .limit(page.limit)
    .forUpdate('e')
    .execute();
}

export interface EmbedProgress {
  count: number;
  published: number;
  /** The first site of another origin that showed one of the embeds. */
  firstLoad: { site: string; at: Date } | null;
}

/** How many embeds the account has, how many are published, and whether a site shows one. */
export async function getEmbedProgress(trx: Transaction<DB>, accountId: string): Promise<EmbedProgress> {
  const { count, published } = await trx
    .selectFrom('embeds')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`count(published_at)::int`.as('published')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const first = await trx
    .selectFrom('embeds')
    .select(['first_loaded_site as site', 'first_loaded_at as at'])
    .where('account_id', '=', accountId)
    .where('first_loaded_at', 'is not', null)
    .orderBy('first_loaded_at')
    .limit(1)
    .executeTakeFirst();
  const firstLoad = first?.at && first.site !== null ? { site: first.site, at: first.at } : null;
  return { count, published, firstLoad };
}

/** Stores the first site that shows an embed and never overwrites it. Across all tenants: a view knows only the code. */
export async function recordFirstSite(trx: Transaction<DB>, code: string, site: string): Promise<void> {
  await trx
    .updateTable('embeds')
    .set({ first_loaded_at: sql`now()`, first_loaded_site: site })
    .where('code', '=', code)
    .where('first_loaded_at', 'is', null)
    .execute();
}

export async function countEmbeds(trx: Transaction<DB>, accountId: string, kind: EmbedKind): Promise<number> {
  const row = await trx
    .selectFrom('embeds')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertEmbed(
  trx: Transaction<DB>,
  accountId: string,
  embed: { id: string; code: string; kind: string; name: string; draft: EmbedSettings },
): Promise<void> {
  await trx
    .insertInto('embeds')
    .values({
      account_id: accountId,
      id: embed.id,
      code: embed.code,
      kind: embed.kind,
      name: embed.name,
      draft: JSON.stringify(embed.draft),
    })
    .execute();
}

export async function updateDraft(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  change: { name: string; draft: EmbedSettings },
): Promise<boolean> {
  const row = await trx
    .updateTable('embeds')
    .set({ name: change.name, draft: JSON.stringify(change.draft), updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function publishDraft(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('embeds')
    .set({ published: sql`draft`, published_at: sql`now()`, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Reverts `publishDraft` and `saveSnapshot`; the draft stays. Call under `lockEmbed`. */
export async function clearPublished(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('embeds')
    .set({ published: null, published_at: null, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('snapshots').where('account_id', '=', accountId).where('embed_id', '=', id).execute();
}

/** Null undoes it. Call under `lockEmbed`. */
export async function updateTakedown(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  reason: TakedownReason | null,
): Promise<void> {
  await trx
    .updateTable('embeds')
    .set({ taken_down_at: reason === null ? null : sql`now()`, taken_down_reason: reason })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEmbed(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('embeds')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveSnapshot(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
  snapshot: Snapshot,
  hash: string,
): Promise<void> {
  const content = JSON.stringify(snapshot);
  await trx
    .insertInto('snapshots')
    .values({ account_id: accountId, embed_id: embedId, code: snapshot.code, content, hash })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'embed_id']).doUpdateSet({ content, hash, made_at: sql`now()` }),
    )
    .execute();
}

export interface ReviewSum {
  source: string;
  location_id: string;
  rating: number;
  recommendation: string;
  total: number;
  with_text: number;
}

/** The sums of an account, from which the disclosure counts omitted reviews. */
export async function sumReviewDays(trx: Transaction<DB>, accountId: string): Promise<ReviewSum[]> {
  return trx
    .selectFrom('review_days')
    .select([
      'source',
      'location_id',
      'rating',
      'recommendation',
      sql<number>`sum(total)::int`.as('total'),
      sql<number>`sum(with_text)::int`.as('with_text'),
    ])
    .where('account_id', '=', accountId)
    .groupBy(['source', 'location_id', 'rating', 'recommendation'])
    .execute();
}

/** Those of the accounts that have a published embed which still shows reviews. Across all tenants. */
export async function listAccountsShowingReviews(
  trx: Transaction<DB>,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('snapshots')
    .select('account_id')
    .distinct()
    .where(sql<boolean>`account_id = any (${[...accountIds]}::uuid[]) and not content ? 'lapsed'`)
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}
