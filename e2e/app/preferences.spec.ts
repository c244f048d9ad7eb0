/** Display preferences: their effect, their persistence, syncing between tabs, and no flash on load. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

test.beforeEach(async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
  await resize(page, { width: 1440, height: 900 });
});

type StoredPreferences = Partial<
  Record<'theme' | 'density' | 'layout' | 'sidebarPosition' | 'sidebarBehavior', string>
>;

async function store(page: Page, chosen: StoredPreferences): Promise<void> {
  await page.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, chosen);
}

async function open(page: Page): Promise<void> {
  await page.goto(`${product().url}/widgets`);
  await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible();
}

async function openPanel(page: Page) {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Display' }).click();
  const panel = page.getByRole('dialog', { name: 'Display' });
  await expect(panel).toBeVisible();
  return panel;
}

/** Blocks matching requests until the returned function is called. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve();
}

const aside = (page: Page) => page.getByRole('complementary');
const place = (page: Page) => aside(page).locator('> div');
const leftOf = async (what: ReturnType<typeof aside>) => (await what.boundingBox())?.x ?? Number.NaN;
const widthOf = async (what: ReturnType<typeof aside>) => (await what.boundingBox())?.width ?? Number.NaN;
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const sidebarBackgroundOf = (page: Page) =>
  aside(page).evaluate((node) => getComputedStyle(node).backgroundColor);

test('no flash of another theme on load', async ({ page }) => {
  for (const { theme, system } of [
    { theme: 'dark', system: 'light' },
    { theme: 'light', system: 'dark' },
    { theme: 'colored', system: 'dark' },
    { theme: 'default', system: 'dark' },
  ] as const)
    await test.step(`${theme} on a ${system} system is applied before the app loads`, async () => {
      await page.emulateMedia({ colorScheme: system });
      await store(page, {
        theme,
        density: 'compact',
        layout: 'boxed',
        sidebarPosition: 'right',
        sidebarBehavior: 'compact',
      });
      const release = await hold(page, '**/assets/*.js');
      await page.goto(`${product().url}/dashboard`, { waitUntil: 'commit' });
      const body = page.locator('body');
      await expect(body).toHaveAttribute('data-theme', theme);
      await expect(body).toHaveAttribute('data-density', 'compact');
      await expect(body).toHaveAttribute('data-layout', 'boxed');
      await expect(body).toHaveAttribute('data-sidebar-position', 'right');
      await expect(body).toHaveAttribute('data-sidebar-behavior', 'compact');
      const scheme = theme === 'dark' || theme === 'default' ? 'dark' : 'light';
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      await expect.poll(() => backgroundOf(page)).not.toBe('rgba(0, 0, 0, 0)');
      const before = await backgroundOf(page);
      release();
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      expect(await backgroundOf(page)).toBe(before);
      await page.unroute('**/assets/*.js');
    });

  await test.step('the page has no body before the preferences are applied', async () => {
    await store(page, { theme: 'dark' });
    const asked = page.waitForRequest('**/prefs.js');
    const release = await hold(page, '**/prefs.js');
    await page.goto(`${product().url}/dashboard`, { waitUntil: 'commit' });
    await asked;
    expect(await page.evaluate(() => document.body === null)).toBe(true);
    release();
    await expect(page.locator('body')).toHaveAttribute('data-theme', 'dark');
  });
});

/** All design tokens (CSS custom properties) with their computed values. */
const designTokens = (page: Page) =>
  page.evaluate(() =>
    [...document.body.computedStyleMap()]
      .map(([name, values]) => `${name}: ${[...values].join(' ')}`)
      .filter((token) => token.startsWith('--')),
  );

