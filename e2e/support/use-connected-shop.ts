import type { Cookie } from '@playwright/test';
import { connectByRequest, signUpByRequest } from './accounts.ts';
import type { Product } from './product.ts';
import { test } from './test.ts';

/**
 * One new account with Google connected for all tests of the calling file, and each test signed in to it.
 * @param seed what the simulator gets before the first sync
 */
export function useConnectedShop(product: () => Product, seed: () => Promise<void> = async () => {}): void {
  let cookies: Cookie[] = [];
  test.beforeAll(async ({ browser }) => {
    await seed();
    const page = await browser.newPage();
    await signUpByRequest(page, product());
    await connectByRequest(page, product(), 'Google');
    cookies = await page.context().cookies();
    await page.close();
  });
  test.beforeEach(async ({ context }) => {
    await context.addCookies(cookies);
  });
}
