/** The screen of businesses while one of its two answers is missing. */
import type { Business } from '@kindling/contract/businesses';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aConnection, aListing } from '../../testing/connections.ts';
import { aProblem } from '../../testing/problem.ts';
import { showScreen } from '../../testing/show-screen.tsx';
import { BusinessesScreen } from './businesses-screen.tsx';

const listing = aListing({ platformAverage: 4.5, platformCount: 63 });
const business: Business = {
  id: '0199f000-0000-7000-8000-000000000015',
  name: 'Salt Quay',
  website: null,
  category: null,
  phone: null,
  brandColour: null,
  archivedAt: null,
  updatedAt: '2026-11-01T10:00:00.000Z',
  named: true,
  locations: [
    {
      id: listing.locationId,
      businessId: '0199f000-0000-7000-8000-000000000015',
      name: 'Salt Quay Bakery',
      address: null,
      country: null,
      phone: null,
      timeZone: null,
      links: [],
      updatedAt: '2026-11-01T10:00:00.000Z',
    },
  ],
};

test('businesses show although what the platforms report does not come, and trying again brings it', async () => {
  // A refusal is not tried again by itself: only the button brings the rest.
  let works = false;
  await showScreen(<BusinessesScreen />, {
    path: '/businesses',
    answers: {
      'GET /businesses': { businesses: [business] },
      'GET /connections': () =>
        works ? { connections: [aConnection({ listings: [listing] })] } : aProblem(403, 'forbidden'),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Salt Quay Bakery' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Reviews of this location' })).toBeVisible();
  await expect.element(page.getByText(/^What the platforms report could not be loaded\./)).toBeVisible();
  works = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('definition').first()).toBeVisible();
  await expect
    .element(page.getByText(/^What the platforms report could not be loaded\./))
    .not.toBeInTheDocument();
});
