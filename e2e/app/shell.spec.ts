/** The app shell: sidebar, top bar, menus, quick switcher, and navigation between screens. */
import type { Locator, Page, Request } from '@playwright/test';
import { signInByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

test.beforeEach(async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

/** Opens a screen: by its URL at first, through the sidebar once the app is loaded. */
async function open(page: Page, path: string, name: string): Promise<void> {
  if (page.url().startsWith(`${product().url}/`))
    await sidebar(page).locator(`a[href="${path}"]`).press('Enter');
  else await page.goto(`${product().url}${path}`);
  await expect(heading(page, name)).toBeVisible();
}

// Drawers, menus and dialogs move as they do for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('between screens', async ({ page }) => {
  await test.step('the sidebar lists the screens in order, marks the current one and counts unanswered reviews', async () => {
    await open(page, '/reviews', 'Reviews');
    const links = await sidebar(page)
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const specified = [
      '/dashboard',
      '/profile',
      '/billing',
      '/businesses',
      '/invoices',
      '/reviews',
      '/connections',
      '/widgets',
      '/badges',
      '/review-pipeline/review',
      '/review-pipeline/qrcode-generator',
      '/subscriptions',
    ];
    expect(links).toEqual(specified.filter((path) => links.includes(path)));
    expect(links).toEqual(expect.arrayContaining(['/dashboard', '/reviews', '/connections', '/widgets']));
    const reviews = sidebar(page).getByRole('link', { name: /^Reviews \d+ waiting for a reply$/ });
    await expect(reviews).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Kindling' })).toHaveAttribute(
      'href',
      '/',
    );
  });

  await test.step('a collapsed group stays collapsed', async () => {
    await open(page, '/widgets', 'Widgets');
    const group = sidebar(page).getByRole('button', { name: 'Account' });
    const profile = sidebar(page).getByRole('link', { name: 'Profile' });
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    await expect(profile).toBeVisible();
    await group.press('Enter');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await expect(profile).toBeHidden();
    await page.reload();
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await expect(profile).toBeHidden();
    await group.click();
    await expect(profile).toBeVisible();
    await page.reload();
    await expect(profile).toBeVisible();
  });

  await test.step('navigation moves focus, title and announcement; going back restores the scroll position', async () => {
    const rows = page.getByRole('list', { name: 'Reviews' });
    const scrolled = () => rows.evaluate((list) => list.parentElement?.scrollTop);
    await open(page, '/reviews', 'Reviews');
    await expect(rows.getByRole('listitem').nth(3)).toBeVisible();
    await rows.evaluate((list) => list.parentElement?.scrollTo(0, 700));
    expect(await scrolled()).toBe(700);
    await open(page, '/dashboard', 'Dashboard');
    await expect(page.getByRole('heading', { level: 2, name: 'Newest reviews' })).toBeVisible();
    await page.evaluate(() => scrollTo(0, 700));
    await sidebar(page).getByRole('link', { name: 'Connections' }).press('Enter');
    await expect(heading(page, 'Connections')).toBeFocused();
    await expect(page).toHaveTitle('Connections | Kindling - Ignite Your Business with Reviews');
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: /^Connections$/ })).toHaveCount(1);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(heading(page, 'Dashboard')).toBeFocused();
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(700);
    await page.goBack();
    await expect(heading(page, 'Reviews')).toBeFocused();
    await expect.poll(scrolled).toBe(700);
  });

  await test.step('the focus stays on a heading that is replaced when data loads', async () => {
    await open(page, '/widgets', 'Widgets');
    await page.getByRole('link', { name: 'All reviews' }).press('Enter');
    await expect(heading(page, 'All reviews')).toBeFocused();
  });

  await test.step('the top bar names the page once its heading is scrolled away', async () => {
    await open(page, '/dashboard', 'Dashboard');
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    const context = page.getByRole('banner').getByText('Dashboard');
    await expect(context).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 500));
    await expect(context).toBeVisible();
  });

  await test.step('the first Tab stop skips the navigation', async () => {
    await page.goto(`${product().url}/widgets`);
    await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator('a:focus, button:focus')).toHaveCount(1);
  });

  await test.step('the public pages link to the app for signed-in users only', async () => {
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
    await page.goto(`${product().url}/pricing`);
    await expect(link('Open Kindling')).toBeVisible();
    await expect(link('Sign in')).toBeHidden();
    await link('Open Kindling').click();
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await page.context().clearCookies();
    await page.goto(`${product().url}/pricing`);
    await expect(link('Sign in')).toBeVisible();
    await expect(link('Open Kindling')).toBeHidden();
  });
});

