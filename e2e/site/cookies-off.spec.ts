/** A browser that blocks cookies and storage by its own settings. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { useProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();
/** The full browser: the headless shell has no settings. */
const whole = '/usr/bin/chromium';
let folder = '';
let context: BrowserContext;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindling-cookies-off-'));
  await mkdir(join(folder, 'Default'));
  // 2: block. The setting "Block all cookies" of the browser itself.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const { launchOptions = {}, locale = 'en-US' } = test.info().project.use;
  context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    ...(existsSync(whole) ? { executablePath: whole } : {}),
    locale,
  });
});

test.afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

test('the public pages work, and signing in says that it needs cookies', async () => {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));

  await test.step('the browser settings block cookies and storage', async () => {
    await page.goto(product().url);
    const kept = await page.evaluate(() => {
      document.cookie = 'probe=1';
      const tryStorage = () => {
        try {
          localStorage.setItem('probe', '1');
          return true;
        } catch {
          return false;
        }
      };
      return { cookie: document.cookie, storage: tryStorage() };
    });
    expect(kept).toEqual({ cookie: '', storage: false });
  });

  await test.step('the public pages can be read, change their language and open their help', async () => {
    await page.goto(`${product().url}/pricing`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${product().url}/de/pricing`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: 'Hilfe' }).click();
    await expect(page.getByRole('textbox').first()).toBeVisible();
    expect(faults).toEqual([]);
  });

  await test.step('signing in says that it needs cookies', async () => {
    await page.goto(`${product().url}/auth/sign-in`);
    await expect(page.getByText(/your browser does not accept cookies/)).toBeVisible();
  });
});
