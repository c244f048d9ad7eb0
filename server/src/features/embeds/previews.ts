/** Renders embeds that do not exist yet, for the pictures of templates. Stores nothing. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbedKind, EmbedSettings } from '@kindling/contract/embed-settings';
import { maxPreviewChoices, type Snapshot } from '@kindling/contract/embeds';
import { type RenderedEmbed, renderEmbed } from '@kindling/guest/embed/render/render-embed';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { currentLocationLimit, withoutLocationLimit } from '../../lib/caller-scope.ts';
import { chooseReviews } from './choose-reviews.ts';
import type { EmbedsDeps } from './deps.ts';
import { findOldestCode } from './queries.ts';
import { sampleSnapshot } from './sample-snapshot.ts';
import { assertLayoutFitsKind, assertLocations } from './setting-checks.ts';
import { type Brand, makeSnapshotFrom } from './snapshot.ts';
import { loadSnapshotContext } from './snapshot-context.ts';

/** Picked reviews come in addition to the number of reviews, and a picture shows the beginning only. */
const maxPicks = 12;

interface PreviewsRequest {
  kind: EmbedKind;
  settings: readonly EmbedSettings[];
}

/** HTML for a shadow root, with its styles. */
export function toPreviewHtml({ html, css }: RenderedEmbed): string {
  return `<style>${css}</style>${html}`;
}

/**
 * Renders each of the settings with the reviews of the account, and with invented ones where none of them has anything to show.
 * @throws AppError `invalid-input` for what an embed could not be saved with, and for too many choices of reviews
 */
export async function renderPreviews(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'previewTurns'>,
  accountId: string,
  { kind, settings }: PreviewsRequest,
): Promise<{ previews: { html: string }[]; sample: boolean }> {
  const all = settings.map((one) => ({ ...one, pickedIds: one.pickedIds.slice(0, maxPicks) }));
  assertFewChoices(all);
  for (const one of all) assertLayoutFitsKind(kind, one);
  const { ofAccount, ofAll } = deps.previewTurns;
  return ofAccount.run(accountId, async () => {
    const places = new Map(all.map((settings) => [settings.locationIds.join(), settings]));
    await inTenant(deps.db, accountId, async (trx) => {
      for (const one of places.values()) await assertLocations(trx, accountId, one);
    });
    return ofAll.run(() => renderAll(deps, accountId, all));
  });
}

async function renderAll(
  deps: Pick<EmbedsDeps, 'db' | 'brand'>,
  accountId: string,
  all: readonly EmbedSettings[],
): Promise<{ previews: { html: string }[]; sample: boolean }> {
  const own = await makeSnapshots(deps, accountId, all);
  const sample = !own.some(showsSomething);
  const previews: { html: string }[] = [];
  for (const snapshot of sample ? own.map((one) => sampleSnapshot(one, new Date())) : own) {
    previews.push({ html: toPreviewHtml(renderEmbed(snapshot)) });
    // Other requests get their turn between two renderings.
    await nextTurn();
  }
  return { previews, sample };
}

/** The settings that decide which reviews are shown, in which order. */
function choiceKey(settings: EmbedSettings): string {
  const { sources, locationIds, minimumRating, withTextOnly, includeWords, excludeWords, tagIds } = settings;
  const { excludeTagIds, reviewLanguages, pickedIds, pickedOnly, order, limit, translation } = settings;
  return JSON.stringify([
    [sources, locationIds, minimumRating, withTextOnly, includeWords, excludeWords, tagIds],
    [excludeTagIds, reviewLanguages, pickedIds, pickedOnly, order, limit, translation],
  ]);
}

function assertFewChoices(all: readonly EmbedSettings[]): void {
  if (new Set(all.map(choiceKey)).size <= maxPreviewChoices) return;
  throw new AppError('invalid-input', undefined, {
    fields: [
      { path: 'settings', message: `At most ${maxPreviewChoices} different choices of reviews at once.` },
    ],
  });
}

/** As `previewEmbed`: law and names are those of the account, and a limited caller's figures count their locations only. */
async function makeSnapshots(
  { db, brand }: { db: EmbedsDeps['db']; brand: Brand },
  accountId: string,
  all: readonly EmbedSettings[],
): Promise<Snapshot[]> {
  const limit = currentLocationLimit(accountId);
  // The address of an author's picture names an embed, which must be one that the caller sees.
  const code = await inTenant(db, accountId, (trx) => findOldestCode(trx, accountId));
  return withoutLocationLimit(() =>
    inTenant(db, accountId, async (trx) => {
      const loaded = await loadSnapshotContext(trx, accountId);
      const sums = loaded.sums.filter((sum) => limit === null || limit.includes(sum.location_id));
      const context = { ...loaded, sums };
      const chosen = new Map<string, ReturnType<typeof chooseReviews>>();
      const snapshots: Snapshot[] = [];
      for (const settings of all) {
        const choose: typeof chooseReviews = (...request) => {
          const key = choiceKey(settings);
          const known = chosen.get(key) ?? chooseReviews(...request);
          chosen.set(key, known);
          return known;
        };
        const embed =
          code === undefined ? { code: '', settings: withInitials(settings) } : { code, settings };
        snapshots.push(await makeSnapshotFrom(trx, accountId, embed, { brand, context, choose }));
      }
      return snapshots;
    }),
  );
}

const withInitials = (settings: EmbedSettings): EmbedSettings =>
  settings.photo === 'photo' ? { ...settings, photo: 'initials' } : settings;

function showsSomething({ reviews, figures }: Snapshot): boolean {
  return reviews.length > 0 || figures.some((figure) => figure.count > 0 || figure.recommended > 0);
}
