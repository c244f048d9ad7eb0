/** How tall the parts of a badge get: upper bounds in em, with the lengths of badge.embed.css. */
import { disclosureText } from '../../kit/disclosure.ts';
import { plainText } from '../../kit/plain-text.ts';
import type { Texts } from '../../kit/texts.ts';
import { type FigureData, factsOf, noneText } from './badge-facts.ts';
import { rowsOf, sum } from './heights.ts';
import type { Room } from './layout.ts';
import { linesOf, widthOfText } from './measure.ts';

export const badgeLine = 1.5;
const noteSize = 0.8;
const calmSize = 0.867;
/** Thumb and its gap. */
const thumb = 1.65;

/** Widths of what stands beside each other for one source: mark, name, score, recommendations, count. */
export function partWidths(
  figure: FigureData,
  texts: Texts,
  { named, mark, score }: { named: boolean; mark: number; score: number },
): number[] {
  const facts = factsOf(figure, texts);
  const widths = [mark];
  if (named) widths.push(widthOfText(facts.source) * 1.1);
  if (facts.stars !== null) widths.push(widthOfText(facts.stars.average) * score * 1.1 + 0.5 + 5.75 * score);
  if (facts.recommends !== null) widths.push(thumb + widthOfText(facts.recommends) * 1.1);
  if (facts.recommendsNot !== null) widths.push((thumb + widthOfText(facts.recommendsNot)) * calmSize);
  const words = facts.count ?? (facts.empty ? texts.text('none') : null);
  if (words !== null) widths.push(widthOfText(words) * calmSize);
  return widths;
}

/** Sources beside each other that wrap, each of them wrapping inside. */
export function flowHeight(
  { snapshot, texts }: Room,
  inner: number,
  flow: { named: boolean; mark: number; gap: number; line: number },
): number {
  if (snapshot.figures.length === 0) return badgeLine * linesOf(noneText(snapshot, texts), inner, 4);
  const parts = snapshot.figures.map((figure) => partWidths(figure, texts, { ...flow, score: 1.1 }));
  const whole = parts.map((widths) => sum(widths) + (widths.length - 1) * 0.9);
  if (rowsOf(whole, flow.gap, inner) === 1) return flow.line;
  const rows = parts.map((widths) => rowsOf(widths, 0.9, inner));
  return sum(rows) * flow.line + (rows.length - 1) * 0.6;
}

/** The disclosure and the maker's line in a column of this inner width. */
export function notesHeight({ snapshot, texts }: Room, inner: number): number {
  const words = [
    disclosureText(snapshot, texts) ?? '',
    texts.text('madeWith', { brand: plainText(snapshot.brand.name) }),
  ];
  const rows = words.map((text) => (text === '' ? 0 : linesOf(text, inner / noteSize, 12)));
  return sum(rows) * noteSize * badgeLine;
}

/** Links to where a review is written, with the margin around them. */
export function linksHeight({ snapshot, texts }: Room, inner: number): number {
  const offers = snapshot.figures.filter(({ writeUrl }) => writeUrl !== null);
  if (!snapshot.settings.showWrite || offers.length === 0) return 0;
  const lines = offers.map(({ source }) => {
    const words = texts.text('writeOn', { source: texts.text(`source_${source}`) });
    return 1.9 + badgeLine * linesOf(words, Math.max(1, inner - 2.4), 4);
  });
  return 0.8 + sum(lines);
}
