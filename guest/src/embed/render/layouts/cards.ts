/// <reference path="../../../css.d.ts" />
/** What layouts of free-standing cards share: their rules, how many columns there are, how tall a card is. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { footerHeight, reviewHeight, shadowMargin, spacings } from '../heights.ts';
import type { LayoutContext } from '../layout.ts';
import { minify } from '../minify.ts';
import css from './cards.embed.css';

export const cardsCss = minify(css);

/** Widths of the panel in em from which on there are two, three … columns; cards.embed.css has the same. */
const tiers = [35, 53, 71, 89, 107] as const;
const mostColumns = tiers.length + 1;
const padding = 1.25;

/** Space between two cards, in em. */
export function gapOf(settings: EmbedSettings): number {
  return spacings[settings.spacing];
}

/** Columns at most: never more than there are cards on the first page. The class `k` says the same. */
export function columnCap({ settings, reviews }: Snapshot): number {
  return Math.max(
    1,
    Math.min(settings.columns || mostColumns, settings.pageSize || mostColumns, reviews.length),
  );
}

/** Columns that a panel of this width has, in em. */
export function columnsAt(panel: number, cap: number): number {
  return Math.min(cap, 1 + tiers.filter((tier) => panel >= tier).length);
}

/** Width for header, cards and footer: all of the slot but what the shadows take. There is no border around. */
export function panelOf({ slot, snapshot: { settings } }: LayoutContext): number {
  // The least bit more, so that sums of fractions do not miss the edge of a tier.
  return slot + (2 * settings.border - 2 * shadowMargin[settings.shadow]) / settings.textSize + 0.001;
}

/** Inner width of header and footer strips. */
export function stripOf(room: LayoutContext): number {
  const { border, textSize, spacing } = room.snapshot.settings;
  return panelOf(room) - 2 * padding * spacings[spacing] - (2 * border) / textSize;
}

/** Of the strip below the cards, which has less padding than a footer within a panel. */
export function footerStripHeight(room: LayoutContext): number {
  return footerHeight(room, stripOf(room)) - 0.6 * spacings[room.snapshot.settings.spacing];
}

/** A card in one of so many columns, borders included, in em. */
export function cardHeight(review: SnapshotReview, room: LayoutContext, columns: number): number {
  const { settings } = room.snapshot;
  const gap = gapOf(settings);
  const width = (panelOf(room) - (columns - 1) * gap) / columns;
  const borders = (2 * settings.border) / settings.textSize;
  const inner = width - 2 * padding * spacings[settings.spacing] - borders;
  return reviewHeight(review, room, inner) + borders;
}

/** Slots in px at which the number of columns changes, and one between for the cards that stand alone. */
export function cardSlots({ columns, textSize, shadow }: EmbedSettings): readonly number[] {
  const most = columns || mostColumns;
  const edges = [23, ...tiers.slice(0, most - 1)];
  return edges.map((edge) => edge * textSize + 2 * shadowMargin[shadow]);
}
