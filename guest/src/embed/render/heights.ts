/**
 * Heights of the parts of an embed, computed without a browser: upper bounds, in em of the embed's text size. The
 * lengths are those of base.embed.css; a browser test compares them.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { SnapshotReview } from '@kindling/contract/embeds';
import { displayName } from '../../kit/author.ts';
import { plainText } from '../../kit/plain-text.ts';
import { isClamped } from './clamped-text.tsx';
import { dayText } from './day-text.ts';
import { countText, lineText, verdictText, verdictTexts, writeText } from './figure-texts.ts';
import { footerNoteText } from './footer-note.ts';
import type { LayoutContext, LayoutProps } from './layout.ts';
import { looks, metricsOf } from './looks.ts';
import { widestRelativeDate } from './relative-date-width.ts';
import { countLines, textWidth } from './text-width.ts';

/** As a share of the text size; the style sheets call it `--spacing`. */
export const spacings: Record<EmbedSettings['spacing'], number> = { compact: 0.8, normal: 1, airy: 1.25 };

/** Pixels on each side that cards without a panel leave for their shadows; the style sheets call it `--shadow-margin`. */
export const shadowMargin: Record<EmbedSettings['shadow'], number> = { none: 0, soft: 10, strong: 20 };

export const lineHeight = 1.6;
export const smallSize = 0.867;
export const smallLineHeight = smallSize * lineHeight;
const replySize = 0.933;
/** Size of the text beside a platform's figures. */
const figureWords = 0.933;
/** Thumb and the gap to its words. */
const thumb = 1.55;
const nameLine = 1.5;
/** How much wider letters are in the weight of names. */
const bold = 1.16;
/** Beside a name for the mark of the source; the picture of the author; the least width of stars, words and date beside it. */
const sourceMarkWidth = 2;
const avatarWidth = 2.52;
const leastFacts = 7.5;
const wideFrom = 33;
/** A link to write a review with its border, the gap between two, and the inner width from which on they stand beside figures. */
const writeLinkHeight = 2.7;
const writeGap = 0.6;
const writeBesideFrom = 64 - 3.5;
const widestText = 38;
/** Borders of frame, header and footer, and rounding, in pixels. */
export const borderPx = 4;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Padding of a panel of this width, both sides together. */
export function panelPadding(panel: number): number {
  return panel >= wideFrom ? 3.5 : 2.5;
}

/**
 * Heights of the reviews before "Show more", and of its button.
 * @param heightOf of one review
 */
export function pageHeights(
  { snapshot: { reviews, settings }, texts: _ }: LayoutContext,
  heightOf: (review: SnapshotReview) => number,
): { heights: number[]; more: number } {
  // No reviews: a sentence and perhaps a link, in a roomy box.
  if (reviews.length === 0) return { heights: [5 + 3 * lineHeight], more: 0 };
  const shown = settings.pageSize === 0 ? reviews : reviews.slice(0, settings.pageSize);
  return { heights: shown.map(heightOf), more: shown.length < reviews.length ? 4 + lineHeight : 0 };
}

/** Heights of rows of this many cards; the tallest card counts. */
export function rowHeights(heights: readonly number[], columns: number): number[] {
  const rows: number[] = [];
  for (let from = 0; from < heights.length; from += columns)
    rows.push(Math.max(...heights.slice(from, from + columns)));
  return rows;
}