test('every preference takes effect and is stored', async ({ page, context }) => {
  await open(page);

  await test.step('the default theme follows the system while the page is open', async () => {
    const day = await backgroundOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect.poll(() => backgroundOf(page)).not.toBe(day);
  });

  const panel = await openPanel(page);
  const choose = (name: string) => panel.getByRole('radio', { name }).check();
  const reset = panel.getByRole('button', { name: 'Reset to defaults' });

  for (const [system, name] of [
    ['dark', 'Dark'],
    ['light', 'Light'],
  ] as const)
    await test.step(`on a ${system} system the default theme equals the ${system} theme in every color`, async () => {
      await page.emulateMedia({ colorScheme: system });
      const tokensWith = async (theme: string, label: string) => {
        await choose(label);
        await expect(page.locator('body')).toHaveAttribute('data-theme', theme);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', system);
        return designTokens(page);
      };
      const own = await tokensWith(system, name);
      expect(own.length).toBeGreaterThan(50);
      expect(await tokensWith('default', 'Match my device')).toEqual(own);
    });

  await test.step('every theme looks different', async () => {
    const looks: string[] = [];
    for (const name of ['Light', 'Dark', 'Colored']) {
      await choose(name);
      looks.push(`${await backgroundOf(page)} ${await sidebarBackgroundOf(page)}`);
    }
    expect(new Set(looks).size).toBe(3);
  });

  await test.step('compact rows are lower', async () => {
    const row = page.getByRole('main').getByRole('listitem').first();
    const height = async () => (await row.boundingBox())?.height ?? Number.NaN;
    const roomy = await height();
    await choose('Compact');
    await expect.poll(height).toBeLessThan(roomy - 10);
    await choose('Roomy');
    await expect.poll(height).toBe(roomy);
  });

  await test.step('boxed centers the shell, right moves the sidebar to the other side', async () => {
    await resize(page, { width: 1600, height: 900 });
    await expect.poll(() => leftOf(aside(page))).toBe(0);
    await choose('Centered');
    await expect.poll(() => leftOf(aside(page))).toBe((1600 - 1280) / 2);
    await choose('Right');
    const end = async () => (await leftOf(aside(page))) + (await widthOf(aside(page)));
    await expect.poll(end).toBe(1600 - (1600 - 1280) / 2);
    await expect.poll(() => leftOf(page.getByRole('main'))).toBe((1600 - 1280) / 2);
    await choose('Full width');
    await expect.poll(end).toBe(1600);
    await resize(page, { width: 1440, height: 900 });
    await reset.click();
  });

  await test.step('a preference applies at once, survives a reload, and all can be reset', async () => {
    await expect(panel.getByRole('radio', { name: 'Match my device' })).toBeChecked();
    await expect(reset).toBeDisabled();
    await expectAccessible(page, 'the display panel');
    // A radio group is one tab stop; arrow keys choose.
    await panel.getByRole('radio', { name: 'Match my device' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(panel.getByRole('radio', { name: 'Colored' })).toBeChecked();
    await expect(page.locator('body')).toHaveAttribute('data-theme', 'colored');
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('radio', { name: 'Roomy' })).toBeFocused();
    for (const name of ['Compact', 'Centered', 'Right', 'Always in view']) await choose(name);
    await page.reload();
    await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible();
    for (const [name, value] of [
      ['data-theme', 'colored'],
      ['data-density', 'compact'],
      ['data-layout', 'boxed'],
      ['data-sidebar-position', 'right'],
      ['data-sidebar-behavior', 'fixed'],
    ] as const)
      await expect(page.locator('body')).toHaveAttribute(name, value);
    expect(
      await page.evaluate(() =>
        ['theme', 'density', 'layout', 'sidebarPosition', 'sidebarBehavior'].map((name) =>
          localStorage.getItem(name),
        ),
      ),
    ).toEqual(['colored', 'compact', 'boxed', 'right', 'fixed']);
    await openPanel(page);
    await reset.click();
    await expect(page.locator('body')).toHaveAttribute('data-theme', 'default');
    await expect(page.locator('body')).toHaveAttribute('data-layout', 'fluid');
    await expect(panel.getByRole('radio', { name: 'Scrolls along' })).toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  });

  await test.step('other tabs follow', async () => {
    const other = await context.newPage();
    await other.goto(`${product().url}/dashboard`);
    await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.bringToFront();
    await choose('Dark');
    await choose('Right');
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(other.locator('body')).toHaveAttribute('data-sidebar-position', 'right');
    await reset.click();
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await other.close();
  });
});

test('a long sidebar, and a compact one', async ({ page }) => {
  await test.step('a long sidebar: sticky scrolls with the page to its end, fixed scrolls by itself', async () => {
    // So low that the sidebar does not fit.
    await resize(page, { width: 1440, height: 160 });
    await open(page);
    const top = async () => (await place(page).boundingBox())?.y ?? Number.NaN;
    const end = async () => (await top()) + ((await place(page).boundingBox())?.height ?? Number.NaN);
    await expect.poll(end).toBeGreaterThan(160);
    await page.evaluate(() => scrollTo(0, 20));
    await expect.poll(top).toBe(-20);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(async () => Math.round(await end())).toBe(160);
    await page.evaluate(() => {
      document.body.dataset.sidebarBehavior = 'fixed';
    });
    // The end of the page may be at a fraction of a pixel.
    await expect.poll(async () => Math.abs(await top())).toBeLessThan(1);
    expect(Math.abs((await end()) - 160)).toBeLessThan(1);
    const scrolls = await place(page).evaluate((node) => {
      node.scrollTop = 40;
      return node.scrollTop;
    });
    expect(scrolls).toBe(40);
  });

  await test.step('compact is a rail that expands over the page on hover and focus, and collapses again', async () => {
    await resize(page, { width: 1440, height: 900 });
    await store(page, { sidebarBehavior: 'compact' });
    await page.mouse.move(700, 500);
    await page.reload();
    await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible();
    const narrow = await widthOf(place(page));
    expect(narrow).toBeLessThan(72);
    const main = await leftOf(page.getByRole('main'));
    const label = aside(page).getByText('Connections', { exact: true });
    const opacity = () => label.evaluate((node) => Number(getComputedStyle(node).opacity));
    expect(await opacity()).toBe(0);
    await page.mouse.move(30, 100);
    await expect.poll(() => widthOf(place(page))).toBe(248);
    await expect.poll(opacity).toBe(1);
    expect(await leftOf(page.getByRole('main'))).toBe(main);
    await page.mouse.move(700, 500);
    await expect.poll(() => widthOf(place(page))).toBe(narrow);
    await aside(page).getByRole('link', { name: 'Dashboard' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => widthOf(place(page))).toBe(248);
    await expectAccessible(page, 'the open rail');
    await page.keyboard.press('Escape');
    await expect.poll(() => widthOf(place(page))).toBe(narrow);
    await aside(page).getByRole('link', { name: 'Connections' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeFocused();
    await expect.poll(() => widthOf(place(page))).toBe(narrow);
  });
});

test('without storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Forbidden', 'SecurityError');
        },
      });
  });
  await open(page);
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name });

  await test.step('a preference lasts until the next load, and the panel says so', async () => {
    const panel = await openPanel(page);
    await expect(panel.getByText('Your browser does not let us store settings.')).toBeVisible();
    await panel.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('Escape');
    await entry('Connections').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('a cookie stores the language', async () => {
    const german = JSON.parse(
      readFileSync(new URL('../../locales/de/app.json', import.meta.url), 'utf8'),
    ) as { nav: { dashboard: string; widgets: string } };
    const select = page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' });
    await select.selectOption({ label: 'Deutsch' });
    const expectGerman = async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(entry(german.nav.dashboard)).toBeVisible();
    };
    await expectGerman();
    await entry(german.nav.widgets).click();
    await expectGerman();
    await page.reload();
    await expectGerman();
    await expect(page.locator('body')).toHaveAttribute('data-theme', 'default');
  });
});

const displays = [
  { theme: 'colored', sidebarPosition: 'right', sidebarBehavior: 'compact' },
  { theme: 'light', layout: 'boxed', sidebarPosition: 'right' },
  { theme: 'dark', layout: 'boxed', sidebarBehavior: 'compact' },
  { theme: 'colored', layout: 'boxed', sidebarBehavior: 'fixed' },
] as const;
for (const chosen of matrix(displays, displays.slice(0, 1))) {
  test(`every screen is accessible and fits with ${Object.values(chosen).join(', ')}`, async ({ page }) => {
    await store(page, chosen);
    await page.goto(`${product().url}/dashboard`);
    for (const [path, name] of [
      ['/dashboard', 'Dashboard'],
      ['/reviews', 'Reviews'],
      ['/connections', 'Connections'],
      ['/widgets', 'Widgets'],
    ] as const) {
      await resize(page, { width: 1440, height: 900 });
      await aside(page).locator(`a[href="${path}"]`).press('Enter');
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectAccessible(page, path);
      for (const size of [390, 768, 1440]) {
        await resize(page, { width: size, height: 900 });
        await expectNoSidewaysScroll(page, `${path} at ${size}`);
      }
    }
  });
}
