/** The monthly report: its choice, what it says of combined figures, its empty and failing states. */
import type { MonthlyReport } from '@kindling/contract/reports';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ReportScreen } from './report-screen.tsx';

const id = (number: number) => `0199f000-0000-7000-8000-00000000020${number}`;
const report: MonthlyReport = {
  month: '2026-10',
  business: null,
  accountName: 'Salt Quay',
  locationCount: 2,
  timeZone: 'Europe/Berlin',
  running: false,
  written: 12,
  writtenBefore: 15,
  average: { now: 4.26, before: 4.31, sources: ['google', 'first-party'] },
  histogram: [1, 0, 1, 3, 6],
  sources: [
    {
      source: 'google',
      written: 10,
      writtenBefore: 12,
      average: 4.2,
      recommended: 0,
      notRecommended: 0,
      platformAverage: 4.5,
      platformCount: 321,
    },
    {
      source: 'first-party',
      written: 2,
      writtenBefore: 3,
      average: null,
      recommended: 1,
      notRecommended: 0,
      platformAverage: null,
      platformCount: null,
    },
  ],
  days: Array.from({ length: 31 }, (_, index) => ({
    day: `2026-10-${String(index + 1).padStart(2, '0')}`,
    written: index === 4 ? 12 : 0,
  })),
  trend: Array.from({ length: 12 }, (_, index) => ({
    month: new Date(Date.UTC(2025, 10 + index, 1)).toISOString().slice(0, 7),
    written: index,
    average: null,
  })),
  locations: [
    { id: id(1), name: 'Bakery', written: 8, average: 4.1 },
    { id: id(2), name: 'Kiosk', written: 4, average: null },
  ],
  replies: {
    answerable: 10,
    replied: 7,
    medianWait: 324,
    unanswered: 3,
    oldestWaiting: { id: id(3), writtenAt: '2026-08-02T10:00:00.000Z' },
  },
  quotes: {
    high: [
      {
        reviewId: id(4),
        source: 'google',
        locationName: 'Bakery',
        authorName: 'Ines',
        rating: 5,
        recommendation: null,
        text: 'Warm bread',
        cut: true,
      },
    ],
    low: [],
  },
};
const businesses = { businesses: [] };

test('shows the figures with the month before, and names the sources of a combined average', async () => {
  await renderScreen(<ReportScreen />, {
    path: '/reports/monthly?month=2026-10',
    answers: { 'GET /reports/monthly': { report }, 'GET /businesses': businesses },
  });
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Monthly report: October 2026');
  await expect.element(page.getByText('↓ month before: 15')).toBeVisible();
  await expect.element(page.getByText('Google and Manual combined')).toBeVisible();
  // Both are printed as 4.3, so nothing went down.
  await expect.element(page.getByText('= month before: 4.3')).toBeVisible();
  await expect.element(page.getByText('half within 5.4 hours')).toBeVisible();
  await expect.element(page.getByText('4.5 stars, 321 reviews')).toBeVisible();
  await expect.element(page.getByText('1 thumb up, 0 down')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'The longest waiting is from Aug 2, 2026' }))
    .toHaveAttribute('href', `/reviews?review=${id(3)}`);
  await expect.element(page.getByText('Warm bread…')).toBeVisible();
  await expect.element(page.getByText('No low rating with text in this month.')).toBeVisible();
});

async function showQuoteOf(authorName: string) {
  const quotes = { high: report.quotes.high.map((one) => ({ ...one, authorName })), low: [] };
  await renderScreen(<ReportScreen />, {
    path: '/reports/monthly?month=2026-10',
    answers: { 'GET /reports/monthly': { report: { ...report, quotes } }, 'GET /businesses': businesses },
  });
  const link = page.getByRole('link', { name: /Bakery/ });
  await expect.element(link).toBeVisible();
  const [author, location] = [...link.element().querySelectorAll('bdi')].map((one) =>
    one.getBoundingClientRect(),
  );
  if (author === undefined || location === undefined)
    throw new Error('An author and a location were expected');
  return { author, location };
}

test.each([
  ['in another direction', 'أمينة'],
  ['with characters that end an isolation and turn what follows', 'A\u2069\u202EZZ'],
])('an author %s does not change places with the location', async (_, name) => {
  const { author, location } = await showQuoteOf(name);
  expect(author.right).toBeLessThanOrEqual(location.left);
});

test('a long author without spaces makes the report no wider', async () => {
  const { author } = await showQuoteOf('W'.repeat(200));
  expect(author.right).toBeLessThanOrEqual(innerWidth);
});

test('a month that runs is compared with the same days, and its days to come are blank', async () => {
  const days = report.days.map((one, index) => (index < 26 ? one : { ...one, written: null }));
  await renderScreen(<ReportScreen />, {
    path: '/reports/monthly?month=2026-10',
    answers: {
      'GET /reports/monthly': { report: { ...report, running: true, days } },
      'GET /businesses': businesses,
    },
  });
  await expect.element(page.getByText('↓ same days of the month before: 15')).toBeVisible();
  await expect.element(page.getByText(/^All locations together: 2\. Days/)).toBeVisible();
  await expect
    .element(page.getByText('70% of the 10 reviews in the month that you can reply to here'))
    .toBeVisible();
  const table = page.getByRole('table', { name: 'Reviews by day' });
  await expect.element(table.getByRole('row', { name: /October 26, 2026 0$/ })).toBeInTheDocument();
  await expect.element(table.getByRole('row', { name: /October 27, 2026 –$/ })).toBeInTheDocument();
});

test('the choice of a month is asked for and kept in the address', async () => {
  const asked: string[] = [];
  await renderScreen(<ReportScreen />, {
    path: '/reports/monthly?month=2026-10',
    answers: {
      'GET /reports/monthly': (url) => {
        const month = url.searchParams.get('month') ?? '';
        asked.push(month);
        return { report: { ...report, month } };
      },
      'GET /businesses': businesses,
    },
  });
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('September 2026');
  expect(asked).toEqual(['2026-10', '2026-09']);
});

test.each([
  ['Pacific/Kiritimati', 'October 2026', 'November 2026'],
  ['America/Los_Angeles', 'September 2026', 'October 2026'],
])(
  'the month before the one that runs in the account’s time zone comes first: %s',
  async (timeZone, chosen, newest) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-31T23:30:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await renderScreen(<ReportScreen />, {
      path: '/reports/monthly',
      timeZone,
      answers: { 'GET /reports/monthly': { report }, 'GET /businesses': businesses },
    });
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent(`Monthly report: ${chosen}`);
    const months = page.getByRole('combobox', { name: 'Month' }).getByRole('option');
    await expect.element(months.first()).toHaveTextContent(newest);
  },
);

test('a month without a review says so, and a failure offers another try', async () => {
  let fails = true;
  const empty = { ...report, written: 0, average: { now: null, before: null, sources: [] } };
  await renderScreen(<ReportScreen />, {
    path: '/reports/monthly?month=2026-10',
    answers: {
      'GET /reports/monthly': () => (fails ? 404 : { report: empty }),
      'GET /businesses': businesses,
    },
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeDisabled();
  fails = false;
  await again.click();
  await expect.element(page.getByText('No review in this month')).toBeVisible();
  await expect.element(page.getByText('no stars in this month')).toBeVisible();
});
