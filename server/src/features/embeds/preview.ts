/** Renders settings that are not published, with the code of published embeds. Stores nothing. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { EmbedPreview, Snapshot } from '@kindling/contract/embeds';
import { clientScriptOf } from '@kindling/guest/embed/render/client-script';
import { renderExamplePage } from '@kindling/guest/embed/render/example-page';
import { type RenderedEmbed, renderEmbed } from '@kindling/guest/embed/render/render-embed';
import { renderScript } from '@kindling/guest/embed/render/script';
import { inTenant } from '../../db/transaction.ts';
import { currentLocationLimit, withoutLocationLimit } from '../../lib/caller-scope.ts';
import type { EmbedsDeps } from './deps.ts';
import { kindOf, readEmbed } from './present.ts';
import { toPreviewHtml } from './previews.ts';
import { assertLayoutFitsKind, assertLocations } from './setting-checks.ts';
import { type EmbedToShow, makeSnapshot } from './snapshot.ts';

/** What rendering a draft needs. */
export type DraftDeps = Pick<EmbedsDeps, 'db' | 'brand' | 'clientScripts'>;

/** @throws AppError `not-found`; `invalid-input` for settings that do not fit the embed or the caller */
export async function previewEmbed(
  deps: DraftDeps,
  accountId: string,
  id: string,
  settings: EmbedSettings,
): Promise<EmbedPreview> {
  const { code } = await inTenant(deps.db, accountId, async (trx) => {
    const row = await readEmbed(trx, accountId, id);
    assertLayoutFitsKind(kindOf(row), settings);
    await assertLocations(trx, accountId, settings);
    return row;
  });
  const counted = currentLocationLimit(accountId);
  const snapshot = await makeDraftSnapshot(deps, accountId, { code, settings }, counted);
  const embed = renderEmbed(snapshot);
  const { shown, total } = snapshot.disclosure;
  return {
    html: toPreviewHtml(embed),
    page: renderExamplePage(snapshot),
    script: renderDraftScript(deps, snapshot, embed),
    shown,
    total,
  };
}

/**
 * The snapshot of settings that name locations of the caller only. Law and names are those of the account; a published embed
 * counts the reviews that it leaves out over all locations, which a limited caller must not learn for settings of their choice.
 * @param counted locations whose reviews are counted; null for all
 */
export function makeDraftSnapshot(
  { db, brand }: Pick<EmbedsDeps, 'db' | 'brand'>,
  accountId: string,
  embed: EmbedToShow,
  counted: readonly string[] | null,
): Promise<Snapshot> {
  return withoutLocationLimit(() =>
    inTenant(db, accountId, (trx) => makeSnapshot(trx, accountId, embed, brand, counted)),
  );
}

/** The script that the public address would send, were this published. */
export function renderDraftScript(
  { clientScripts }: Pick<EmbedsDeps, 'clientScripts'>,
  snapshot: Snapshot,
  embed?: RenderedEmbed,
): string {
  return renderScript(snapshot, clientScripts[clientScriptOf(snapshot)], embed);
}
