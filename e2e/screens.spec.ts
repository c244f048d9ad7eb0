/** Every screen with something on it, at three widths, light and dark: kept as pictures and held to the same rules. */
import { fileURLToPath } from 'node:url';
import type { Cookie, Page } from '@playwright/test';
import { signIn } from './support/people.ts';
import { useProduct } from './support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts';

const product = useProduct({ demo: true });
const folder = fileURLToPath(new URL('../artifacts/screens/', import.meta.url));

let cookies: Cookie[] = [];
let chooseUrl = '';

// Each worker has a product of its own and takes its share of the screens.
test.describe.configure({ mode: 'parallel' });

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, product(), product().demo);
  // Places of the same owner that are not read yet, so that the choice has something to choose from.
  for (const [index, title] of [
    'Linden & Fjord Bücher',
    'Linden & Fjord Garten',
    'Linden & Fjord Rad',
  ].entries())
    await product().control('google', {
      action: 'seed',
      location: `accounts/117390455802146213377/locations/7700${index}`,
      title,
      count: 3,
      newest: '2026-10-01T00:00:00Z',
    });
  await page.goto(`${product().url}/connections/google`);
  await page.getByRole('link', { name: 'Choose profiles' }).click();
  await expect(page.getByRole('checkbox', { name: 'Linden & Fjord Rad' })).toBeEnabled();
  chooseUrl = page.url();
  cookies = await page.context().cookies();
  await page.close();
});

interface Screen {
  name: string;
  /** Path, or how to come to the address. */
  path: string | (() => string);
  /** True once the screen shows what it has to show. */
  ready: (page: Page) => Promise<void>;
  /** The largest single shift of the layout; none when left out. */
  shift?: number;
  signedIn: boolean;
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Their web font may arrive after the first paint (`font-display: swap`) and then moves a line by a pixel. */
const identityShift = 0.01;

const screens: readonly Screen[] = [
  { name: 'landing', path: '/', ready: heading(/./), signedIn: false },
  {
    name: 'sign-in',
    path: '/auth/sign-in',
    ready: heading('Welcome back'),
    shift: identityShift,
    signedIn: false,
  },
  {
    name: 'sign-up',
    path: '/auth/sign-up',
    ready: heading('Create your account'),
    shift: identityShift,
    signedIn: false,
  },
  { name: '404', path: '/no-such-page', ready: heading(/./), signedIn: false },
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: (page) => expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'connections',
    path: '/connections',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'connections-google',
    path: '/connections/google',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'connections-facebook',
    path: '/connections/facebook',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'connections-problem',
    path: '/connections/google?problem=denied',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'choose',
    path: () => chooseUrl,
    ready: (page) => expect(page.getByRole('checkbox').first()).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'reviews',
    path: '/reviews',
    ready: (page) =>
      expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'reviews-empty',
    path: '/reviews?search=nobody+ever+wrote+this&rating=5',
    ready: (page) => expect(page.getByText('No review matches these filters')).toBeVisible(),
    signedIn: true,
  },
  {
    name: 'widgets',
    path: '/widgets',
    ready: (page) => expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible(),
    signedIn: true,
  },
];

/** Counts every shift of the layout that no key or click has caused, from the first paint on. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        // Below a thousandth nothing moves that an eye could see: parts of a pixel when fonts arrive.
        if (entry.hadRecentInput || entry.value < 0.001) continue;
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : '#',
        );
        moved.push(`${entry.value.toFixed(4)} ${nodes.join(' ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Entrances of dialogs and fades end; spinners go on for ever and are not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

for (const width of [390, 768, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: width === 390 ? 844 : 900 } });

    test.beforeEach(async ({ page }) => {
      await countShifts(page);
    });

    for (const screen of screens) {
      test(screen.name, async ({ page, context, watch }) => {
        if (screen.name === '404') watch.expectFault(/status of 404/);
        if (screen.signedIn) await context.addCookies(cookies);
        await page.goto(
          new URL(typeof screen.path === 'string' ? screen.path : screen.path(), product().url).href,
        );
        await screen.ready(page);
        await settled(page);
        const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
        expect.soft(moved.filter((entry) => Number.parseFloat(entry) > (screen.shift ?? 0))).toEqual([]);
        await look(page, screen.name, width);
      });
    }

    test('editor', async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(`${product().url}/widgets`);
      await page.getByRole('link', { name: 'All reviews' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
      const rendering = page.getByRole('region', { name: /^Reviews of / });
      // Where there is no room beside the settings, the preview is a tab of its own.
      if (width < 992) {
        await look(page, 'editor-settings', width);
        await page.getByRole('tab', { name: 'Preview' }).click();
      }
      await expect(rendering).toBeVisible();
      await look(page, 'editor', width);
      await page.getByRole('tab', { name: 'Embed' }).click();
      await expect(page.getByRole('textbox', { name: 'Code to paste' })).toBeVisible();
      await look(page, 'editor-embed', width);
    });

    // The sidebar stands open on wider windows.
    if (width === 1440) return;
    test('navigation', async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(`${product().url}/widgets`);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('link', { name: 'Connections' })).toBeVisible();
      await settled(page);
      await look(page, 'navigation', width);
      await drawer.getByRole('link', { name: 'Connections' }).click();
      await expect(drawer).toBeHidden();
      await heading('Connections')(page);
    });
  });
}

/** Both themes of what is on the screen: one picture and all rules for each. */
async function look(page: Page, name: string, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, animations: 'disabled' });
    await expectNoSidewaysScroll(page, `${name}, ${colorScheme}`);
    await expectAccessible(page, `${name}, ${colorScheme}`);
  }
}
