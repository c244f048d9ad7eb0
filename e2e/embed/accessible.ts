/** The rules of WCAG 2.2 AA inside every embed of a page, in one scan. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What is found names the code of the embed that it is in.
 * @param more tags of axe besides; best practices are about one embed on a page
 */
export async function expectAccessibleEmbeds(
  page: Page,
  more: readonly 'best-practice'[] = [],
): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The page has no frames: their results need not be put together in a second page.
    .setLegacyMode()
    .include('kindling-reviews')
    .withTags([...wcag, ...more])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${JSON.stringify(target)} ${html}`),
  );
  expect(found).toEqual([]);
}
