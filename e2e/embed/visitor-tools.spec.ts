/** The fields with which visitors search, filter and order the reviews of an embed. */
import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { resize } from '../support/painting.ts';
import { expectAccessibleEmbeds } from './accessible.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';
import type { Settings } from './mixed-snapshot.ts';
import { expectFitsReservedSpace } from './reserved-space.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const layouts = ['list', 'grid', 'masonry', 'wall'] as const;
const entries = [
  ['Ana', 5, 'The café on the quay', '2026-03-01'],
  ['Bo', 3, 'Long queue, good bread', '2026-05-01'],
  ['Cleo', 1, 'Cold soup', '2026-01-01'],
  ['Dag', 5, 'Bread as it should be', '2026-04-01'],
  ['Eva', 4, 'Friendly and quick', '2026-02-01'],
] as const;

function snapshot(settings: Settings, code = 'aaaaaaaaaa'): Snapshot {
  const reviews = entries.map(([authorName, rating, text, day], index) =>
    kit.makeReview(index, { authorName, rating, text, writtenAt: `${day}T12:00:00.000Z`, reply: null }),
  );
  return kit.makeSnapshot({ code, reviews }, { visitorTools: true, photo: 'none', ...settings });
}

async function open(page: Page, settings: Settings): Promise<void> {
  kit.publish(snapshot(settings));
  await page.goto(kit.page('plain'));
  await expect(search(page)).toBeVisible();
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search reviews' });
const select = (page: Page, name: string) => page.getByRole('combobox', { name });
/** The names of the visible cards, as they stand in the document. */
const shown = (page: Page) =>
  page
    .locator(`kindling-reviews article.${shortClasses.reviewCard} .${shortClasses.author} b`)
    .evaluateAll((names) => names.filter((name) => name.checkVisibility()).map((name) => name.textContent));

for (const layout of layouts)
  test(`finds, filters and orders, and gives everything back: ${layout}`, async ({ page }) => {
    await open(page, { layout, pageSize: 2 });
    const before = await shown(page);
    expect(before).toEqual(['Ana', 'Bo']);

    await search(page).fill('bread');
    await expect.poll(() => shown(page)).toEqual(['Bo', 'Dag']);
    await expect(page.getByRole('status')).toHaveText('2 of 5 match');
    await search(page).fill('CAFE quay');
    await expect.poll(() => shown(page)).toEqual(['Ana']);
    await search(page).fill('nothing like this');
    await expect.poll(() => shown(page)).toEqual([]);
    await expect(page.getByRole('status')).toHaveText('No review matches');

    await search(page).fill('');
    await expect.poll(() => shown(page)).toEqual(before);
    await select(page, 'All ratings').selectOption('5');
    await expect.poll(() => shown(page)).toEqual(['Ana', 'Dag']);
    await select(page, 'Order of the site').selectOption('newest');
    await expect.poll(() => shown(page)).toEqual(['Dag', 'Ana']);
    await select(page, 'All ratings').selectOption('');
    await expect.poll(() => shown(page)).toEqual(['Bo', 'Dag', 'Ana', 'Eva', 'Cleo']);
    await select(page, 'Order of the site').selectOption('lowest');
    await expect.poll(() => shown(page)).toEqual(['Cleo', 'Bo', 'Eva', 'Dag', 'Ana']);
    await select(page, 'Order of the site').selectOption('');
    await expect.poll(() => shown(page)).toEqual(before);
    await expect(page.locator(`kindling-reviews .${shortClasses.nextPage} > summary`).first()).toBeVisible();
  });

const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Reviews by source' }).getByRole('button', { name, exact: true });

/** Two of Facebook among those of Google. */
function mixed(settings: Settings, code = 'aaaaaaaaaa'): Snapshot {
  const one = snapshot({ visitorTools: false, sourceTabs: true, ...settings }, code);
  const reviews = one.reviews.map((review, index) =>
    index % 2 === 1 ? { ...review, source: 'facebook' as const } : review,
  );
  return { ...one, reviews };
}

for (const layout of layouts)
  test(`shows the reviews of one source by its tab, and gives all back: ${layout}`, async ({ page }) => {
    kit.publish(mixed({ layout, pageSize: 2 }));
    await page.goto(kit.page('plain'));
    await expect(tab(page, 'All 5')).toHaveAttribute('aria-pressed', 'true');
    const before = await shown(page);
    expect(before).toEqual(['Ana', 'Bo']);
    await tab(page, 'Facebook 2').click();
    await expect.poll(() => shown(page)).toEqual(['Bo', 'Dag']);
    await expect(tab(page, 'Facebook 2')).toHaveAttribute('aria-pressed', 'true');
    await expect(tab(page, 'All 5')).toHaveAttribute('aria-pressed', 'false');
    await tab(page, 'Google 3').press('Enter');
    await expect.poll(() => shown(page)).toEqual(['Ana', 'Cleo', 'Eva']);
    await tab(page, 'All 5').click();
    await expect.poll(() => shown(page)).toEqual(before);
  });

test('tabs work together with the other fields', async ({ page }) => {
  kit.publish(mixed({ layout: 'list', visitorTools: true }));
  await page.goto(kit.page('plain'));
  await tab(page, 'Facebook 2').click();
  await search(page).fill('as it should');
  await expect.poll(() => shown(page)).toEqual(['Dag']);
  await tab(page, 'Google 3').click();
  await expect.poll(() => shown(page)).toEqual([]);
  await expect(page.getByRole('status')).toHaveText('No review matches');
  await expect(select(page, 'All sources')).toHaveCount(0);
});

test('fits the reserved space, and is accessible', async ({ page }) => {
  const all = layouts.flatMap((layout) => [
    snapshot({ layout }, `tools-${layout}`),
    mixed({ layout, language: 'de' }, `tabs-${layout}`),
    mixed({ layout, visitorTools: true, theme: 'dark' }, `both-${layout}`),
  ]);
  await expectFitsReservedSpace(kit, page, all, [320, 414, 600, 768, 1440], 0.5);
  kit.publish(...all);
  await resize(page, { width: 800, height: 900 });
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toHaveCount(all.length);
  await expectAccessibleEmbeds(page);
});

test('shows no dates of an embed without them', async ({ page }) => {
  kit.publish(snapshot({ layout: 'list', date: 'none' }));
  await page.goto(kit.page('plain'));
  await expect(search(page)).toBeVisible();
  const markup = await page.locator('kindling-reviews').evaluate(({ shadowRoot }) => shadowRoot?.innerHTML);
  expect(markup).not.toContain('2026-');
});
