/**
 * How much room the pasted code keeps free, so that nothing on the page moves when the embed arrives.
 *
 * Texts are folded after `clampLines`, so a height has an upper bound; it is computed here for the narrowest slot
 * of each of two bands of page width. From 600 px on, the column of text stops growing and the height is nearly
 * constant. What is reserved too much stays empty. With `clampLines` 0 it is an estimate and no bound. A page whose
 * CSP forbids style attributes must put the same rule into its own style sheet, or accepts one shift.
 */
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { disclosureText } from '../../kit/disclosure.ts';
import { plainText } from '../../kit/plain-text.ts';
import { type Texts, textsOf } from '../../kit/texts.ts';
import { linesOf, widthOfText } from './measure.ts';
import { folds } from './prose.tsx';

export type Reserve = { readonly narrow: number; readonly wide: number };

/** Page width in px where the bands meet. */
const bandEdge = 600;
/** Narrowest slot of each band: 320 px phones and 600 px tablets with margins of 16 and 24 px. */
const slots = { narrow: 288, wide: 552 } as const;
/** Room for rounding of lines to whole pixels. */
const slack = 1.02;

/** Lengths of base.css in em of the embed's text size. */
const line = 1.6;
const small = 0.867;
const smallLine = small * line;
const replySize = 0.933;
/** Thumb and the gap to its words. */
const thumb = 1.55;
const nameLine = 1.5;
const wideFrom = 33;
const widestPanel = 46;
const widestText = 38;
/** Lengths of carousel.css in em, the share of the row that a card takes at most, a scrollbar in px. */
const rowPadding = 1.25;
const widestCard = 20;
const narrowestCard = 14;
const cardShare = 0.86;
const scrollbar = 15;

/** Room in `px` for the two bands; `narrow` is never less than `wide`. */
export function reserveHeight(snapshot: Snapshot): Reserve {
  const wide = heightAt(snapshot, slots.wide);
  return { narrow: Math.max(wide, heightAt(snapshot, slots.narrow)), wide };
}

/**
 * The reserve as one CSS length for a style attribute, where media queries cannot stand: the middle term is huge
 * below the edge and negative from it on, so `clamp` picks one of the two ends.
 */
export function reserveLength({ narrow, wide }: Reserve): string {
  return narrow === wide ? `${wide}px` : `clamp(${wide}px,(${bandEdge}px - 100vw)*9999,${narrow}px)`;
}

/** Content of the style attribute of the pasted element. */
export function reserveStyle(reserve: Reserve): string {
  return `display:block;min-height:${reserveLength(reserve)}`;
}

function heightAt(snapshot: Snapshot, slot: number): number {
  const { settings, reviews } = snapshot;
  const texts = textsOf(settings.language);
  const room = (slot - 2) / settings.textSize;
  const panel = settings.layout === 'list' ? Math.min(widestPanel, room) : room;
  const inner = panel - (panel >= wideFrom ? 3.5 : 2.5);
  let em = footerHeight(snapshot, texts, inner);
  if (settings.showHeader && snapshot.figures.length > 0) em += headerHeight(snapshot, texts, inner);
  if (reviews.length === 0) em += 5 + 2 * line;
  else em += reviewsHeight(snapshot, texts, panel, inner);
  const borders = settings.layout === 'list' ? reviews.length + 4 : 6 + scrollbar;
  return Math.ceil((em * settings.textSize + borders) * slack);
}

/** Under each other in the list; beside each other in the carousel, where the tallest card counts. */
function reviewsHeight(snapshot: Snapshot, texts: Texts, panel: number, inner: number): number {
  const heights = (width: number) =>
    snapshot.reviews.map((review) => reviewHeight(review, snapshot, texts, width));
  if (snapshot.settings.layout === 'list') return heights(inner).reduce((sum, height) => sum + height, 0);
  const row = panel - 2 * rowPadding;
  const card = Math.min(widestCard, Math.max(cardShare * row, Math.min(narrowestCard, row)));
  return 2 * rowPadding + Math.max(...heights(card - 2.5));
}

function reviewHeight(review: SnapshotReview, snapshot: Snapshot, texts: Texts, inner: number): number {
  const { settings } = snapshot;
  const facts: number[] = [];
  if (review.rating !== null) facts.push(5.75);
  if (review.recommendation !== null) facts.push(thumb + widthOfText(texts.text(review.recommendation)));
  if (settings.date === 'absolute') facts.push(widthOfText(texts.day(review.writtenAt)));
  // Between avatar and source mark, each with its gap.
  const factLines = rowsOf(facts, 0.7, (inner - 2.52 - 1.2 - 1.6) / small);
  const column = Math.min(widestText, inner);
  let em =
    2.7 + nameLine + factLines * smallLine + proseHeight(review.text, settings.clampLines, column, 0.7);
  if (review.attribution) {
    const words = [widthOfText(texts.text('attributed')), widthOfText(texts.text('report'))];
    em += small * 0.6 + rowsOf(words, 0.7, inner / small) * smallLine;
  }
  if (settings.showReplies && review.reply !== null) {
    const replyColumn = Math.min(widestText, inner / replySize) - 1.2;
    em +=
      replySize * (1.1 + nameLine + proseHeight(review.reply.text, settings.clampLines, replyColumn, 0.2));
  }
  return em;
}

/** Folded lines and the button below them; all lines where nothing folds. */
function proseHeight(text: string | null, clampLines: number, column: number, margin: number): number {
  const plain = plainText(text ?? '');
  if (plain === '') return 0;
  const most = folds(plain, clampLines) ? clampLines + 1 : 2000;
  return margin + line * linesOf(plain, column, most);
}

function headerHeight(snapshot: Snapshot, texts: Texts, inner: number): number {
  const figures = snapshot.figures.map((figure) => {
    const widths = [widthOfText(texts.plural('reviews', figure.count))];
    const { recommended, notRecommended } = figure;
    if (recommended > 0) widths.push(thumb + widthOfText(texts.plural('recommend', recommended)));
    if (notRecommended > 0) widths.push(thumb + widthOfText(texts.plural('recommendNot', notRecommended)));
    if (figure.average !== null) widths.unshift(3.6, 6);
    const rows = rowsOf(widths, 0.6, inner);
    const height = smallLine + Math.max(2.6, 2.62 + (rows - 1) * line);
    return { height, width: widths.reduce((sum, width) => sum + width + 0.6, 0) };
  });
  const rows = rowsOf(
    figures.map(({ width }) => Math.min(width, inner)),
    3,
    inner,
  );
  const tallest = Math.max(...figures.map(({ height }) => height));
  const stacked = rows === figures.length;
  const sum = figures.reduce((total, { height }) => total + height, 0);
  return 2.8 + (rows - 1) + (stacked ? sum : rows * tallest);
}

function footerHeight(snapshot: Snapshot, texts: Texts, inner: number): number {
  const disclosure = disclosureText(snapshot, texts);
  const column = inner / small;
  const lines = disclosure === null ? 0 : linesOf(disclosure, column, 12);
  return 2 + (lines + 1) * smallLine + 0.3;
}

/** Rows that flex items of these widths (em) take when they wrap. */
function rowsOf(widths: readonly number[], gap: number, inner: number): number {
  let rows = 1;
  let used = 0;
  for (const width of widths) {
    if (used > 0 && used + gap + width > inner) {
      rows += 1;
      used = width;
    } else used += (used > 0 ? gap : 0) + width;
    // Words of an item that is wider than all the room break inside it.
    rows += Math.max(0, Math.ceil(used / inner) - 1);
  }
  return rows;
}
