/** What connection cards and listings show in each status, and which action they offer. */
import type { Connection } from '@kindling/contract/connections';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { makeConnection, makeListing, makeRun } from '../../testing/connections.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, type RenderScreenOptions, renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { ConnectionsScreen } from './connections-screen.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const screens = (
  <Routes>
    <Route path="/connections" element={<ConnectionsScreen />} />
    <Route path="/connections/:platform" element={<PlatformScreen />} />
  </Routes>
);
const never = () => new Promise<never>(() => undefined);

/** Shows the platform's page, or the screen at `path`, for an account with one connection. */
function show(
  connection: Connection,
  more: ApiAnswers = {},
  path = `/connections/${connection.platform}`,
  session: Pick<RenderScreenOptions, 'operator'> = {},
) {
  return renderScreen(screens, {
    ...session,
    path,
    answers: {
      'GET /connections': { connections: [connection] },
      [`GET /connections/${connection.id}/runs`]: { runs: [], nextCursor: null },
      'GET /businesses': { businesses: [] },
      'GET /sync/events': never,
      'GET /imports': { imports: [] },
      'GET /platform-requests': { platforms: [] },
      ...more,
    },
  });
}
const row = (name = 'Salt Quay Bakery') => page.getByRole('listitem').filter({ hasText: name }).first();
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(() => localStorage.clear());

test('a platform without keys is shown as not set up, and one with keys is offered', async () => {
  const platforms: RenderScreenOptions['platforms'] = [
    { platform: 'google', mode: 'unconfigured', credentials: ['KEY_ONE', 'KEY_TWO'], apiKeyAccess: false },
    { platform: 'facebook', mode: 'live', credentials: [], apiKeyAccess: false },
  ];
  const without = /^Google cannot be connected here yet\./;
  const none = { connections: [] };
  const answers: ApiAnswers = {
    'GET /connections': none,
    'GET /sync/events': never,
    'GET /imports': { imports: [] },
    'GET /platform-requests': { platforms: [] },
  };
  await renderScreen(screens, { path: '/connections', platforms, answers });
  await expect.element(page.getByText(without)).toBeVisible();
  await expect.element(page.getByText(/Facebook cannot be connected/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/KEY_ONE/)).not.toBeInTheDocument();
  // Facebook's page says what to know before connecting.
  await expect
    .element(page.getByRole('link', { name: /^Connect with / }))
    .toHaveAttribute('href', '/connections/facebook');
  await expect.element(button(/^Connect with /)).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Details of Google' }).click();
  await expect.element(page.getByText(without)).toBeVisible();
  await expect.element(button('Connect with Google')).toBeDisabled();
});

test('the operator learns which settings a platform lacks', async () => {
  const platforms: RenderScreenOptions['platforms'] = [
    { platform: 'google', mode: 'unconfigured', credentials: ['KEY_ONE', 'KEY_TWO'], apiKeyAccess: false },
  ];
  await renderScreen(screens, {
    path: '/connections/google',
    platforms,
    operator: true,
    answers: { 'GET /connections': { connections: [] }, 'GET /sync/events': never },
  });
  await expect
    .element(page.getByText(/^Google has no keys on this installation\. .* KEY_ONE, KEY_TWO\.$/))
    .toBeVisible();
  await expect.element(button('Show the steps')).toBeVisible();
});

