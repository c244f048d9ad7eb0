/** Heights of the parts of a badge: upper bounds in em, with the lengths of badge.embed.css. */
import { plainText } from '../../kit/plain-text.ts';
import type { Texts } from '../../kit/texts.ts';
import { figureFacts, noFiguresText } from './badge-facts.ts';
import { type FigureData, writeText } from './figure-texts.ts';
import { footerNoteText } from './footer-note.ts';
import { countWrappedRows, fitsOnOneLine, sum } from './heights.ts';
import type { LayoutContext } from './layout.ts';
import { countLines, textWidth } from './text-width.ts';

export const badgeLine = 1.5;
const noteSize = 0.8;
/** A link to write a review with its border. */
const linkLine = 2.2;
/** Muted text is not always narrower than estimated; the rest of a row is estimated generously. */
const calmSize = 0.867 * 1.05;
/** Thumb and its gap. */
const thumb = 1.65;

/** Widths of the parts in one row of a source: mark, name, score, recommendations, count. */
export function partWidths(
  figure: FigureData,
  texts: Texts,
  { named, mark, score }: { named: boolean; mark: number; score: number },
): number[] {
  const facts = figureFacts(figure, texts);
  const widths = [mark];
  if (named) widths.push(textWidth(facts.source) * 1.1);
  if (facts.stars !== null) widths.push(textWidth(facts.stars.average) * score * 1.1 + 0.5 + 5.75 * score);
  if (facts.recommends !== null) widths.push(thumb + textWidth(facts.recommends) * 1.1);
  if (facts.recommendsNot !== null) widths.push((thumb + textWidth(facts.recommendsNot)) * calmSize);
  const words = facts.count ?? (facts.empty ? texts.text('none') : null);
  if (words !== null) widths.push(textWidth(words) * calmSize);
  return widths;
}

/** For a badge with its sources in a row; `line` is the height of one row. */
type Flow = {
  readonly named: boolean;
  readonly mark: number;
  readonly gap: number;
  readonly line: number;
};
const partGap = 0.75;

const flowParts = ({ snapshot, texts }: LayoutContext, flow: Flow): number[][] =>
  snapshot.figures.map((figure) => partWidths(figure, texts, { ...flow, score: 1.1 }));

const wholeWidth = (widths: readonly number[]): number => sum(widths) + (widths.length - 1) * partGap;

/** Sources in a row that wraps, each of them wrapping inside. */
export function flowHeight(room: LayoutContext, inner: number, flow: Flow): number {
  const { snapshot, texts } = room;
  if (snapshot.figures.length === 0) return badgeLine * countLines(noFiguresText(snapshot, texts), inner, 4);
  const parts = flowParts(room, flow);
  if (countWrappedRows(parts.map(wholeWidth), flow.gap, inner) === 1) return flow.line;
  const rows = parts.map((widths) => countWrappedRows(widths, partGap, inner));
  return sum(rows) * flow.line + (rows.length - 1) * 0.6;
}

/** The minimum width of the sources in one row; a little less than estimated, because estimates are too high. */
export function flowWidth(room: LayoutContext, flow: Flow): number {
  const widths = flowParts(room, flow).map(wholeWidth);
  return 0.9 * (sum(widths) + Math.max(0, widths.length - 1) * flow.gap);
}

/** The note and the brand line in a column of this inner width. */
export function notesHeight({ snapshot, texts }: LayoutContext, inner: number): number {
  const words = [
    footerNoteText(snapshot, texts) ?? '',
    texts.text('madeWith', { brand: plainText(snapshot.brand.name) }),
  ];
  const column = inner / noteSize;
  const rows = words.map((text) => (text === '' ? 0 : countLines(text, column, 12)));
  const lines = fitsOnOneLine(words, 1 / noteSize, column) ? 1 : sum(rows);
  return lines * noteSize * badgeLine;
}

/** The links to write a review, with their margin. */
export function linksHeight({ snapshot, texts }: LayoutContext, inner: number): number {
  const offers = snapshot.figures.filter(({ writeUrl }) => writeUrl !== null);
  if (!snapshot.settings.showWrite || offers.length === 0) return 0;
  const widths = offers.map(({ source }) => 2 + textWidth(writeText(source, texts)));
  const rows = countWrappedRows(widths, 0.6, inner);
  return 0.8 + rows * linkLine + (rows - 1) * 0.6;
}