test('a page that is loaded starts at its top, wherever the one before it was scrolled to', async ({
  page,
}) => {
  await page.goto(`${product().url}/reviews`);
  await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').nth(3)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 700));
  await page.goto(`${product().url}/profile`);
  await expect(page.getByRole('heading', { name: /^\d+ members?$/ })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the quick switcher, and the menus by pointer and by keys', async ({ page }) => {
  const field = () => page.getByRole('combobox', { name: 'Search pages, reviews and settings' });
  const selected = () => page.getByRole('dialog').getByRole('option', { selected: true });

  await test.step('the quick switcher opens a page by a few letters, and lists it as recent', async () => {
    await open(page, '/reviews', 'Reviews');
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await page.keyboard.press('Control+k');
    await expect(field()).toBeFocused();
    await expectAccessible(page, 'the quick switcher');
    await field().fill('wid');
    await expect(selected()).toHaveText('Widgets');
    await expect(field()).toHaveAttribute(
      'aria-activedescendant',
      (await selected().getAttribute('id')) ?? '',
    );
    await page.keyboard.press('ArrowDown');
    await expect(selected()).toHaveText('Search reviews for “wid”');
    await page.keyboard.press('ArrowDown');
    await expect(selected()).toHaveText('Widgets');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Widgets')).toBeFocused();
    await page.getByRole('link', { name: 'All reviews' }).click();
    await expect(heading(page, 'All reviews')).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Connections' }).click();
    await expect(heading(page, 'Connections')).toBeVisible();
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect(recent).toHaveText(['All reviews', 'Widgets', 'Reviews']);
    await recent.first().click();
    await expect(heading(page, 'All reviews')).toBeVisible();
  });

  await test.step('the quick switcher searches the reviews', async () => {
    await open(page, '/dashboard', 'Dashboard');
    await page.keyboard.press('Control+k');
    await field().fill('nobody & co');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
      'Search reviews for “nobody & co”',
    ]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('nobody & co');
    expect(new URL(page.url()).searchParams.get('search')).toBe('nobody & co');
  });

  await test.step('the account menu works with the keyboard only', async () => {
    await open(page, '/reviews', 'Reviews');
    const button = page.getByRole('button', { name: /^Account menu of/ });
    await button.press('Enter');
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeVisible();
    const names = await items.allInnerTexts();
    expect(names.map((name) => name.trim()).filter((name) => name !== 'Profile')).toEqual([
      '14 days left in your trial',
      'Analytics',
      'Help',
      'Display',
      'Language',
      'Sign out',
    ]);
    await expectAccessible(page, 'the account menu');
    await page.getByRole('menuitem', { name: 'Language' }).focus();
    await page.keyboard.press('ArrowRight');
    const english = page.getByRole('menuitemradio', { name: 'English' });
    await expect(english).toBeVisible();
    await expect(english).toHaveAttribute('aria-checked', 'true');
    await expect(page.getByRole('menuitemradio')).toHaveText([
      'English',
      'Français',
      'Deutsch',
      'Nederlands',
      'Español',
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Analytics' }).press('Enter');
    const analytics = page.getByRole('heading', { name: 'Analytics' });
    await expect(analytics).toBeFocused();
    await expect(page).toHaveURL(`${product().url}/dashboard#analytics`);
    // Below the bars that stay in view.
    await expect
      .poll(() => analytics.evaluate((node) => node.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(112);
  });

  await test.step('Help in the menu opens the help', async () => {
    await open(page, '/dashboard', 'Dashboard');
    await page.getByRole('button', { name: /^Account menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { name: 'How can we help?' })).toBeVisible();
  });

  await page.keyboard.press('Escape');
  await test.step('the quick switcher changes the theme, opens the display settings, and restores the focus', async () => {
    await open(page, '/dashboard', 'Dashboard');
    const button = page.getByRole('button', { name: 'Search or jump to' });
    await button.press('Enter');
    await field().fill('theme dark');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
      'Theme: Dark',
      'Search reviews for “theme dark”',
    ]);
    await page.keyboard.press('Enter');
    await expect(page.locator('body')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(button).toBeFocused();
    await expect(field()).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(field()).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(field()).toBeHidden();
    await expect(button).toBeFocused();
    // Without animations the switcher closes and the dialog opens in the same frame.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Control+k');
    await field().fill('change display');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Display' })).toBeVisible();
  });
});

/** Records the scripts, styles and texts that the page requests: finished and pending ones, each path once. */
function watchFiles(page: Page): { done: Set<string>; onTheirWay: Set<string> } {
  const done = new Set<string>();
  const onTheirWay = new Set<string>();
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  page.on('request', (request) => {
    if (/^\/(assets|locales)\//.test(pathOf(request))) onTheirWay.add(pathOf(request));
  });
  const end = (request: Request) => {
    if (onTheirWay.delete(pathOf(request))) done.add(pathOf(request));
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return { done, onTheirWay };
}

/** Waits until no file is on its way and none has arrived for a second: a script that arrived may request more. */
async function untilQuiet({ done, onTheirWay }: ReturnType<typeof watchFiles>): Promise<void> {
  let before = -1;
  await expect(() => {
    const seen = before;
    before = done.size;
    expect([...onTheirWay]).toEqual([]);
    expect(done.size).toBe(seen);
  }).toPass({ intervals: [1000] });
}

test('prefetched screens, and a slow one', async ({ page, context, watch }) => {
  await test.step('prefetched screens open without a network', async () => {
    // The app refetches figures while offline, which fails.
    watch.expectFault(/ERR_INTERNET_DISCONNECTED/);
    const files = watchFiles(page);
    await open(page, '/dashboard', 'Dashboard');
    // The map's outlines are requested when the figures are shown.
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    // The texts of the sidebar's screens are prefetched once the page is idle.
    await expect.poll(() => [...files.done]).toContain('/locales/en/widgets.json');
    await expect.poll(() => [...files.done]).toContain('/locales/en/connections.json');
    await untilQuiet(files);
    const before = [...files.done];
    for (const name of ['Connections', 'Widgets', 'Reviews']) {
      await sidebar(page).getByRole('link', { name }).click();
      await expect(heading(page, name)).toBeVisible();
    }
    await untilQuiet(files);
    expect([...files.done]).toEqual(before);
    await context.setOffline(true);
    await sidebar(page).getByRole('link', { name: 'Dashboard' }).click();
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    await context.setOffline(false);
  });

  await test.step('a thin bar shows that a screen is loading, without a layout shift', async () => {
    await page.route('**/locales/en/widgets.json', () => undefined);
    await page.goto(`${product().url}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    await page.evaluate(() => {
      const moved: number[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          moved.push(entry.value);
      }).observe({ type: 'layout-shift' });
    });
    await sidebar(page).getByRole('link', { name: 'Widgets' }).click();
    const bar = page.locator('[data-pending]');
    await expect(bar).toBeAttached();
    await expect(heading(page, 'Dashboard')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: number[] }).moved)).toEqual([]);
    // Other screens can be opened meanwhile.
    await sidebar(page).getByRole('link', { name: 'Connections' }).click();
    await expect(heading(page, 'Connections')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the navigation and the footer', async ({ page }) => {
    await test.step('the drawer opens, traps the focus, and closes in three ways', async () => {
      await open(page, '/widgets', 'Widgets');
      const button = page.getByRole('button', { name: 'Open the navigation' });
      const drawer = page.getByRole('dialog', { name: 'Main navigation' });
      await button.press('Enter');
      await expect(drawer.getByRole('link', { name: 'Connections' })).toBeVisible();
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Tab');
        expect(await drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(button).toBeFocused();
      await button.click();
      await drawer.getByRole('button', { name: 'Close the navigation' }).click();
      await expect(drawer).toBeHidden();
      await button.click();
      await drawer.getByRole('link', { name: 'Connections' }).click();
      await expect(drawer).toBeHidden();
      await expect(heading(page, 'Connections')).toBeVisible();
      await expectNoSidewaysScroll(page, 'connections');
    });

    const help = page.getByRole('button', { name: 'Help', exact: true });
    const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await test.step('the help button covers no menu of a row', async () => {
      await page.goto(`${product().url}/widgets`);
      const menu = page
        .getByRole('main')
        .getByRole('button', { name: /^Actions/ })
        .first();
      await expect(menu).toBeVisible();
      const button = await boxOf(menu);
      // So that the menu is where the help button would be.
      await resize(page, { width: 390, height: Math.round(button.y + button.height + 30) });
      // Most of it is outside of the window then.
      await expect.poll(async () => 390 - (await boxOf(help)).x).toBeLessThan(20);
      expect((await boxOf(menu)).x + button.width).toBeLessThanOrEqual((await boxOf(help)).x);
      await menu.click({ trial: true });
      await resize(page, { width: 390, height: 844 });
    });

    await test.step('at the end of the page the help button has room beside the footer', async () => {
      const select = page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(async () => Math.round((await boxOf(help)).x)).toBe(390 - 52 - 20);
      expect((await boxOf(help)).width).toBe(52);
      const language = await boxOf(select);
      expect(language.x + language.width).toBeLessThanOrEqual((await boxOf(help)).x);
      await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Kindling`);
    });
  });
});
