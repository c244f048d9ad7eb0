/** The parts of a report on paper, from the top to the foot of the page. */
import type { MonthlyReport, ReportQuote } from '@kindling/contract/reports';
import {
  contentWidth,
  drawable,
  drawHeading,
  drawText,
  makeRoom,
  margin,
  type Sheet,
} from '../../../lib/pdf/sheet.ts';
import { clean } from '../../../lib/pdf/typesetter.ts';
import type { ReportWords } from './words.ts';

export function drawHead(sheet: Sheet, report: MonthlyReport, words: ReportWords): void {
  const { texts } = words;
  const name = drawable(report.business?.name ?? report.accountName);
  sheet.y = margin + 4;
  drawText(
    sheet,
    texts.title,
    { x: margin, y: sheet.y },
    { size: 3.8, weight: 'strong', color: sheet.colors.accent },
  );
  drawText(sheet, words.month(report.month), { x: margin, y: sheet.y + 11 }, { size: 10, weight: 'display' });
  sheet.y += 18;
  if (name !== null) {
    drawText(sheet, name, { x: margin, y: sheet.y }, { size: 4.6, weight: 'strong' });
    sheet.y += 6;
  }
  const notes = [
    ...(report.locationCount > 1
      ? [words.fill(texts.together, { number: words.number(report.locationCount) })]
      : []),
    words.fill(texts.zone, { zone: report.timeZone }),
    ...(report.running ? [texts.running] : []),
  ];
  drawText(sheet, notes.join('. '), { x: margin, y: sheet.y }, { size: 3.2, color: sheet.colors.muted });
  sheet.y += 9;
}

/** Four large numbers, each with what it is compared with. */
export function drawFigures(sheet: Sheet, report: MonthlyReport, words: ReportWords): void {
  const width = contentWidth / 4;
  for (const [index, { label, value, notes }] of words.figures(report).entries()) {
    const x = margin + index * width;
    const style = { width: width - 5 };
    drawText(sheet, value, { x, y: sheet.y + 9 }, { ...style, size: 10, weight: 'display' });
    drawText(sheet, label, { x, y: sheet.y + 15.5 }, { ...style, size: 3.6, weight: 'strong' });
    let y = sheet.y + 20.5;
    for (const note of notes)
      y += drawText(sheet, note, { x, y }, { ...style, size: 3, lines: 3, color: sheet.colors.muted });
  }
  sheet.y += 38;
}

interface Bar {
  key: string;
  /** Below the bar; '' for none. */
  label: string;
  /** Null for what is not over yet. */
  value: number | null;
  isAccent: boolean;
}

/** Millimeters that {@link drawColumns} takes. */
export const columnsHeight = 60;

/** Columns with a baseline and the value above each, where there is room for it. */
export function drawColumns(sheet: Sheet, title: string, bars: readonly Bar[], words: ReportWords): void {
  const height = 30;
  makeRoom(sheet, columnsHeight);
  drawHeading(sheet, title);
  const step = sheet.width / bars.length;
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const base = sheet.y + height + 5;
  for (const [index, { label, value: known, isAccent }] of bars.entries()) {
    const value = known ?? 0;
    const x = sheet.x + index * step;
    const tall = (value / most) * height;
    const { accent, pale } = sheet.colors;
    if (value > 0)
      sheet.doc.rect(x + step * 0.15, base - tall, step * 0.7, tall).fill(isAccent ? accent : pale);
    if (bars.length <= 12 && value > 0)
      drawText(
        sheet,
        words.number(value),
        { x: x + step / 2, y: base - tall - 1.4 },
        { size: 2.9, align: 'center', width: step, weight: isAccent ? 'strong' : 'text' },
      );
    if (label !== '')
      drawText(
        sheet,
        label,
        { x: x + step / 2, y: base + 4.4 },
        { size: 2.9, align: 'center', width: step * 1.6, color: sheet.colors.muted },
      );
  }
  sheet.doc.rect(sheet.x, base, sheet.width, 0.25).fill(sheet.colors.muted);
  sheet.y = base + 12;
}

