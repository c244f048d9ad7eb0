/** The monthly report as PDF: A4, with embedded fonts, drawn without a browser. */
import type { MonthlyReport } from '@kindling/contract/reports';
import type { Language } from '@kindling/locales/languages.ts';
import { createSheet, drawable, drawHalves, finishSheet, type Sheet } from '../../../lib/pdf/sheet.ts';
import { clean } from '../../../lib/pdf/typesetter.ts';
import {
  columnsHeight,
  drawColumns,
  drawFigures,
  drawHead,
  drawHistogram,
  drawQuotes,
  drawTable,
  quotesHeight,
} from './parts.ts';
import { type ReportWords, reportWords } from './words.ts';

export interface ReportFileRequest {
  report: MonthlyReport;
  language: Language;
  brand: { name: string /** `#rrggbb` */; color: string };
}

export function makeReportFile({ report, language, brand }: ReportFileRequest): Promise<Buffer> {
  const words = reportWords(language);
  const { texts } = words;
  const title = `${texts.title} ${words.month(report.month)}`;
  const sheet = createSheet({ title, language, brandColor: brand.color });
  drawReport(sheet, report, words);
  return finishSheet(sheet, clean(brand.name), (page, of) =>
    words.fill(texts.page, { number: words.number(page), of: words.number(of) }),
  );
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
