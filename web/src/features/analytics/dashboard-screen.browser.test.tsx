/** The dashboard's alerts for connections, its number formats, and its notice while figures are recounted. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeConnection } from '../../testing/connections.ts';
import { dashboardAnswers, makeDashboard, makeFigures } from '../../testing/dashboard.ts';
import { numbersWithoutSeparators } from '../../testing/numbers.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { makeReview } from '../../testing/reviews.ts';
import { ownAccount } from '../../testing/session.ts';
import { ConnectionAlerts } from './connection-alerts.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';
import { KeyFigures } from './key-figures.tsx';
import { SourceCards } from './source-cards.tsx';

const figures = makeDashboard();
const all = dashboardAnswers(figures);

const withConnections = (...connections: ReturnType<typeof makeConnection>[]) => ({
  answers: { 'GET /connections': { connections } },
});

describe('a viewer', () => {
  const account = { ...ownAccount, role: 'viewer' as const };

  test('sees no alert that only others can act on', async () => {
    const { calls } = await renderScreen(<DashboardScreen />, {
      account,
      answers: all,
    });
    await expect.element(page.getByText('New reviews')).toBeVisible();
    expect(calls).not.toContain('GET /connections');
  });

  test('limited to locations learns how many of them the figures are about', async () => {
    const limited = { ...account, locationIds: [ownAccount.id] };
    await renderScreen(<DashboardScreen />, { account: limited, answers: all });
    await expect.element(page.getByText(/You see 1 location of Berg\.$/)).toBeVisible();
  });

  test('of an empty account learns what comes, without steps that they may not take', async () => {
    const setup = { ...figures.setup, connections: 0, published: 0, firstEmbedLoad: null };
    await renderScreen(<DashboardScreen />, {
      account,
      answers: { ...all, 'GET /dashboard': { ...figures, total: 0, setup } },
    });
    await expect.element(page.getByText('No reviews yet')).toBeVisible();
    await expect.element(page.getByRole('list')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });
});

describe('held reviews', () => {
  const answers = { ...all, 'GET /submissions/figures': { held: 2 } };

  test('are announced with the way to them', async () => {
    await renderScreen(<DashboardScreen />, { answers });
    await expect
      .element(page.getByText('2 held reviews are waiting for your decision', { exact: true }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Decide' }))
      .toHaveAttribute('href', '/review-pipeline/review?tab=held');
  });

  test('are no matter of somebody who does not decide about them', async () => {
    const account = { ...ownAccount, role: 'viewer' as const };
    const { calls } = await renderScreen(<DashboardScreen />, { account, answers });
    await expect.element(page.getByText('New reviews')).toBeVisible();
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
      .element(page.getByText(/Google asks for your consent to sync ines@saltquay\.example again/))
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
      answers: { ...all, 'GET /connections': { connections }, 'GET /dashboard': dashboard },
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
    await renderScreen(<SourceCards dashboard={{ sources: [source], combined: null }} />, { answers: {} });
    await expect.element(page.getByText('4.2', { exact: true })).toBeVisible();
    await expect.element(page.getByText('12 ratings with stars · 43 of 45 thumbs up')).toBeVisible();
    await expect.element(page.getByText('57 reviews here')).toBeVisible();
    await expect.element(page.getByText(/recommend|platform/i)).not.toBeInTheDocument();
    await renderScreen(
      <SourceCards dashboard={{ sources: [{ ...source, stars: null }], combined: null }} />,
      { answers: {} },
    );
    await expect.element(page.getByText('43 of 45 thumbs up', { exact: true })).toBeVisible();
  });

  test('show a notice while they are recounted', async () => {
    let recounting = true;
    await renderScreen(<DashboardScreen />, {
      answers: { ...all, 'GET /dashboard': () => ({ ...figures, recounting }) },
    });
    const notice = page.getByText(/^The time zone was changed\. .* the figures here may still change\.$/);
    await expect.element(notice).toBeVisible();
    recounting = false;
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Reviews and stars over time' })).toBeVisible();
  });

  test.each([
    ['en', ','],
    ['de', '.'],
  ])('have the thousands separators of their language: %s', async (language, separator) => {
    await renderScreen(<DashboardScreen />, {
      answers: all,
      language,
    });
    const shown = [
      23_456, 34_567, 45_678, 56_789, 56_780, 67_890, 78_901, 89_012, 23_571, 13_579, 24_680, 10_203,
    ];
    const text = () => document.body.textContent;
    for (const number of shown)
      await expect.poll(text).toContain(String(number).replace(/(?=\d{3}$)/, separator));
    expect(numbersWithoutSeparators()).toEqual([]);
  });
});

test('numbers stand below heads that are seen, and sources without stars say who recommends them', async () => {
  await renderScreen(<DashboardScreen />, { answers: all });
  await expect.element(page.getByText('2,400 of 2,468 recommend')).toBeVisible();
  for (const name of ['This period', 'Share']) {
    const head = page.getByRole('columnheader', { name }).first();
    await expect.element(head).toBeVisible();
    expect(head.element().getBoundingClientRect().height).toBeGreaterThan(10);
  }
  await expect.element(page.getByText(/The most: October 2026, 90,123\.$/)).toBeInTheDocument();
});

test('changes are those of the figures as they are shown', async () => {
  const made = makeFigures();
  const before = {
    ...made.figures,
    total: 1_000,
    answerable: 1_000,
    answered: 355,
    average: 4.26,
    medianWait: 21.6 * 60,
  };
  const figures = {
    ...made.figures,
    total: 3_000,
    answerable: 1_000,
    answered: 204,
    average: 4.24,
    medianWait: 21.4 * 60,
  };
  const answer = { ...made, figures, before: { ...made.period, figures: before } };
  await renderScreen(<KeyFigures answer={answer} pathOf={() => '/reviews'} />, { answers: {} });
  const changes = [...document.querySelectorAll('a')].map(({ textContent }) => textContent);
  // The exact shares differ by 15.1 points, the exact averages by 0.02, the exact times by less than 1 %.
  expect(changes).toEqual([
    expect.stringContaining('+200% before: 1,000'),
    expect.stringContaining('-0.1 before: 4.3'),
    expect.stringContaining('-16 points before: 36%'),
    expect.stringContaining('-5% before: 22 h'),
  ]);
});

describe('the choice', () => {
  const asked = () => {
    const queries: string[] = [];
    const answers = {
      ...all,
      'GET /businesses': {
        businesses: [makeBusiness('1', 'Berg', ['Harbor', 'Market']), makeBusiness('2', 'Tal', ['Mill'])],
      },
      'GET /dashboard/figures': (url: URL) => {
        queries.push(url.search);
        return makeFigures();
      },
    };
    return { queries, answers };
  };

  test('of the address decides what is asked for, and the links lead to these reviews', async () => {
    const { queries, answers } = asked();
    await renderScreen(<DashboardScreen />, {
      answers,
      path: `/dashboard?from=2026-10-28&to=2026-11-26&locationId=${locationId('11')}`,
    });
    await expect.element(page.getByText('34,567')).toBeVisible();
    expect(queries).toEqual([expect.stringContaining('from=2026-10-28')]);
    expect(queries[0]).toContain(`locationId=${locationId('11')}`);
    const link = page.getByRole('link', { name: /^New reviews/ });
    await expect
      .element(link)
      .toHaveAttribute('href', `/reviews?locationId=${locationId('11')}&from=2026-10-28&to=2026-11-26`);
  });

  test('of two days is typed as people write them', async () => {
    const { queries, answers } = asked();
    await renderScreen(<DashboardScreen />, {
      answers,
      path: '/dashboard?from=2026-10-28&to=2026-11-26',
      language: 'de',
    });
    const first = page.getByRole('textbox', { name: 'Erster Tag' });
    await expect.element(first).toHaveValue('28.10.2026');
    await first.fill('1.11.26');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => queries.at(-1)).toContain('from=2026-11-01');
    expect(queries.at(-1)).toContain('to=2026-11-26');
  });

  test('has the way to the monthly report beside it, of the chosen business', async () => {
    const { answers } = asked();
    const businessId = locationId('91');
    await renderScreen(<DashboardScreen />, { answers, path: `/dashboard?businessId=${businessId}` });
    await expect
      .element(
        page
          .getByRole('region', { name: 'Business, location and period' })
          .getByRole('link', { name: 'Monthly report' }),
      )
      .toHaveAttribute('href', `/reports/monthly?business=${businessId}`);
  });

  test('is kept for the next visit, and a business takes its locations along', async () => {
    const { queries, answers } = asked();
    await renderScreen(<DashboardScreen />, { answers, path: '/dashboard' });
    await page.getByRole('combobox', { name: 'Period' }).selectOptions('This year');
    await expect.poll(() => queries.at(-1)).toContain(`from=${new Date().getFullYear()}-01-01`);
    await page.getByRole('combobox', { name: 'Business' }).selectOptions('Tal');
    await expect.poll(() => queries.at(-1)).toContain('businessId=');
    const { key, value } = Object.entries(localStorage)
      .map(([key, value]) => ({ key, value: String(value) }))
      .find((one) => one.key.startsWith('dashboardChoice:')) ?? { key: '', value: '' };
    onTestFinished(() => localStorage.removeItem(key));
    expect(value).toMatch(/^period=year&businessId=/);
  });
});

describe('charts', () => {
  test('are tables too, whose rows lead to their reviews', async () => {
    await renderScreen(<DashboardScreen />, { answers: all });
    const view = page.getByRole('radiogroup', { name: 'View of Stars' });
    await view.getByTitle('Table').click();
    const table = page.getByRole('table', { name: 'Stars' });
    await expect.element(table.getByRole('row', { name: /^5 stars 55,555 5$/ })).toBeVisible();
    await expect
      .element(table.getByRole('link', { name: '5 stars' }))
      .toHaveAttribute('href', '/reviews?from=2026-10-28&to=2026-11-26&rating=5&ratingMode=only');
    await expect
      .element(page.getByText(/^166,665 reviews with stars: 55,555 with five, 11,111 with one\.$/))
      .toBeInTheDocument();
  });

  test('of words change their language and lead to the search', async () => {
    await renderScreen(<DashboardScreen />, { answers: all });
    const words = page.getByRole('list', { name: 'Words people use' });
    await expect
      .element(words.getByRole('link', { name: /breakfast.*in 41 reviews/ }))
      .toHaveAttribute('href', expect.stringMatching(/search=breakfast&language=en$/));
    await page.getByRole('radiogroup', { name: 'Language' }).getByText('German').click();
    await expect.element(words.getByText('Service', { exact: true }).first()).toBeVisible();
    await expect.element(words.getByText('parking')).not.toBeInTheDocument();
  });

  test('of visits show countries and, on request, states, with a table beside', async () => {
    await renderScreen(<DashboardScreen />, { answers: all });
    const countries = page.getByRole('table', { name: 'Visits by country' });
    await expect.element(countries.getByRole('row', { name: 'Germany 20,000 300' })).toBeVisible();
    await expect
      .poll(() => document.querySelector('path[data-code=DE]')?.getAttribute('data-shade'))
      .toBe('5');
    await page.getByRole('radiogroup', { name: 'Area' }).getByText('United States').click();
    await expect
      .element(
        page.getByRole('table', { name: 'Reviews by state' }).getByRole('row', { name: 'Oregon 17,171' }),
      )
      .toBeVisible();
    expect(document.querySelectorAll('path[data-code]')).toHaveLength(51);
  });
});

test('a combined figure says what it is made of', async () => {
  const combined = { average: 4.25, count: 12_345, sources: ['google' as const, 'first-party' as const] };
  await renderScreen(<SourceCards dashboard={{ sources: figures.sources, combined }} />, { answers: {} });
  await expect.element(page.getByRole('heading', { name: 'Combined' })).toBeVisible();
  await expect
    .element(page.getByText('12,345 ratings from Google and Manual, combined and weighted'))
    .toBeVisible();
});

test('figures that fail are told, and what does not depend on them stays', async () => {
  await renderScreen(<DashboardScreen />, {
    answers: { ...all, 'GET /dashboard/figures': 500, 'GET /dashboard/words': 500 },
  });
  await expect.element(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'What each source says' })).toBeVisible();
});

test('the newest reviews lead to the review', async () => {
  const [named, anonymous] = [makeReview(), makeReview({ id: locationId('52'), authorName: null })];
  await renderScreen(<DashboardScreen />, {
    answers: { ...all, 'GET /dashboard': makeDashboard({ newest: [named, anonymous] }) },
  });
  for (const [name, { id }] of [['Orla Finch', named] as const, ['Anonymous', anonymous] as const])
    await expect
      .element(page.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', `/reviews?review=${id}`);
});

const locationId = (number: string) => `0199f000-0000-7000-8000-0000000000${number}`;

function makeBusiness(number: string, name: string, locations: string[]) {
  return {
    id: locationId(`9${number}`),
    name,
    locations: locations.map((location, index) => ({
      id: locationId(`${number}${index + 1}`),
      name: location,
    })),
  };
}