/** The stars of the month, the highest first. */
export function drawHistogram(sheet: Sheet, report: MonthlyReport, words: ReportWords): void {
  const sum = report.histogram.reduce((total, count) => total + count, 0);
  if (sum === 0) return;
  makeRoom(sheet, 13 + 5 * 6.5);
  drawHeading(sheet, words.texts.histogram);
  const [labels, values] = [32, 20];
  const width = sheet.width - labels - values;
  for (const [index, count] of report.histogram.toReversed().entries()) {
    const y = sheet.y + index * 6.5;
    const stars = words.fill(words.texts.starsOfFive, { number: words.number(5 - index) });
    drawText(sheet, stars, { x: sheet.x, y: y + 3 }, { size: 3.4, width: labels - 2 });
    sheet.doc.rect(sheet.x + labels, y, width, 3.6).fill('#eef0f4');
    if (count > 0) sheet.doc.rect(sheet.x + labels, y, (count / sum) * width, 3.6).fill(sheet.colors.accent);
    drawText(
      sheet,
      words.number(count),
      { x: sheet.x + sheet.width, y: y + 3 },
      { size: 3.4, align: 'right', width: values },
    );
  }
  sheet.y += 5 * 6.5 + 5;
}

interface Column {
  head: string;
  /** Share of the page's width. */
  width: number;
  align?: 'right';
}

export function drawTable(
  sheet: Sheet,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  if (rows.length === 0) return;
  makeRoom(sheet, 13 + (rows.length + 1) * 6.4);
  drawHeading(sheet, title);
  const line = (cells: readonly string[], isHead: boolean) => {
    let x = sheet.x;
    for (const [index, { width: share, align = 'left' }] of columns.entries()) {
      const width = share * sheet.width;
      drawText(
        sheet,
        drawable(cells[index] ?? '') ?? '–',
        { x: align === 'right' ? x + width - 8 : x, y: sheet.y },
        {
          size: isHead ? 3 : 3.5,
          width: width - 6,
          align,
          weight: index === 0 && !isHead ? 'strong' : 'text',
          color: isHead ? sheet.colors.muted : sheet.colors.ink,
        },
      );
      x += width;
    }
    sheet.y += 6.4;
  };
  line(
    columns.map(({ head }) => head),
    true,
  );
  for (const row of rows) line(row, false);
  sheet.y += 3;
}

/** Millimeters that quotes in one half of the page take at most. */
const quoteHeight = 42;
export const quotesHeight = (...lists: readonly (readonly ReportQuote[])[]) =>
  13 + quoteHeight * Math.max(...lists.map((list) => list.length));

/** What people wrote, with the rating and the place. */
export function drawQuotes(
  sheet: Sheet,
  title: string,
  quotes: readonly ReportQuote[],
  words: ReportWords,
): void {
  if (quotes.length === 0) return;
  drawHeading(sheet, title);
  for (const quote of quotes) {
    const whole = `${quote.text}${quote.cut ? '…' : ''}`;
    const text = drawable(whole);
    const isLacking = text !== null && text !== clean(whole);
    const at = () => ({ x: sheet.x + 4, y: sheet.y });
    const width = sheet.width - 5;
    const style = { size: 3.5, lines: 6, width };
    const top = sheet.y - 3;
    sheet.y += drawText(
      sheet,
      text ?? words.texts.undrawable,
      at(),
      text === null ? { ...style, color: sheet.colors.muted } : style,
    );
    const by = words.by(quote, drawable);
    sheet.y += drawText(sheet, isLacking ? `${by} · ${words.texts.signsLeftOut}` : by, at(), {
      size: 2.9,
      lines: 2,
      fixed: true,
      color: sheet.colors.muted,
      width,
    });
    sheet.doc.rect(sheet.x, top, 1, sheet.y - top - 2).fill(sheet.colors.pale);
    sheet.y += 3.5;
  }
}
