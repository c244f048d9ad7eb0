import {
  type EmbedKind,
  type EmbedLayout,
  type EmbedSettings,
  embedKinds,
  embedSettingsSchema,
  layoutsOf,
} from '@kindling/contract/embed-settings';
import { type Embed, type ListedEmbed, type Snapshot, snapshotSchema } from '@kindling/contract/embeds';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { listBusinesses } from '../businesses/index.ts';
import { audit } from '../identity/index.ts';
import { loadSnapshotContext, type SnapshotContext } from './account-facts.ts';
import { getAccountPolicy } from './content-queries.ts';
import type { EmbedsDeps } from './deps.ts';
import { makeLapsedSnapshot } from './lapse.ts';
import {
  clearPublished,
  deleteEmbed,
  type EmbedRow,
  type EmbedSummaryRow,
  findEmbed,
  insertEmbed,
  listEmbedRows,
  lockEmbed,
  lockPublished,
  publishDraft,
  saveSnapshot,
  updateDraft,
} from './queries.ts';
import { unfilterableSourcesIn } from './rating-rule.ts';
import { assertNoPublicSuffixWildcard } from './site-names.ts';
import { makeSnapshot, makeSnapshotFrom, snapshotHash } from './snapshot.ts';
import { snippets } from './snippets.ts';
import { sumRecentViews } from './traffic.ts';

export async function listEmbeds(deps: EmbedsDeps, accountId: string, kind: string): Promise<ListedEmbed[]> {
  return inTenant(deps.db, accountId, async (trx) => {
    const { market } = await getAccountPolicy(trx, accountId);
    const rows = await listEmbedRows(trx, accountId, kind);
    const ids = rows.map((row) => row.id);
    const views = await sumRecentViews(trx, accountId, ids);
    return rows.map((row) => ({ ...presentListed(row, market), views30: views.get(row.id) ?? 0 }));
  });
}

export async function getEmbed(deps: EmbedsDeps, accountId: string, id: string): Promise<Embed> {
  return present(deps, await inTenant(deps.db, accountId, (trx) => readStored(trx, accountId, id)));
}

/** What a new one looks like until its owner has chosen. */
const defaultLayout: Record<EmbedKind, EmbedLayout> = { widget: 'list', badge: 'badge-card' };

export async function createEmbed(
  deps: EmbedsDeps,
  user: SignedInUser,
  request: {
    kind: EmbedKind;
    name: string;
    settings?: EmbedSettings | undefined;
    language?: EmbedSettings['language'] | undefined;
  },
): Promise<Embed> {
  const created = await inTenant(deps.db, user.accountId, async (trx) => {
    const id = newId();
    const { kind, name, settings, language } = request;
    const draft = settings ?? embedSettingsSchema.parse({ layout: defaultLayout[kind], language });
    assertLayoutFitsKind(kind, draft);
    assertNoPublicSuffixWildcard(draft);
    await assertOwnLocations(trx, user.accountId, draft);
    await insertEmbed(trx, user.accountId, { id, code: newPublicCode(), kind, name, draft });
    await audit(trx, { accountId: user.accountId, userId: user.userId, action: 'embed.created', target: id });
    return readStored(trx, user.accountId, id);
  });
  return present(deps, created);
}

export async function saveEmbed(
  deps: EmbedsDeps,
  accountId: string,
  id: string,
  change: { name: string; settings: EmbedSettings },
): Promise<Embed> {
  const saved = await inTenant(deps.db, accountId, async (trx) => {
    const row = await findEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    assertLayoutFitsKind(kindOf(row), change.settings);
    assertNoPublicSuffixWildcard(change.settings);
    await assertOwnLocations(trx, accountId, change.settings);
    if (!(await updateDraft(trx, accountId, id, { name: change.name, draft: change.settings })))
      throw notFound();
    return readStored(trx, accountId, id);
  });
  return present(deps, saved);
}

/** Publishes the draft with a fresh snapshot in one transaction, then shows it: the public addresses follow at once. */
export async function publishEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<Embed> {
  const { accountId } = user;
  const { stored, snapshot } = await inTenant(deps.db, accountId, async (trx) => {
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    await publishDraft(trx, accountId, id);
    const made = await writeSnapshot(
      deps,
      trx,
      accountId,
      { ...row, published: row.draft },
      await loadSnapshotContext(trx, accountId),
    );
    await audit(trx, { accountId, userId: user.userId, action: 'embed.published', target: id });
    return { stored: await readStored(trx, accountId, id), snapshot: made };
  });
  deps.store.put(snapshot, snapshotHash(snapshot));
  return present(deps, stored);
}

/**
 * Takes it off the air and keeps it: the public addresses answer as for what was deleted, until it is published again
 * under the same code. What is offline already stays so: who asks twice has what was asked for.
 */
export async function unpublishEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<Embed> {
  const { accountId } = user;
  const stored = await inTenant(deps.db, accountId, async (trx) => {
    // A refresh under way ends first, and one that waits for us no longer finds it among the published.
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    if (row.published !== null) {
      await clearPublished(trx, accountId, id);
      await audit(trx, { accountId, userId: user.userId, action: 'embed.unpublished', target: id });
    }
    return readStored(trx, accountId, id);
  });
  deps.store.drop(stored.row.code);
  return present(deps, stored);
}

export async function removeEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<void> {
  const { accountId } = user;
  const code = await inTenant(deps.db, accountId, async (trx) => {
    const row = await findEmbed(trx, accountId, id);
    if (row === null || !(await deleteEmbed(trx, accountId, id))) throw notFound();
    await audit(trx, { accountId, userId: user.userId, action: 'embed.removed', target: id });
    return row.code;
  });
  deps.store.drop(code);
}

