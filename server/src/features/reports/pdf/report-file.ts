/** The monthly report as PDF: A4, with embedded fonts, drawn without a browser. */
import type { MonthlyReport } from '@kindling/contract/reports';
import { colorScale, mix } from '@kindling/design/color';
import { light } from '@kindling/design/tokens';
import { type Language, languageFacts } from '@kindling/locales/languages.ts';
import PDFDocument from 'pdfkit';
import { clean, createTypesetter } from '../../../lib/pdf/typesetter.ts';
import {
  columnsHeight,
  drawable,
  drawColumns,
  drawFigures,
  drawHead,
  drawHistogram,
  drawQuotes,
  drawTable,
  quotesHeight,
} from './parts.ts';
import { addSheet, contentWidth, drawHalves, drawText, margin, pageSize, type Sheet } from './sheet.ts';
import { type ReportWords, reportWords } from './words.ts';

export interface ReportFileRequest {
  report: MonthlyReport;
  language: Language;
  brand: { name: string /** `#rrggbb` */; color: string };
}

export async function makeReportFile({ report, language, brand }: ReportFileRequest): Promise<Buffer> {
  const words = reportWords(language);
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: languageFacts[language].tag,
    info: { Title: clean(`${words.texts.title} ${words.month(report.month)}`) },
  });
  const bytes = collect(doc);
  const sheet: Sheet = {
    doc,
    type: createTypesetter(doc),
    colors: colorsOf(brand.color),
    x: margin,
    width: contentWidth,
    y: margin,
  };
  addSheet(sheet);
  drawReport(sheet, report, words);
  drawFeet(sheet, words, brand.name);
  doc.end();
  return bytes;
}

function colorsOf(brandColor: string): Sheet['colors'] {
  const accent = colorScale(brandColor)[7];
  return {
    accent,
    pale: mix(accent, '#ffffff', 0.7),
    ink: light.text,
    muted: light.muted,
    line: light.border,
  };
}

function drawReport(sheet: Sheet, report: MonthlyReport, words: ReportWords): void {
  const { texts } = words;
  drawHead(sheet, report, words);
  drawFigures(sheet, report, words);
  if (report.written > 0) drawCharts(sheet, report, words);
  drawTable(
    sheet,
    texts.sources,
    [
      { head: texts.source, width: 0.22 },
      { head: texts.written, width: 0.16, align: 'right' },
      { head: texts.sourceAverage, width: 0.3 },
      { head: texts.platformToday, width: 0.32 },
    ],
    report.sources.map((source) => [
      words.sourceName(source.source),
      words.number(source.written),
      words.ratings(source),
      words.platformFigure(source),
    ]),
  );
  if (report.locations.length > 1)
    drawTable(
      sheet,
      texts.locations,
      [
        { head: texts.location, width: 0.6 },
        { head: texts.written, width: 0.2, align: 'right' },
        { head: texts.sourceAverage, width: 0.2, align: 'right' },
      ],
      report.locations.map(({ name, written, average }, index) => [
        drawable(name) ?? `${texts.location} ${words.number(index + 1)}`,
        words.number(written),
        words.average(average),
      ]),
    );
  const { high, low } = report.quotes;
  if (high.length + low.length > 0)
    drawHalves(
      sheet,
      quotesHeight(high, low),
      () => drawQuotes(sheet, texts.quotesHigh, high, words),
      () => drawQuotes(sheet, texts.quotesLow, low, words),
    );
}

/** In the order of the screen. */
function drawCharts(sheet: Sheet, report: MonthlyReport, words: ReportWords): void {
  const { texts } = words;
  drawColumns(
    sheet,
    texts.days,
    report.days.map(({ day, written }, index) => ({
      key: day,
      label: index % 5 === 0 ? words.number(Number(day.slice(8))) : '',
      value: written,
      isAccent: true,
    })),
    words,
  );
  drawHalves(
    sheet,
    columnsHeight,
    () => drawHistogram(sheet, report, words),
    () =>
      drawColumns(
        sheet,
        texts.trend,
        report.trend.map(({ month, written }) => ({
          key: month,
          label: words.shortMonth(month),
          value: written,
          isAccent: month === report.month,
        })),
        words,
      ),
  );
}

/** The sender and the number of the page. */
function drawFeet(sheet: Sheet, words: ReportWords, brandName: string): void {
  const { start, count } = sheet.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    sheet.doc.switchToPage(start + index);
    const style = { size: 2.9, color: sheet.colors.muted };
    const y = pageSize.height - 10;
    drawText(sheet, clean(brandName), { x: margin, y }, style);
    const page = words.fill(words.texts.page, { number: words.number(index + 1), of: words.number(count) });
    drawText(sheet, page, { x: margin + contentWidth, y }, { ...style, align: 'right' });
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