describe('a viewer', () => {
  const viewer = { account: { ...ownAccount, role: 'viewer' as const } };
  const lost = makeConnection({ status: 'needs_reauthorization', listings: [makeListing({})] });
  const answers: ApiAnswers = {
    'GET /connections': { connections: [lost] },
    [`GET /connections/${lost.id}/runs`]: { runs: [], nextCursor: null },
    'GET /businesses': { businesses: [] },
    'GET /sync/events': never,
  };

  test('sees the sources, without ways to connect, import or sync', async () => {
    await renderScreen(screens, { path: '/connections', ...viewer, answers });
    await expect.element(page.getByRole('link', { name: 'Details of Google' })).toBeVisible();
    await expect.element(page.getByText('Not connected', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Connect', exact: true })).not.toBeInTheDocument();
  });

  test.each(['/connections', '/connections/facebook'])(
    'who is limited learns on %s only that none of their profiles is connected',
    async (path) => {
      const limited = { account: { ...viewer.account, locationIds: [] } };
      await renderScreen(screens, { path, ...limited, answers });
      await expect.element(page.getByText('No profile of your locations is connected')).toBeVisible();
      await expect.element(page.getByText('Not connected', { exact: true })).not.toBeInTheDocument();
    },
  );

  test('sees the state of a connection, without its actions', async () => {
    await renderScreen(screens, { path: '/connections/google', ...viewer, answers });
    await expect.element(row()).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});

describe('while the platform’s rate limit applies', () => {
  test('the list of connections says until when, and that nothing is lost', async () => {
    const waitingUntil = new Date(Date.now() + 900_000).toISOString();
    await show(makeConnection({ waitingUntil }), {}, '/connections');
    await expect
      .element(page.getByText(/^Google asked us to wait until .* Nothing is lost\.$/))
      .toBeVisible();
  });

  test('an interrupted run says why, and when it resumes', async () => {
    const nextTryAt = new Date(Date.now() + 600_000).toISOString();
    const lastRun = makeRun({ seen: 100, expected: 160, error: 'platform-unexpected-answer', nextTryAt });
    await show(makeConnection({ listings: [makeListing({ lastRun })] }));
    await expect.element(row().getByText('Syncing: 100 of 160 reviews')).toBeVisible();
    await expect
      .element(row().getByText(/is not responding as it should.*Next try in \d+ minutes/))
      .toBeVisible();
  });
});

describe('revoked access', () => {
  test('is explained, and the button leads to the platform', async () => {
    const connection = makeConnection({ status: 'needs_reauthorization', reason: 'platform-reauthorize' });
    const { calls } = await show(connection, { 'POST /connections/authorize/google': never }, '/connections');
    await expect.element(page.getByText('Needs your consent again')).toBeVisible();
    await expect.element(page.getByText(/^The platform asks you to give access again\./)).toBeVisible();
    await expect.element(button('Sync now: Salt Quay Bakery')).not.toBeInTheDocument();
    await button('Connect again').click();
    await expect.poll(() => calls).toContain('POST /connections/authorize/google');
  });

  test('is shown where listings are chosen', async () => {
    const connection = makeConnection();
    const of = `/connections/${connection.id}`;
    const available = { externalId: 'kiosk', name: 'Kiosk', address: null, chosen: false, readable: true };
    await show(
      connection,
      {
        [`GET ${of}/available`]: { listings: [available] },
        [`PUT ${of}/listings`]: () => makeProblem(409, 'platform-reauthorize'),
      },
      `/connections/google?connection=${connection.id}&choose=1`,
    );
    // The only listing is preselected.
    await expect.element(page.getByRole('checkbox', { name: 'Kiosk' })).toBeChecked();
    await button('Import 1 location').click();
    await expect.element(page.getByText(/^The platform asks you to give access again\./)).toBeVisible();
  });
});

describe('without the platform’s approval', () => {
  const unapproved = makeConnection({ status: 'not_approved', reason: 'platform-not-approved' });

  test('the steps are expanded, and checked steps are stored in this browser', async () => {
    const steps = page.getByRole('checkbox', { name: 'The request for access' });
    await show(makeConnection(), {}, undefined, { operator: true });
    await expect.element(button('Show the steps')).toBeVisible();
    await expect.element(steps).not.toBeInTheDocument();
    await cleanup();
    await show(unapproved, {}, undefined, { operator: true });
    await expect.element(page.getByText(/The steps to get approved are below\./)).toBeVisible();
    await expect.element(page.getByText('Not approved', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^Google does not say how long it takes\./)).toBeVisible();
    await steps.click();
    await expect.element(page.getByText('1 of 8 done')).toBeVisible();
    await cleanup();
    await show(unapproved, {}, undefined, { operator: true });
    await expect.element(steps).toBeChecked();
    await expect.element(page.getByText('1 of 8 done')).toBeVisible();
  });

  test('who does not run the installation learns of it, without the steps', async () => {
    await show(unapproved);
    await expect.element(page.getByText(/^Google has not approved this installation/)).toBeVisible();
    await expect.element(page.getByText(/steps to get approved/)).not.toBeInTheDocument();
    await expect.element(button(/the steps$/)).not.toBeInTheDocument();
  });

  test('is shown where listings are chosen', async () => {
    await show(
      unapproved,
      {
        [`GET /connections/${unapproved.id}/available`]: () => makeProblem(409, 'platform-not-approved'),
      },
      `/connections/google?connection=${unapproved.id}&choose=1`,
    );
    await expect.element(page.getByText(/The platform has not approved this installation/)).toBeVisible();
  });

  test('"Check again" restores the connection once the platform allows it', async () => {
    let connection: Connection = unapproved;
    await show(unapproved, {
      'GET /connections': () => ({ connections: [connection] }),
      [`POST /connections/${unapproved.id}/recheck-access`]: () => {
        connection = makeConnection();
        return { connection };
      },
    });
    await button('Check again').click();
    await expect.element(page.getByText('Google lets us sync again. We are starting now.')).toBeVisible();
    await expect.element(button('Sync now: Salt Quay Bakery')).toBeVisible();
  });
});

describe('access that the platform withdrew', () => {
  const withdrawn = makeConnection({
    platform: 'facebook',
    displayName: 'Salt Quay',
    status: 'withdrawn',
    reason: 'platform-withdrawn',
    listings: [
      makeListing({ name: 'Salt Quay', storedCount: 2 }),
      makeListing({
        id: '0199f000-0000-7000-8000-000000000013',
        name: 'Salt Quay Pier',
        writeReviewUrl: 'https://www.facebook.com/8200/reviews',
      }),
    ],
  });

  test('is explained, keeps its reviews, and offers alternatives', async () => {
    await show(withdrawn);
    await expect.element(page.getByText('Withdrawn by the platform')).toBeVisible();
    const notice = page.getByRole('alert').filter({ hasText: /Since .* Facebook no longer lets us sync/ });
    await expect.element(notice).toBeVisible();
    const read = page
      .getByRole('listitem')
      .filter({ has: button('Settings: Salt Quay') })
      .first();
    await expect.element(read.getByText(/2 reviews\./)).toBeVisible();
    await expect.element(page.getByText('Salt Quay Pier', { exact: true }).first()).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'Facebook no longer provides these recommendations' }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Import a file' }))
      .toHaveAttribute('href', '/connections/import');
    await expect
      .element(page.getByRole('link', { name: 'Write a recommendation: Salt Quay Pier' }))
      .toHaveAttribute('href', 'https://www.facebook.com/8200/reviews');
    // Reconnecting would not help; choosing listings as links still works.
    await expect.element(button('Connect again')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Choose locations' })).toBeVisible();
  });

  test('can be checked once, and the next check says how long to wait', async () => {
    const answers = [makeProblem(409, 'platform-withdrawn'), makeProblem(429, 'rate-limited', 57)];
    await show(withdrawn, {
      [`POST /connections/${withdrawn.id}/recheck-access`]: () => answers.shift() ?? 501,
    });
    await button('Look again').click();
    await expect
      .element(page.getByText('Checked just now: The platform no longer offers this function.'))
      .toBeVisible();
    await button('Look again').click();
    await expect.element(page.getByText(/Please try again in 57 seconds\./)).toBeVisible();
  });
});

test('a disconnected account says what will be deleted and when, with both actions', async () => {
  const deleteContentAt = '2026-11-29T10:00:00.000Z';
  const listings = [makeListing({ storedCount: 40 })];
  const { calls } = await show(makeConnection({ status: 'disconnected', deleteContentAt, listings }), {
    'POST /connections/authorize/google': never,
    'GET /embeds': { embeds: [] },
  });
  await expect
    .element(
      page.getByText(/The 40 reviews from there will be deleted on Nov 29, 2026; your widgets show them/),
    )
    .toBeVisible();
  await expect.element(button(/^(Sync now|Settings|Check everything now): /)).not.toBeInTheDocument();
  await expect.element(button('Disconnect')).not.toBeInTheDocument();
  await button('Delete now').click();
  await expect
    .element(page.getByRole('dialog', { name: 'Delete everything from Google now?' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await button('Connect again').click();
  await expect.poll(() => calls).toContain('POST /connections/authorize/google');
});

test.each([
  ['unverified', 'Not verified', /only provides reviews of verified profiles/, true],
  ['closed', 'Closed', /shows this place as permanently closed/, true],
  ['gone', 'Out of reach', /can no longer reach this profile/, false],
] as const)('a listing that is %s says so', async (state, tag, text, reads) => {
  await show(makeConnection({ listings: [makeListing({ state })] }));
  await expect.element(row().getByText(tag, { exact: true })).toBeVisible();
  await expect.element(row().getByText(text)).toBeVisible();
  const sync = expect.element(button('Sync now: Salt Quay Bakery'));
  await (reads ? sync.toBeVisible() : sync.not.toBeInTheDocument());
});
