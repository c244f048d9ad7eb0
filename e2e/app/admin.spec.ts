/** The administrator's pages, acting as a member, and what the account sees of it. */
import type { Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { newPerson, type Person } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const pages = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/users', 'Users'],
  ['/admin/users?view=audit', 'Users'],
  ['/admin/sync-schedule', 'Sync schedule'],
  ['/admin/send-email', 'Send e-mail'],
  ['/admin/send-email?tab=dead-letters', 'Send e-mail'],
  ['/admin/error-log', 'Error log'],
] as const;
const picture = (name: string) => ({ path: `artifacts/screens/admin-${name}.png`, fullPage: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A new administrator, signed in in the page's context. */
async function becomeAdmin(page: Page, name = 'Ana Operator'): Promise<Person> {
  const admin = await signUpByRequest(page, product(), newPerson(name));
  await product().command('set-role', admin.email, 'Super Admin');
  return admin;
}

/** Addresses of the answers that are refused while the page is open. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  return refused;
}

for (const width of [1440, 390])
  test(`an administrator's pages at ${width} px ask for nothing that is refused`, async ({ page }) => {
    const refused = watchRefusals(page);
    await becomeAdmin(page);
    await page.setViewportSize({ width, height: 900 });
    for (const [path, title] of pages) {
      await page.goto(`${product().url}${path}`);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, path);
      await page.screenshot(picture(`${width}${path.replaceAll(/\W+/g, '-')}`));
    }
    expect(refused).toEqual([]);
  });

test('an administrator has no other pages', async ({ page }) => {
  const refused = watchRefusals(page);
  await becomeAdmin(page);
  for (const path of ['/dashboard', '/reviews', '/profile', '/widgets']) {
    await page.goto(`${product().url}${path}`);
    await expect(page).toHaveURL(`${product().url}/admin/dashboard`);
  }
  expect(refused).toEqual([]);
});

test('acting as a member: the banner, what is closed, the way back, and what the account sees', async ({
  page,
  browser,
}) => {
  const visit = await browser.newContext();
  const ownersPage = await visit.newPage();
  const owner = await signUpByRequest(ownersPage, product(), newPerson('Olga Owner'));
  await ownersPage.goto(`${product().url}/admin/users`);
  await expect(ownersPage).toHaveURL(`${product().url}/dashboard`);
  await becomeAdmin(page, 'Ana Support');
  await page.goto(`${product().url}/admin/users?search=${encodeURIComponent(owner.email)}`);
  await page.getByRole('link', { name: 'Olga Owner' }).click();
  await page.getByRole('button', { name: 'Act as' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Her widget stays empty.');
  await page.getByRole('button', { name: 'Act as this member' }).click();
  const banner = page.getByRole('region', { name: 'Acting as a member' });
  await expect(banner.getByText(/You are acting as Olga Owner/)).toBeVisible();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, 'acting');
    await page.screenshot(picture(`acting-${width}`));
  }
  await page.goto(`${product().url}/profile`);
  await expect(page.getByText('This page is for the member alone')).toBeVisible();
  await page.goto(`${product().url}/admin/users`);
  await expect(page).toHaveURL(`${product().url}/dashboard`);
  await banner.getByRole('button', { name: 'Back to admin dashboard' }).click();
  await expect(page).toHaveURL(`${product().url}/admin/dashboard`);
  await expect(banner).toHaveCount(0);
  // The words of what was done are there in a visit that has not opened the audit log.
  await page.goto(`${product().url}/admin/users`);
  await page.getByRole('link', { name: 'Olga Owner' }).click();
  await expect(page.getByText('Stopped acting as a member').first()).toBeVisible();
  await expect(page.getByText(/actions\.\w/)).toHaveCount(0);
  await ownersPage.goto(`${product().url}/activity`);
  await expect(ownersPage.getByText('Support started acting as a member')).toBeVisible();
  await expect(ownersPage.getByText('Reason: Her widget stays empty.')).toBeVisible();
  await expect(ownersPage.getByText(/Ana Support, support/).first()).toBeVisible();
  await expectAccessible(ownersPage, '/activity');
  await ownersPage.screenshot(picture('activity'));
  await visit.close();
});
