/** Checks that embeds fit into the space that their code reserves, at several widths of the window. */
import { expect, type Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import type { Harness, Snapshot } from './harness.ts';

interface MeasuredEmbed {
  readonly code: string;
  /** Heights in px: of the content, and of the space that the same code reserves before a script runs. */
  readonly shown: number;
  readonly kept: number;
  /** The embed is fixed to the window. */
  readonly outside: boolean;
}

const measureEmbeds = (page: Page): Promise<MeasuredEmbed[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('kindling-reviews')].map((pasted) => {
      const empty = document.createElement('div');
      empty.setAttribute('style', pasted.getAttribute('style') ?? '');
      empty.append(...[...pasted.childNodes].map((node) => node.cloneNode(true)));
      pasted.after(empty);
      const kept = empty.getBoundingClientRect().height;
      empty.remove();
      const box = pasted.shadowRoot?.querySelector('section')?.getBoundingClientRect();
      const outside = box === undefined || box.left < 0 || box.right > innerWidth;
      return { code: pasted.getAttribute('code') ?? '', shown: box?.height ?? 0, kept, outside };
    }),
  );

/**
 * Opens a page with all of them and measures each.
 * @param least minimum share of the reserved space that the content fills
 */
export async function expectFitsReservedSpace(
  kit: Harness,
  page: Page,
  snapshots: readonly Snapshot[],
  widths: readonly number[],
  least: number,
): Promise<void> {
  kit.publish(...snapshots);
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toHaveCount(snapshots.length);
  // The widest font in common use, because it wraps lines most often.
  await page.addStyleTag({ content: 'body{margin:16px;font-family:"DejaVu Sans",Verdana,sans-serif}' });
  for (const width of widths) {
    await resize(page, { width, height: 800 });
    for (const { code, shown, kept, outside } of await measureEmbeds(page)) {
      expect.soft(shown, `${code}, ${width} px`).toBeLessThanOrEqual(kept);
      expect.soft(shown, `${code}, ${width} px`).toBeGreaterThan(least * kept);
      expect.soft(outside, `${code} stands beside a window of ${width} px`).toBe(false);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect.soft(overflow, `the page scrolls sideways, ${width} px`).toBe(false);
  }
}
