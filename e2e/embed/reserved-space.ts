/** Whether embeds fit into the room that their pasted code keeps, at one width of the window after the other. */
import { expect, type Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import type { Harness, Snapshot } from './harness.ts';

interface MeasuredEmbed {
  readonly code: string;
  /** Heights in px: of the content, and of what the same code keeps free before any script has come. */
  readonly shown: number;
  readonly kept: number;
  /** It stands beside the window. */
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
 * @param least share of the kept room that the content must fill
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
  // The widest face in common use; letters decide how often a line breaks.
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
