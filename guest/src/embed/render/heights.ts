/**
 * How tall the parts of an embed get, without a browser: upper bounds, in em of the embed's text size. The lengths are
 * those of base.embed.css; a browser test compares.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { SnapshotReview } from '@kindling/contract/embeds';
import { disclosureText } from '../../kit/disclosure.ts';
import { plainText } from '../../kit/plain-text.ts';
import { widestAge } from './ages.ts';
import type { Room } from './layout.ts';
import { linesOf, widthOfText } from './measure.ts';
import { folds } from './prose.tsx';

/** Of the text size; base.embed.css names it `--g`. */
export const spacings: Record<EmbedSettings['spacing'], number> = { compact: 0.8, normal: 1, airy: 1.25 };

export const line = 1.6;
export const small = 0.867;
export const smallLine = small * line;
const replySize = 0.933;
/** Thumb and the gap to its words. */
const thumb = 1.55;
const nameLine = 1.5;
const wideFrom = 33;
const widestText = 38;
/** Borders of frame, header and footer and what rounding adds, in pixels. */
export const morePx = 4;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Padding of a panel of this width, both sides together. */
export function inset(panel: number): number {
  return panel >= wideFrom ? 3.5 : 2.5;
}

/**
 * Heights of what is in sight before "Show more", and of its button.
 * @param heightOf of one review
 */
export function pageHeights(
  { snapshot: { reviews, settings }, texts: _ }: Room,
  heightOf: (review: SnapshotReview) => number,
): { heights: number[]; more: number } {
  // Nothing to show is a sentence and perhaps a link, in an airy box.
  if (reviews.length === 0) return { heights: [5 + 3 * line], more: 0 };
  const shown = settings.pageSize === 0 ? reviews : reviews.slice(0, settings.pageSize);
  return { heights: shown.map(heightOf), more: shown.length < reviews.length ? 2.4 + line : 0 };
}

/** A review in a column of this inner width, its padding included. */
export function reviewHeight(review: SnapshotReview, { snapshot, texts }: Room, inner: number): number {
  const { settings } = snapshot;
  const facts: number[] = [];
  if (review.rating !== null) facts.push(5.75);
  if (review.recommendation !== null) facts.push(thumb + widthOfText(texts.text(review.recommendation)));
  if (settings.date !== 'none') facts.push(dateWidth(review.writtenAt));
  // Between avatar and source mark, each with its gap.
  const beside = settings.photo === 'none' ? 0 : 2.52 + 0.8;
  const factLines = rowsOf(facts, 0.7, (inner - beside - 1.2 - 0.8) / small);
  const column = Math.min(widestText, inner);
  let em =
    2.7 * spacings[settings.spacing] +
    nameLine +
    factLines * smallLine +
    proseHeight(review.text, settings.clampLines, column, 0.7);
  if (review.translated) em += small * 0.4 + smallLine * linesOf(texts.text('translated'), inner / small, 4);
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

  /** The script writes an age where the day stands. */
  function dateWidth(time: string): number {
    const day = widthOfText(texts.day(time));
    return settings.date === 'relative' ? Math.max(day, widestAge(texts.tag)) : day;
  }
}

/** Folded lines and the button below them; all lines where nothing folds. */
export function proseHeight(text: string | null, clampLines: number, column: number, margin: number): number {
  const plain = plainText(text ?? '');
  if (plain === '') return 0;
  const most = folds(plain, clampLines) ? clampLines + 1 : 2000;
  return margin + line * linesOf(plain, column, most);
}

/** The platforms' figures; 0 where the settings leave them out. */
export function headerHeight({ snapshot, texts }: Room, inner: number): number {
  const { settings } = snapshot;
  if (!settings.showHeader || snapshot.figures.length === 0) return 0;
  const figures = snapshot.figures.map((figure) => {
    const widths = [widthOfText(texts.plural('reviews', figure.count))];
    const { recommended, notRecommended } = figure;
    if (recommended > 0) widths.push(thumb + widthOfText(texts.plural('recommend', recommended)));
    if (notRecommended > 0) widths.push(thumb + widthOfText(texts.plural('recommendNot', notRecommended)));
    if (figure.average !== null) widths.unshift(3.6, 6);
    const rows = rowsOf(widths, 0.6, inner);
    const height = smallLine + Math.max(2.6, 2.62 + (rows - 1) * line);
    return { height, width: sum(widths.map((width) => width + 0.6)) };
  });
  const rows = rowsOf(
    figures.map(({ width }) => Math.min(width, inner)),
    3,
    inner,
  );
  const tallest = Math.max(...figures.map(({ height }) => height));
  const stacked = rows === figures.length;
  const content = rows - 1 + (stacked ? sum(figures.map(({ height }) => height)) : rows * tallest);
  return 2.8 * spacings[settings.spacing] + content + histogramHeight() + writeHeight();

  function writeHeight(): number {
    const widths = snapshot.figures
      .filter(({ writeUrl }) => writeUrl !== null)
      .map(
        ({ source }) => 2.2 + widthOfText(texts.text('writeOn', { source: texts.text(`source_${source}`) })),
      );
    return settings.showWrite && widths.length > 0 ? 1 + rowsOf(widths, 0.6, inner) * 3.2 : 0;
  }
  /** Five lines for each source that has stars. */
  function histogramHeight(): number {
    const drawn = snapshot.figures.filter(({ histogram }) => sum(histogram) > 0);
    return settings.showHistogram ? drawn.length * (0.8 + 5 * smallLine) : 0;
  }
}

export function footerHeight({ snapshot, texts }: Room, inner: number): number {
  const disclosure = disclosureText(snapshot, texts);
  const column = inner / small;
  const lines = disclosure === null ? 0 : linesOf(disclosure, column, 12);
  return 2 * spacings[snapshot.settings.spacing] + (lines + 1) * smallLine + 0.3;
}

/** Rows that flex items of these widths (em) take when they wrap. */
export function rowsOf(widths: readonly number[], gap: number, inner: number): number {
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