/** The true rendering of settings that are not saved, by the code that renders what is published. */
export async function previewEmbed(
  deps: EmbedsDeps,
  accountId: string,
  id: string,
  settings: EmbedSettings,
): Promise<{ html: string; shown: number; total: number }> {
  const snapshot = await inTenant(deps.db, accountId, async (trx) => {
    const row = await findEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    assertLayoutFitsKind(kindOf(row), settings);
    await assertOwnLocations(trx, accountId, settings);
    return makeSnapshot(trx, accountId, { code: row.code, settings }, deps.brand);
  });
  const { html, css } = renderEmbed(snapshot);
  const { shown, total } = snapshot.disclosure;
  return { html: `<style>${css}</style>${html}`, shown, total };
}

/** Embeds renewed in one transaction: there is no limit on how many an account has, but one on how long it takes. */
export const refreshBatchSize = 20;

/** Makes new snapshots of everything the account has published; called when reviews or figures changed. */
export async function refreshEmbeds(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'store'>,
  accountId: string,
): Promise<void> {
  let after: string | null = null;
  do {
    const { snapshots, last } = await refreshBatch(deps, accountId, after);
    for (const snapshot of snapshots) deps.store.put(snapshot, snapshotHash(snapshot));
    after = last;
  } while (after !== null);
}

/** The next few after the embed `after`, by id; `last` is null when there are no more. */
function refreshBatch(
  deps: Pick<EmbedsDeps, 'db' | 'brand'>,
  accountId: string,
  after: string | null,
): Promise<{ snapshots: Snapshot[]; last: string | null }> {
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await lockPublished(trx, accountId, { after, limit: refreshBatchSize });
    if (rows.length === 0) return { snapshots: [], last: null };
    // Under the lock: what was read before it would overwrite what a refresh that began later has written.
    const facts = await loadSnapshotContext(trx, accountId);
    const snapshots: Snapshot[] = [];
    for (const row of rows) snapshots.push(await writeSnapshot(deps, trx, accountId, row, facts));
    return { snapshots, last: rows.length < refreshBatchSize ? null : (rows.at(-1)?.id ?? null) };
  });
}

/** @throws AppError `invalid-input` for a badge that would be laid out as a widget, or the other way round. */
function assertLayoutFitsKind(kind: EmbedKind, { layout }: EmbedSettings): void {
  if (layoutsOf(kind).includes(layout)) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'settings.layout', message: `Not a layout of a ${kind}.` }],
  });
}

function kindOf(row: EmbedSummaryRow): EmbedKind {
  return embedKinds.find((kind) => kind === row.kind) ?? 'widget';
}

/** @throws AppError `invalid-input` for a location that this account does not have, whoever else may have it. */
async function assertOwnLocations(
  trx: Transaction<DB>,
  accountId: string,
  { locationIds }: EmbedSettings,
): Promise<void> {
  if (locationIds.length === 0) return;
  const businesses = await listBusinesses(trx, accountId);
  const own = new Set(businesses.flatMap(({ locations }) => locations.map((location) => location.id)));
  if (locationIds.some((id) => !own.has(id)))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'settings.locationIds', message: 'One of them is not a location of this account.' }],
    });
}

async function writeSnapshot(
  { brand }: Pick<EmbedsDeps, 'brand'>,
  trx: Transaction<DB>,
  accountId: string,
  row: Pick<EmbedRow, 'id' | 'code' | 'published'>,
  facts: SnapshotContext,
): Promise<Snapshot> {
  const embed = { code: row.code, settings: embedSettingsSchema.parse(row.published) };
  const snapshot = facts.lapsed
    ? makeLapsedSnapshot(embed, { brand, facts })
    : await makeSnapshotFrom(trx, accountId, embed, { brand, facts });
  await saveSnapshot(trx, accountId, row.id, snapshot, snapshotHash(snapshot));
  return snapshot;
}

/** What `present` needs of the database. */
interface StoredEmbed {
  row: EmbedRow;
  market: string;
}

async function readStored(trx: Transaction<DB>, accountId: string, id: string): Promise<StoredEmbed> {
  const row = await findEmbed(trx, accountId, id);
  if (row === null) throw notFound();
  const { market } = await getAccountPolicy(trx, accountId);
  return { row, market };
}

/** What a list shows, for which no snapshot is read. */
function presentListed(row: EmbedSummaryRow, market: string): Omit<ListedEmbed, 'views30'> {
  const settings = embedSettingsSchema.parse(row.draft);
  const published = row.published === null ? null : embedSettingsSchema.parse(row.published);
  return {
    id: row.id,
    code: row.code,
    kind: kindOf(row),
    name: row.name,
    settings,
    keptWhole: [...unfilterableSourcesIn(market)],
    publishedAt: row.published_at?.toISOString() ?? null,
    published,
    changed: published === null || JSON.stringify(published) !== JSON.stringify(settings),
    createdAt: row.created_at.toISOString(),
  };
}

/** Outside the transaction: measuring takes its time, and the embedded database has one session. */
async function present(deps: Pick<EmbedsDeps, 'store' | 'publicUrl'>, stored: StoredEmbed): Promise<Embed> {
  const { row, market } = stored;
  const head = presentListed(row, market);
  if (row.snapshot === null || row.hash === null) return { ...head, reserve: null, snippets: null };
  const snapshot = snapshotSchema.parse(row.snapshot);
  const reserve = await deps.store.reserve(snapshot, row.hash);
  return { ...head, reserve, snippets: snippets(deps.publicUrl, { name: row.name, snapshot, reserve }) };
}
