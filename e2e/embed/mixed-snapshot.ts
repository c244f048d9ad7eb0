/** A snapshot with all kinds of reviews, published by the harness and opened on a plain page. */
import { expect, type Page } from '@playwright/test';
import type { Harness, Snapshot } from './harness.ts';

export type Settings = NonNullable<Parameters<Harness['makeSnapshot']>[1]>;

/** Twelve real reviews, and kinds that differ from them. */
export function mixedSnapshot(kit: Harness, settings: Settings, code = 'k3v9xq2mzt'): Snapshot {
  const { reviews } = kit.makeSnapshot();
  return kit.makeSnapshot(
    {
      code,
      reviews: [
        ...reviews,
        kit.makeReview(20, { text: null, permalink: 'https://example.com/review' }),
        kit.makeReview(21, { text: 'w'.repeat(700), source: 'import' }),
        kit.makeReview(22, {
          source: 'facebook',
          rating: null,
          recommendation: 'negative',
          authorName: null,
        }),
      ],
      figures: [
        kit.makeFigure({ count: 1300 }),
        kit.makeFigure({ source: 'facebook', average: null, count: 44, recommended: 41, url: null }),
      ],
    },
    settings,
  );
}

export async function open(kit: Harness, page: Page, settings: Settings): Promise<void> {
  kit.publish(mixedSnapshot(kit, settings));
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toBeAttached();
}
