/** The locations in a row of the team, while the list of locations is missing or older than the team. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ApiAnswer, renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount } from '../../../testing/session.ts';
import { makeMember, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const places = ['Harbor', 'Market', 'Mill', 'North Pier'].map((name, index) => ({
  id: `0199f000-0000-7000-8000-00000000005${index}`,
  name,
}));
const listing = (locations: typeof places) => ({
  businesses: [{ id: '0199f000-0000-7000-8000-000000000015', name: 'Salt Quay', locations }],
});
const ownRow = page.getByRole('listitem').filter({ hasText: 'ada@example.com' });

/** The team as a viewer of these locations sees it. */
async function show(own: typeof places, businesses: () => ApiAnswer | Promise<ApiAnswer>, language = 'en') {
  const locationIds = own.map(({ id }) => id);
  const me = makeMember({
    role: 'viewer',
    locationCount: own.length,
    firstLocationIds: locationIds.slice(0, 3),
  });
  return renderScreen(<TeamSection />, {
    language,
    account: { ...ownAccount, role: 'viewer', locationIds },
    answers: {
      'GET /team': { team: makeTeam({ members: [me] }) },
      'GET /businesses': businesses,
      'GET /invitations': { invitations: [] },
    },
  });
}

test('the own row names a location that is newer than the list of locations', async () => {
  let reads = 0;
  await show(places.slice(1, 2), () => {
    reads += 1;
    return listing(reads === 1 ? places.slice(0, 1) : places.slice(1, 2));
  });
  await expect.element(ownRow.getByText('Viewer · Market')).toBeVisible();
  expect(reads).toBe(2);
});

test('the own row names the first locations, and how many more', async () => {
  await show(places, () => listing(places));
  await expect.element(ownRow.getByText('Viewer · Harbor, Market, Mill and 1 more')).toBeVisible();
});

test('a language with a word before the last name has it once', async () => {
  await show(places, () => listing(places), 'de');
  await expect.element(ownRow.getByText('Leser · Harbor, Market, Mill und 1 weiterer')).toBeVisible();
});

test('no number stands for the names while they load', async () => {
  const { promise, resolve } = Promise.withResolvers<ApiAnswer>();
  await show(places.slice(0, 1), () => promise);
  await expect.element(ownRow.getByText('Viewer', { exact: true })).toBeVisible();
  await expect.element(ownRow.getByText(/1 location/)).not.toBeInTheDocument();
  resolve(listing(places));
  await expect.element(ownRow.getByText('Viewer · Harbor')).toBeVisible();
});
