/** The connection screens before anything is connected, and after connecting failed. */
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { ConnectionsScreen } from './connections-screen.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const screens = (
  <Routes>
    <Route path="/connections" element={<ConnectionsScreen />} />
    <Route path="/connections/:platform" element={<PlatformScreen />} />
  </Routes>
);
const show = (path: string, more: ApiAnswers = {}) =>
  renderScreen(screens, {
    path,
    answers: {
      'GET /connections': { connections: [] },
      'GET /businesses': { businesses: [] },
      'GET /sync/events': () => new Promise<never>(() => undefined),
      'GET /imports': { imports: [] },
      'GET /platform-requests': { platforms: [] },
      ...more,
    },
  });

test.each([
  ['denied', 'google', /You did not allow access.*You can start again at any time\./],
  ['denied', 'facebook', /You did not allow access.*You can start again at any time\./],
  ['state', 'google', /did not belong to a connection you started here/],
  [
    'expired',
    'google',
    /It took longer than the platform allows\. Nothing was connected\. Please start again\./,
  ],
  ['scope', 'google', /The permission to read reviews was not checked\./],
  ['code', 'google', /Google did not accept the sign-in\. Nothing was connected\. Please start again\./],
  ['platform-down', 'google', /is not responding right now/],
  ['not-approved', 'google', /has not approved this installation/],
  ['nothing-to-connect', 'facebook', /manages no profile that we could sync/],
] as const)('the problem %s at %s is explained', async (problem, platform, text) => {
  await show(`/connections/${platform}?problem=${problem}`);
  const name = platform === 'google' ? 'Google' : 'Facebook';
  await expect
    .element(
      page
        .getByRole('alert')
        .filter({ hasText: `${name} is not connected` })
        .getByText(text),
    )
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: `Connect with ${name}` })).toBeEnabled();
  await expect.element(page.getByRole('heading', { name: 'Connected accounts' })).not.toBeInTheDocument();
});

test('Facebook’s page says what Meta withdrew before anything is connected', async () => {
  await show('/connections/facebook');
  await expect.element(page.getByText(/Meta has removed recommendations from its interface/)).toBeVisible();
});

describe('the "tell me" button of an upcoming platform', () => {
  test('is recorded, shown and taken back', async () => {
    const sent: unknown[] = [];
    await show('/connections', {
      'PUT /platform-requests/yelp': async (_url, request) => {
        const { wanted } = (await request.json()) as { wanted: boolean };
        sent.push(wanted);
        return { platforms: wanted ? ['yelp'] : [] };
      },
    });
    await expect.element(page.getByText(/^Nothing is connected yet\. Start with the platform/)).toBeVisible();
    await page.getByRole('button', { name: 'Notify me when Yelp is ready' }).click();
    await expect.element(page.getByText('Noted. We notify you when Yelp can be connected.')).toBeVisible();
    await page.getByRole('button', { name: 'No longer needed: Yelp' }).click();
    await expect.element(page.getByRole('button', { name: 'Notify me when Yelp is ready' })).toBeVisible();
    expect(sent).toEqual([true, false]);
  });

  test('shows a request that was recorded earlier', async () => {
    await show('/connections', { 'GET /platform-requests': { platforms: ['yelp'] } });
    await expect.element(page.getByText('Noted. We notify you when Yelp can be connected.')).toBeVisible();
  });
});
