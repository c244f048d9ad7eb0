/** For component tests only: answers of the dashboard's routes, with numbers of five digits, each of them another one. */
import type {
  Dashboard,
  DashboardFigures,
  DashboardVisits,
  DashboardWords,
} from '@kindling/contract/analytics';

const id = (number: number) => `0199f000-0000-7000-8000-0000000000${number}`;

export function makeDashboard(changes: Partial<Dashboard> = {}): Dashboard {
  return {
    total: 12_345,
    unanswered: 23_456,
    oldestWaiting: { id: id(62), writtenAt: '2026-10-01T10:00:00.000Z' },
    sources: [
      {
        source: 'google',
        platformAverage: 4.3,
        platformCount: 56_789,
        stars: null,
        stored: 56_780,
        recommended: 0,
        notRecommended: 0,
      },
      {
        source: 'facebook',
        platformAverage: null,
        platformCount: null,
        stars: null,
        stored: 67_890,
        recommended: 78_901,
        notRecommended: 89_012,
      },
    ],
    combined: null,
    recounting: false,
    newest: [],
    withoutDestination: null,
    setup: {
      business: { id: id(61), name: 'Salt Quay', website: null, named: true },
      connections: 2,
      widgets: 1,
      published: 1,
      rated: true,
      firstEmbedLoad: { site: 'saltquay.example', at: '2026-11-01T10:00:00.000Z' },
    },
    ...changes,
  };
}

export function makeFigures(changes: Partial<DashboardFigures> = {}): DashboardFigures {
  const of = (total: number, average: number | null = 4.1) => ({
    total,
    answerable: total,
    answered: Math.round(total / 2),
    ratings: [11_111, 22_222, 33_333, 44_444, 55_555],
    average,
    recommended: 0,
    notRecommended: 0,
    medianWait: 300,
  });
  const span = (from: string, to: string) => ({ from, to });
  return {
    period: span('2026-10-28', '2026-11-26'),
    figures: of(34_567),
    before: {
      ...span('2026-09-28', '2026-10-27'),
      figures: { ...of(45_678, 4.2), ratings: [1, 2, 3, 4, 5] },
    },
    points: [
      { ...span('2026-10-28', '2026-11-11'), figures: of(14_567) },
      { ...span('2026-11-12', '2026-11-26'), figures: of(20_000, null) },
    ],
    trend: {
      step: 'month',
      points: [
        { ...span('2026-10-28', '2026-10-31'), total: 90_123, average: 4.1 },
        { ...span('2026-11-01', '2026-11-26'), total: 0, average: null },
      ],
    },
    sources: [
      { source: 'google', total: 13_579, before: 1, average: 4.3, recommended: 0, notRecommended: 0 },
      { source: 'facebook', total: 2_468, before: 2, average: null, recommended: 2_400, notRecommended: 68 },
    ],
    languages: [
      { language: 'de', total: 24_680, average: 4.4 },
      { language: null, total: 10_111, average: null },
    ],
    locations: [
      { id: id(71), name: 'Harbor', total: 23_571, answered: 1, average: 4.5 },
      { id: id(72), name: 'Market', total: 10_996, answered: 1, average: 3.9 },
    ],
    moreLocations: 0,
    tags: [
      { id: id(81), name: 'Parking', color: 'blue', total: 10_203, before: 7, average: 2.9, points: [3, 4] },
    ],
    ...changes,
  };
}

export const someWords: DashboardWords = {
  texts: 1_234,
  more: false,
  languages: [
    {
      language: 'en',
      texts: 800,
      words: [
        {
          word: 'breakfast',
          count: 41,
          average: 4.7,
          example: { before: 'The best ', word: 'Breakfast', after: ' in the harbor' },
        },
        {
          word: 'parking',
          count: 17,
          average: 2.1,
          example: { before: 'No ', word: 'parking', after: ' at all' },
        },
      ],
    },
    {
      language: 'de',
      texts: 400,
      words: [
        { word: 'Service', count: 9, average: null, example: { before: '', word: 'Service', after: ' gut' } },
      ],
    },
  ],
};

const nothing = { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 };
export const someVisits: DashboardVisits = {
  embeds: {
    now: { views: 32_100, clicks: 321, reads: 210, writes: 21 },
    before: { views: 1, clicks: 0, reads: 0, writes: 0 },
  },
  funnel: { now: { ...nothing, visits: 400, ratings: 200 }, before: nothing },
  countries: [
    { country: 'DE', embeds: 20_000, pages: 300 },
    { country: '', embeds: 100, pages: 0 },
  ],
  states: { basis: 'reviews', items: [{ state: 'OR', count: 17_171 }] },
};

/** The routes that the screen asks for. */
export function dashboardAnswers(dashboard: Dashboard = makeDashboard()) {
  return {
    'GET /connections': { connections: [] },
    'GET /submissions/figures': { held: 0 },
    'GET /businesses': { businesses: [] },
    'GET /dashboard': dashboard,
    'GET /dashboard/figures': makeFigures(),
    'GET /dashboard/words': someWords,
    'GET /dashboard/visits': someVisits,
  };
}
