/** Drafts of embeds: list, create, edit, preview and remove them, and read their traffic. */
import {
  type EmbedKind,
  type EmbedLayout,
  type EmbedSettings,
  embedSettingsSchema,
  layoutsOf,
} from '@kindling/contract/embed-settings';
import type { Traffic } from '@kindling/contract/embed-traffic';
import type { Embed, ListedEmbed } from '@kindling/contract/embeds';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { listBusinesses } from '../businesses/index.ts';
import { readTraffic, sumRecentViews } from '../embed-traffic/index.ts';
import { audit } from '../identity/index.ts';
import { assertNoPublicSuffixWildcard } from './allowed-site-rules.ts';
import { getMarket } from './content-queries.ts';
import type { EmbedsDeps } from './deps.ts';
import { kindOf, presentEmbed, presentListed, readStored } from './present.ts';
import { deleteEmbed, findEmbed, insertEmbed, listEmbedRows, updateDraft } from './queries.ts';
import { makeSnapshot } from './snapshot.ts';

export async function listEmbeds(deps: EmbedsDeps, accountId: string, kind: string): Promise<ListedEmbed[]> {
  return inTenant(deps.db, accountId, async (trx) => {
    const market = await getMarket(trx, accountId);
    const rows = await listEmbedRows(trx, accountId, kind);
    const ids = rows.map((row) => row.id);
    const views = await sumRecentViews(trx, accountId, ids);
    return rows.map((row) => ({ ...presentListed(row, market), views30: views.get(row.id) ?? 0 }));
  });
}

export async function getEmbed(deps: EmbedsDeps, accountId: string, id: string): Promise<Embed> {
  return presentEmbed(deps, await inTenant(deps.db, accountId, (trx) => readStored(trx, accountId, id)));
}

/** The layout of a new embed. */
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
  return presentEmbed(deps, created);
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
  return presentEmbed(deps, saved);
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

/** Renders unsaved settings with the same code as published embeds. Stores nothing. */
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

/** Loads, clicks and reads of one embed over the last `days` days. */
export function getTraffic(
  deps: Pick<EmbedsDeps, 'db'>,
  accountId: string,
  id: string,
  days: number,
): Promise<Traffic> {
  return inTenant(deps.db, accountId, async (trx) => {
    if ((await findEmbed(trx, accountId, id)) === null) throw notFound();
    return readTraffic(trx, accountId, id, days);
  });
}

/** @throws AppError `invalid-input` for a badge with a layout of a widget, and the other way round. */
function assertLayoutFitsKind(kind: EmbedKind, { layout }: EmbedSettings): void {
  if (layoutsOf(kind).includes(layout)) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'settings.layout', message: `Not a layout of a ${kind}.` }],
  });
}

/** @throws AppError `invalid-input` for a location that does not belong to this account. */
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
