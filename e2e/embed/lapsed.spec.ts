/** An embed whose account's plan ended: plain links, and a page that does not shift. */
import { expect, test } from '@playwright/test';
import { expectNoShift, recordShifts } from '../support/painting.ts';
import { expectAccessibleEmbeds } from './accessible.ts';
import { type Harness, startHarness } from './harness.ts';
import { mixedSnapshot } from './mixed-snapshot.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const links = [
  { source: 'google' as const, name: 'Harbour Street Bakery', url: 'https://maps.google.com/?cid=1' },
  { source: 'facebook' as const, name: 'Harbour Street Bakery', url: 'https://www.facebook.com/bakery' },
];
/** The links are the same for all layouts in the page, and for all fixed ones. */
const scanned: readonly string[] = ['list', 'floating'];
const nothing = { shown: 0, total: 0, omitted: [], minimumRating: 1 };

test('links replace the reviews, without an error or a layout shift', async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  await recordShifts(page, 'all');
  for (const layout of [
    'list',
    'grid',
    'carousel',
    'floating',
    'toast',
    'mosaic',
    'badge-card',
    'badge-corner',
  ] as const)
    await test.step(layout, async () => {
      // The page has the embed code from before the plan ended.
      const before = mixedSnapshot(kit, { layout });
      kit.publish(before);
      const release = kit.hold();
      await page.goto(kit.page('plain'), { waitUntil: 'commit' });
      await page.locator('#after').waitFor();
      kit.publish({ ...before, figures: [], reviews: [], disclosure: nothing, lapsed: { links } });
      release();
      const link = page.getByRole('link', { name: 'Reviews of Harbour Street Bakery · Google' });
      await expect(link).toBeInViewport({ ratio: 1 });
      await expect(link).toHaveAttribute('href', 'https://maps.google.com/?cid=1');
      await expect(page.locator('kindling-reviews a')).toHaveCount(2);
      await expectNoShift(page, layout);
      if (scanned.includes(layout)) await expectAccessibleEmbeds(page, ['best-practice']);
      expect(faults).toEqual([]);
    });
});
