/** What a visitor does on the collection page. */
import type { Page } from '@playwright/test';
import type { CollectPage, Harness, Language } from './harness.ts';

/** A small phone of 2021. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** No request leaves this machine: the platforms' pages are empty. */
export async function stayHere(page: Page): Promise<void> {
  await page.context().route(
    (url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
}

export async function open(
  kit: Harness,
  page: Page,
  shown: CollectPage,
  language: Language = 'en',
): Promise<void> {
  kit.publish(shown, language);
  await stayHere(page);
  await page.goto(kit.origin + shown.path);
}

export const rate = (page: Page, rating: number | string) =>
  page.locator(`#rate button[value="${rating}"]`).click();
