/** Shared by layouts with separate cards: their classes, the number of columns, the height of a card. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { footerHeight, reviewHeight, shadowMargin, spacings } from '../heights.ts';
import type { LayoutContext } from '../layout.ts';

/** Widths of the panel in em from which there are two, three … columns; cards.embed.css has the same. */
const tiers = [35, 53, 71, 89, 107] as const;
const mostColumns = tiers.length + 1;
const padding = 1.25;

/** The classes of a box of cards by its maximum number of columns, from 1. */
export const cardsClasses = [
  classNames.mostColumns1,
  classNames.mostColumns2,
  classNames.mostColumns3,
  classNames.mostColumns4,
  classNames.mostColumns5,
  classNames.mostColumns6,
].map((most) => `${classNames.cards} ${most}`);

/** Space between two cards, in em. */
export function gapOf(settings: EmbedSettings): number {
  return spacings[settings.spacing];
}

/** The maximum number of columns: never more than cards on the first page. `cardsClasses` say the same. */
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

/** Width for header, cards and footer: the slot without the shadows. There is no border around. */
export function panelOf({ slot, snapshot: { settings } }: LayoutContext): number {
  // A tiny bit more, so that rounding does not miss a tier.
  return slot + (2 * settings.border - 2 * shadowMargin[settings.shadow]) / settings.textSize + 0.001;
}

/** Inner width of header and footer. */
export function stripOf(room: LayoutContext): number {
  const { border, textSize, spacing } = room.snapshot.settings;
  return panelOf(room) - 2 * padding * spacings[spacing] - (2 * border) / textSize;
}

/** Height of the footer below the cards, which has less padding than a footer inside a panel. */
export function footerStripHeight(room: LayoutContext): number {
  return footerHeight(room, stripOf(room)) - 0.6 * spacings[room.snapshot.settings.spacing];
}

/** Height of a card in this many columns, borders included, in em. */
export function cardHeight(review: SnapshotReview, room: LayoutContext, columns: number): number {
  const { settings } = room.snapshot;
  const gap = gapOf(settings);
  const width = (panelOf(room) - (columns - 1) * gap) / columns;
  const borders = (2 * settings.border) / settings.textSize;
  const inner = width - 2 * padding * spacings[settings.spacing] - borders;
  return reviewHeight(review, room, inner) + borders;
}

/** Slots in px at which the number of columns changes, and one more for cards in one column. */
export function cardSlots({ columns, textSize, shadow }: EmbedSettings): readonly number[] {
  const most = columns || mostColumns;
  const edges = [23, ...tiers.slice(0, most - 1)];
  return edges.map((edge) => edge * textSize + 2 * shadowMargin[shadow]);
}
