/** The report as a file: what the fonts lack, long names, and how many pages it takes. */
import type { MonthlyReport, ReportQuote } from '@kindling/contract/reports';
import { expect, test } from 'vitest';
import { readPdf } from '../../../testing/read-pdf.ts';
import { makeReportFile } from './report-file.ts';

const id = '0199f000-0000-7000-8000-000000000001';
const quote = (changes: Partial<ReportQuote>): ReportQuote => ({
  reviewId: id,
  source: 'google',
  locationName: 'Harbor',
  authorName: 'Ines',
  rating: 5,
  recommendation: null,
  text: 'Warm bread and kind people, every single morning of the week. '.repeat(4).slice(0, 200),
  cut: true,
  ...changes,
});

function makeReport(changes: Partial<MonthlyReport> = {}): MonthlyReport {
  return {
    month: '2026-11',
    business: { id, name: 'Salt Quay' },
    accountName: 'Mara Lindqvist',
    locationCount: 4,
    timeZone: 'Europe/Berlin',
    running: true,
    written: 40,
    writtenBefore: 38,
    average: { now: 4.1, before: 4.2, sources: ['google', 'first-party'] },
    histogram: [1, 2, 3, 4, 30],
    sources: (['google', 'facebook', 'first-party'] as const).map((source) => ({
      source,
      written: 10,
      writtenBefore: 9,
      average: 4.2,
      recommended: 3,
      notRecommended: 1,
      platformAverage: 4.5,
      platformCount: 321,
    })),
    days: Array.from({ length: 30 }, (_, index) => ({
      day: `2026-11-${String(index + 1).padStart(2, '0')}`,
      written: index < 26 ? index % 4 : null,
    })),
    trend: Array.from({ length: 12 }, (_, index) => ({
      month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
      written: index,
      average: null,
    })),
    locations: Array.from({ length: 10 }, (_, index) => ({
      id,
      name: index === 3 ? 'مطعم الميناء' : `Harbor ${index}`,
      written: 4,
      average: 4,
    })),
    replies: { answerable: 40, replied: 30, medianWait: 300, unanswered: 3, oldestWaiting: null },
    quotes: {
      high: [quote({}), quote({ authorName: 'أمينة' }), quote({ text: '★☆☆☆☆ Never again', cut: false })],
      low: [quote({ rating: 1, authorName: `${'Maximiliane '.repeat(8)}` }), quote({}), quote({})],
    },
    ...changes,
  };
}

const file = async (report: MonthlyReport) =>
  readPdf(await makeReportFile({ report, language: 'en', brand: { name: 'Kindling', color: '#3B82EC' } }));
const textOf = ({ pages }: Awaited<ReturnType<typeof file>>) =>
  pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');

test('names the business, and compares a running month with the same days', async () => {
  const text = textOf(await file(makeReport()));
  expect(text).toContain('Salt Quay');
  expect(text).toContain('All locations together: 4.');
  expect(text).not.toContain('Mara Lindqvist');
  expect(text).toMatch(/↑ same days of the\s+month before: 38|same days/);
  expect(text).toContain('75%');
});

test('says what it cannot draw, and cuts a long name instead of shrinking it', async () => {
  const made = await file(makeReport());
  const text = textOf(made);
  expect(text).toContain('A guest');
  expect(text).toContain('Never again');
  expect(text).toMatch(/some characters/);
  expect(text).toContain('Location 4');
  expect(text).toContain('…');
  const sizes = made.pages.flatMap(({ texts }) =>
    texts.filter((one) => /Maximiliane/.test(one.text)).map(({ size }) => size),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(8);
});

test('takes two pages, also with ten locations and all quotes', async () => {
  expect((await file(makeReport())).pages).toHaveLength(2);
});
