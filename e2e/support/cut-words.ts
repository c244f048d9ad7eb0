/** Finds controls whose own words do not fit into them. */
import { expect, type Page } from '@playwright/test';
import { waitUntilSettled } from './test.ts';

/**
 * Expects that no control cuts off its words: buttons, links with the look of one, chips, labels, tabs, options, headings of
 * tables and the chosen option of a select. Texts of people (`dir="auto"`, `data-foreign`) may be shortened. A violation does
 * not end the test.
 */
export async function expectWholeWords(page: Page, what: string): Promise<void> {
  await waitUntilSettled(page);
  expect.soft(await findCutWords(page), `words that are cut off in ${what}`).toEqual([]);
}

function findCutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      'button',
      'label',
      'legend',
      'summary',
      'th',
      'h1, h2, h3',
      '[role="tab"]',
      '[role="option"]',
      '[role="menuitem"]',
      '[data-tone]',
      'a[class*="Button"]',
    ].join();
    const foreign = '[dir="auto"], [data-foreign], bdi, time';
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true });
    };
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      // A scrolling row of chips moves; what is as wide as a parent with hidden overflow does not.
      const wide = element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(overflowX);
      const high = element.scrollHeight > element.clientHeight + 3 && /hidden|clip/.test(overflowY);
      return element.clientWidth > 2 && (wide || high);
    };
    const found = new Set<string>();
    for (const control of document.querySelectorAll(controls))
      for (const element of [control, ...control.querySelectorAll('*')]) {
        const words = element.textContent?.trim() ?? '';
        if (words === '' || element.closest(foreign) !== null || element.querySelector(foreign) !== null)
          continue;
        if (element.closest('svg, [aria-hidden="true"]') === null && isSeen(element) && isCut(element))
          found.add(`${element.tagName.toLowerCase()}: ${words.slice(0, 60)}`);
      }
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const words = select.selectedOptions[0]?.textContent ?? '';
      if (pen === null || !isSeen(select)) continue;
      pen.font = font;
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen.measureText(words).width > room + 1) found.add(`select: ${words}`);
    }
    return [...found];
  });
}