/** The height of a review in a column of this inner width, padding included. */
export function reviewHeight(
  review: SnapshotReview,
  { snapshot, texts }: LayoutContext,
  width: number,
): number {
  const { settings } = snapshot;
  const metrics = metricsOf(settings);
  const inner = width / letterWidth(settings);
  const head = reviewHeadSize(settings, inner);
  const factColumn = head.column / smallSize;
  const facts: number[] = [];
  if (review.rating !== null) facts.push(5.75);
  const words = verdictText(review, texts) ?? '';
  if (words !== '') facts.push(thumb + textWidth(words));
  // A date does not wrap.
  const day = settings.date === 'none' ? null : dayText(review, texts);
  if (day !== null) facts.push(Math.min(dateWidth(day), factColumn));
  // Lines are not full: long words need more lines than their width says.
  const broken = Math.ceil((thumb + textWidth(words)) / factColumn);
  const unfilled = Math.max(0, countLines(words, Math.max(1, factColumn - thumb), 6) - broken);
  const factLines = countWrappedRows(facts, 0.7, factColumn) + unfilled;
  const name = displayName(review.authorName, review.attribution ? 'full' : settings.author);
  const { more = 0, author = 0, name: nameSize = 1 } = metrics;
  let em =
    2.7 * spacings[settings.spacing] +
    more +
    author +
    head.above +
    nameSize * nameHeight(name ?? texts.text('anonymous'), (head.column - sourceMarkWidth) / nameSize) +
    factLines * smallLineHeight +
    proseHeight(review.text, settings, inner, { margin: 0.7, own: true }) +
    emphasisHeight(review, settings);
  if (review.translated)
    em += smallSize * 0.4 + smallLineHeight * countLines(texts.text('translated'), inner / smallSize, 4);
  if (review.invited)
    em += smallSize * 0.4 + smallLineHeight * countLines(texts.text('invited'), inner / smallSize, 4);
  if (review.attribution) {
    const words = [textWidth(texts.text('attributed')), textWidth(texts.text('report'))];
    em += smallSize * 0.6 + countWrappedRows(words, 0.7, inner / smallSize) * smallLineHeight;
  }
  if (settings.showReplies && review.reply !== null) {
    const replyColumn = inner / replySize - 1.2;
    const from = texts.text('replyFrom', { name: plainText(review.reply.from ?? snapshot.businessName) });
    em +=
      replySize *
      (1.1 +
        nameSize * nameHeight(from, Math.min(widestText, replyColumn) / nameSize) +
        proseHeight(review.reply.text, settings, replyColumn, { margin: 0.2, own: false }));
  }
  return em;

  /** The script replaces the date by a relative one. */
  function dateWidth(text: string): number {
    const width = textWidth(text);
    return settings.date === 'relative' ? Math.max(width, widestRelativeDate(texts.tag)) : width;
  }
}

/** The column of a review's name and facts: its width, and the height of the picture above it. */
function reviewHeadSize(settings: EmbedSettings, inner: number): { column: number; above: number } {
  const { above, column = inner } = metricsOf(settings);
  if (!hasPictures(settings)) return { column: Math.min(inner, column), above: 0 };
  if (above !== undefined) return { column: Math.min(inner, column), above };
  const beside = inner - avatarWidth - 0.8;
  return beside < leastFacts ? { column: inner, above: avatarWidth + 0.4 } : { column: beside, above: 0 };
}

/** A name, or who replies: never clamped. */
function nameHeight(name: string, column: number): number {
  return nameLine * countLines(name, column / bold, 400);
}

/**
 * The clamped lines and the button below them; all lines when nothing is clamped.
 * @param inner width of what holds the text
 * @param place.own whether it is the text of a review, with what its look puts around it
 */
function proseHeight(
  text: string | null,
  settings: EmbedSettings,
  inner: number,
  { margin, own }: { readonly margin: number; readonly own: boolean },
): number {
  const plain = plainText(text ?? '');
  if (plain === '') return 0;
  const { size = 1, line = lineHeight, letters = 1, along = 0, across = 0 } = metricsOf(settings).prose ?? {};
  const { clampLines } = settings;
  const clamped = isClamped(plain, clampLines);
  const column = Math.min(widestText, (inner - (own ? across : 0)) / size) / letters;
  // The button has the usual line.
  const button = clamped ? Math.max(0, lineHeight - size * line) : 0;
  const lines = countLines(plain, column, clamped ? clampLines + 1 : 2000);
  return margin + size * line * lines + button + (own ? along : 0);
}

/** What larger first words of a review add: at most one line, and their own size. */
function emphasisHeight({ source }: SnapshotReview, { look }: EmbedSettings): number {
  return looks[look].emphasis === 'first-words' && source === 'first-party' ? 2.4 : 0;
}

/** Whether reviews have a picture of their author. */
export function hasPictures(settings: EmbedSettings): boolean {
  return settings.photo !== 'none' && metricsOf(settings).picture !== 0;
}

/** Inner width of a review in a list, and what its margins add to its height. */
export function listCard(settings: EmbedSettings, inner: number): { inner: number; along: number } {
  const { along = 0, across = 0 } = metricsOf(settings).list ?? {};
  return { inner: inner - across, along };
}

/** How much wider letters of a font are than those that `textWidth` knows. */
const letterWidths: Record<EmbedSettings['font'], number> = {
  site: 1,
  system: 1,
  humanist: 1,
  geometric: 1.05,
  rounded: 1.05,
  serif: 1.06,
  slab: 1.1,
  mono: 1.14,
  hand: 1.15,
  named: 1,
};

export function letterWidth({ font }: EmbedSettings): number {
  return letterWidths[font];
}

