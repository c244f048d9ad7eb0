/** The dashboard's alerts for connections, its number formats, and its notice while figures are recounted. */
import type { Dashboard } from '@kindling/contract/analytics';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeConnection } from '../../testing/connections.ts';
import { numbersWithoutSeparators } from '../../testing/numbers.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { ConnectionAlerts } from './connection-alerts.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';
import { SourceCards } from './source-cards.tsx';

const figures: Dashboard = {
  total: 12_345,
  unanswered: 23_456,
  last30Days: 34_567,
  previous30Days: 45_678,
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
  histogram: [11_111, 22_222, 33_333, 44_444, 55_555],
  months: [{ month: '2026-10', count: 90_123, average: 4.1 }],
  recounting: false,
  newest: [],
  withoutDestination: null,
  setup: {
    business: {
      id: '0199f000-0000-7000-8000-000000000061',
      name: 'Salt Quay',
      website: null,
      named: true,
    },
    connections: 2,
    widgets: 1,
    published: 1,
    rated: true,
    firstEmbedLoad: { site: 'saltquay.example', at: '2026-11-01T10:00:00.000Z' },
  },
};

const withConnections = (...connections: ReturnType<typeof makeConnection>[]) => ({
  answers: { 'GET /connections': { connections } },
});

describe('a viewer', () => {
  const account = { ...ownAccount, role: 'viewer' as const };

  test('sees no alert that only others can act on', async () => {
    const { calls } = await renderScreen(<DashboardScreen />, {
      account,
      answers: { 'GET /dashboard': figures },
    });
    await expect.element(page.getByText('Reviews in all')).toBeVisible();
    expect(calls).not.toContain('GET /connections');
  });

  test('limited to locations learns how many of them the figures are about', async () => {
    const limited = { ...account, locationIds: [ownAccount.id] };
    await renderScreen(<DashboardScreen />, { account: limited, answers: { 'GET /dashboard': figures } });
    await expect.element(page.getByText(/You see 1 location of Berg\.$/)).toBeVisible();
  });

  test('of an empty account learns what comes, without steps that they may not take', async () => {
    const setup = { ...figures.setup, connections: 0, published: 0, firstEmbedLoad: null };
    await renderScreen(<DashboardScreen />, {
      account,
      answers: { 'GET /dashboard': { ...figures, total: 0, setup } },
    });
    await expect.element(page.getByText('No reviews yet')).toBeVisible();
    await expect.element(page.getByRole('list')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });
});

describe('held reviews', () => {
  const answers = {
    'GET /connections': { connections: [] },
    'GET /dashboard': figures,
    'GET /submissions/figures': { held: 2 },
  };

  test('are announced with the way to them', async () => {
    await renderScreen(<DashboardScreen />, { answers });
    await expect
      .element(page.getByText('2 reviews are held and wait for your decision', { exact: true }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Decide' }))
      .toHaveAttribute('href', '/review-pipeline/review?tab=held');
  });

  test('are no matter of somebody who does not decide about them', async () => {
    const account = { ...ownAccount, role: 'viewer' as const };
    const { calls } = await renderScreen(<DashboardScreen />, { account, answers });
    await expect.element(page.getByText('Reviews in all')).toBeVisible();
    expect(calls).not.toContain('GET /submissions/figures');
  });
});

describe('connections that need attention', () => {
  test('each alert explains the problem and links to the connection', async () => {
    const consent = makeConnection({ status: 'needs_reauthorization' });
    const unapproved = makeConnection({
      id: '0199f000-0000-7000-8000-000000000019',
      platform: 'facebook',
      displayName: 'Salt Quay',
      status: 'not_approved',
    });
    await renderScreen(<ConnectionAlerts />, withConnections(consent, unapproved));
    await expect
      .element(page.getByText(/Google asks for your consent to read ines@saltquay\.example again/))
      .toBeVisible();
    await expect.element(page.getByText(/Facebook has not approved this installation/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open connection: Google, ines@saltquay.example' }))
      .toHaveAttribute('href', `/connections/google?connection=${consent.id}`);
    await expect
      .element(page.getByRole('link', { name: 'Open connection: Facebook, Salt Quay' }))
      .toHaveAttribute('href', `/connections/facebook?connection=${unapproved.id}`);
  });

  test.each([
    ['with reviews', figures],
    ['before the first review', { ...figures, total: 0 }],
    ['without figures', 403],
  ])('are shown on the dashboard, %s', async (_state, dashboard) => {
    const connections = [makeConnection({ status: 'revoked' })];
    await renderScreen(<DashboardScreen />, {
      answers: { 'GET /connections': { connections }, 'GET /dashboard': dashboard },
    });
    await expect
      .element(page.getByRole('link', { name: 'Open connection: Google, ines@saltquay.example' }))
      .toBeVisible();
  });

  test('active, disconnected and withdrawn connections show no alert', async () => {
    const statuses = ['active', 'disconnected', 'withdrawn'] as const;
    const { calls } = await renderScreen(
      <>
        <ConnectionAlerts />
        <p>below</p>
      </>,
      withConnections(
        ...statuses.map((status, at) =>
          makeConnection({ id: `0199f000-0000-7000-8000-00000000003${at}`, status }),
        ),
      ),
    );
    await expect.poll(() => calls).toContain('GET /connections');
    await expect.element(page.getByText('below')).toBeVisible();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });

  test('are in German', async () => {
    await renderScreen(<ConnectionAlerts />, {
      ...withConnections(makeConnection({ status: 'revoked' })),
      language: 'de',
    });
    await expect.element(page.getByRole('link', { name: /^Verbindung öffnen/ })).toBeVisible();
  });
});

describe('figures', () => {
  test('of first-party reviews are those of stars, with thumbs as a sum', async () => {
    const source = {
      source: 'first-party' as const,
      platformAverage: null,
      platformCount: null,
      stars: { average: 4.2, count: 12 },
      stored: 57,
      recommended: 43,
      notRecommended: 2,
    };
    await renderScreen(<SourceCards sources={[source]} />, { answers: {} });
    await expect.element(page.getByText('4.2', { exact: true })).toBeVisible();
    await expect.element(page.getByText('12 ratings with stars · 43 of 45 thumbs up')).toBeVisible();
    await expect.element(page.getByText('57 reviews here')).toBeVisible();
    await expect.element(page.getByText(/recommend|platform/i)).not.toBeInTheDocument();
    await renderScreen(<SourceCards sources={[{ ...source, stars: null }]} />, { answers: {} });
    await expect.element(page.getByText('43 of 45 thumbs up', { exact: true })).toBeVisible();
  });

  test('show a notice while they are recounted', async () => {
    let recounting = true;
    await renderScreen(<DashboardScreen />, {
      answers: {
        'GET /connections': { connections: [] },
        'GET /dashboard': () => ({ ...figures, recounting }),
      },
    });
    const notice = page.getByText(/^The time zone was changed\. .* the figures here may still move\.$/);
    await expect.element(notice).toBeVisible();
    recounting = false;
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Reviews per month' })).toBeVisible();
  });

  test.each([
    ['en', ','],
    ['de', '.'],
  ])('have the thousands separators of their language: %s', async (language, separator) => {
    await renderScreen(<DashboardScreen />, {
      answers: { 'GET /connections': { connections: [] }, 'GET /dashboard': { ...figures } },
      language,
    });
    const shown = [12_345, 23_456, 34_567, 45_678, 56_789, 56_780, 67_890, 78_901, 89_012, 90_123, 11_111];
    const all = () => document.body.textContent;
    for (const number of shown)
      await expect.poll(all).toContain(String(number).replace(/(?=\d{3}$)/, separator));
    expect(numbersWithoutSeparators()).toEqual([]);
  });
});
