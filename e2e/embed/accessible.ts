/** Checks the rules of WCAG 2.2 AA inside every embed of a page, in one scan. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * A violation names the code of its embed.
 * @param more tags of axe besides these; best practices apply to a page with one embed
 */
export async function expectAccessibleEmbeds(
  page: Page,
  more: readonly 'best-practice'[] = [],
): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The page has no frames, so no second page is needed to combine results.
    .setLegacyMode()
    .include('kindling-reviews')
    .withTags([...wcag, ...more])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${JSON.stringify(target)} ${html}`),
  );
  expect(found).toEqual([]);
}