/** The platforms' figures; 0 when the settings leave them out. */
export function headerHeight(room: LayoutContext, width: number): number {
  const { snapshot, texts } = room;
  const { settings } = snapshot;
  const inner = width / letterWidth(settings);
  if (!settings.showHeader || snapshot.figures.length === 0) return 0;
  const items = snapshot.figures.map((figure) => {
    const words = (text: string) => figureWords * textWidth(text);
    const { up, down } = verdictTexts(figure, texts);
    const widths = [countText(figure, texts)].flatMap((text) => (text === null ? [] : [words(text)]));
    for (const verdict of [up, down]) if (verdict !== null) widths.push(thumb + words(verdict));
    if (figure.average !== null) widths.unshift(3.6, 6);
    const rows = countWrappedRows(widths, 0.6, inner);
    const drawn = settings.showHistogram && sum(figure.histogram) > 0;
    const bars = drawn ? 0.8 + 5 * smallLineHeight : 0;
    if (looks[settings.look].header === 'line') {
      const line = 2.4 + 6.6 + textWidth(lineText(figure, texts));
      return {
        height:
          countWrappedRows([2.4 + 6.6, textWidth(lineText(figure, texts))], 0, inner) * lineHeight + bars,
        width: Math.min(line, inner),
      };
    }
    const height = smallLineHeight + Math.max(2.6, 2.62 + (rows - 1) * lineHeight) + bars;
    return { height, width: Math.min(sum(widths) + (widths.length - 1) * 0.6, inner) };
  });
  const write = writeHeight(room, inner);
  // In a wide header the links are beside the figures, else below them.
  const beside = inner >= writeBesideFrom && write > 0;
  if (beside) items.push({ height: write - 1, width: sum(writeWidths(room)) });
  const { header = 0 } = metricsOf(settings);
  return 2.8 * spacings[settings.spacing] + header + wrappedHeight(items, inner) + (beside ? 0 : write);
}

/** Figures side by side while there is space; the tallest of a row counts, rows are 1 em apart. */
function wrappedHeight(items: readonly { height: number; width: number }[], inner: number): number {
  const rows: { height: number; used: number }[] = [];
  for (const { height, width } of items) {
    const row = rows.at(-1);
    if (row === undefined || row.used + 3 + width > inner) rows.push({ height, used: width });
    else {
      row.height = Math.max(row.height, height);
      row.used += 3 + width;
    }
  }
  return sum(rows.map(({ height }) => height)) + rows.length - 1;
}

const writeWidths = ({ snapshot, texts }: LayoutProps): number[] =>
  snapshot.figures
    .filter(({ writeUrl }) => writeUrl !== null)
    .map(({ source }) => 2.8 + textWidth(writeText(source, texts)));

/** The links to write a review, with the gap above them; 0 without any. */
export function writeHeight(props: LayoutProps, inner: number): number {
  const widths = writeWidths(props);
  if (!props.snapshot.settings.showWrite || widths.length === 0) return 0;
  const rows = countWrappedRows(widths, writeGap, inner);
  return 1 + rows * writeLinkHeight + (rows - 1) * writeGap;
}

export function footerHeight({ snapshot, texts }: LayoutContext, inner: number): number {
  const note = footerNoteText(snapshot, texts);
  const maker = texts.text('madeWith', { brand: plainText(snapshot.brand.name) });
  const { settings } = snapshot;
  const padding = 2 * spacings[settings.spacing] + (metricsOf(settings).footer ?? 0);
  const column = inner / letterWidth(settings) / smallSize;
  const rows = [note, maker].map((text) => (text === null ? 0 : countLines(text, column, 12)));
  if (note === null || fitsOnOneLine([note, maker], 2 / smallSize, column)) return padding + smallLineHeight;
  return padding + sum(rows) * smallLineHeight + 0.3;
}

/** Whether short texts fit in one row with this gap; all lengths in em of their font size. */
export function fitsOnOneLine(texts: readonly string[], gap: number, column: number): boolean {
  return sum(texts.map(textWidth)) + (texts.length - 1) * gap <= column;
}

/** Number of rows that flex items of these widths (em) need. */
export function countWrappedRows(widths: readonly number[], gap: number, inner: number): number {
  let rows = 1;
  let used = 0;
  for (const width of widths) {
    if (used > 0 && used + gap + width > inner) {
      rows += 1;
      used = width;
    } else used += (used > 0 ? gap : 0) + width;
    // An item that is wider than the row wraps inside.
    rows += Math.max(0, Math.ceil(used / inner) - 1);
  }
  return rows;
}
