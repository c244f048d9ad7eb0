/**
 * Google Maps without API approval: searching a place by name, and five reviews with the attribution that Google
 * requires.
 */
import { signUpByRequest } from '../support/accounts.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

test('a place is searched, added and synced: at most five reviews, with attribution and without replies', async ({
  page,
}) => {
  await signUpByRequest(page, product());
  await page.goto(`${product().url}/connections/google`);
  const field = page.getByRole('searchbox', { name: 'Your place on Google Maps' });
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await field.fill('Nowhere at all');
  await search.click();
  await expect(page.getByText('No place found. Add the town or the street.')).toBeVisible();
  await field.fill('Salt Quay Bakery');
  await search.click();
  const places = page.getByRole('list', { name: 'Places found' });
  await expect(places.getByText('Salt Quay Bakery')).toBeVisible();
  await expectAccessible(page, 'the places found');
  await places.getByRole('button', { name: 'Add: Salt Quay Bakery' }).click();
  await expect(page.getByText('Salt Quay Bakery is being imported now.')).toBeVisible();
  const profile = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Sync now: / }) });
  await expect(profile.getByText(/^Synced /)).toBeVisible();

  await page.goto(`${product().url}/reviews`);
  const cards = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');
  await expect(cards).toHaveCount(5);
  const first = page.getByRole('article');
  const maps = first.getByRole('link', { name: 'Google Maps' });
  await expect(maps).toHaveAttribute('href', /^https:\/\//);
  await expect(first.getByRole('link', { name: 'Report' })).toHaveAttribute('href', /^https:\/\//);
  // The Places API takes no replies, so no reply button is shown.
  await expect(first.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'the lent reviews');
  await expectNoSidewaysScroll(page, 'the lent reviews');
});
