/** The names below the drawings, whose longest words are German. */
import { widgetLayouts } from '@kindling/contract/embed-settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { LayoutPicker } from './layout-picker.tsx';

const softHyphen = '\u00AD';

/** What of the names stands on more than one line without a place to break at. */
function brokenWords(names: readonly Element[]): string[] {
  return names.flatMap((name) => {
    const text = name.firstChild;
    if (text === null) return [];
    return [...(text.textContent ?? '').matchAll(new RegExp(`[^\\s${softHyphen}]+`, 'gu'))]
      .filter(({ index, 0: piece }) => {
        const tops = Array.from({ length: piece.length }, (_, at) => {
          const range = document.createRange();
          range.setStart(text, index + at);
          range.setEnd(text, index + at + 1);
          // Where a line begins after a hyphen, the first one is the hyphen's.
          return [...range.getClientRects()].at(-1)?.top;
        });
        return new Set(tops).size > 1;
      })
      .map(([piece]) => piece);
  });
}

// Of the settings on a screen of 390 px, and beside the preview on a wide one.
test.each([
  ['de', 310],
  ['de', 384],
  ['nl', 384],
])('in %s no word is broken without a hyphen at %d px', async (language, width) => {
  await renderScreen(
    <div style={{ width }} data-testid="settings">
      <LayoutPicker layouts={widgetLayouts} chosen="summary" onChoose={() => undefined} />
    </div>,
    { answers: {}, language },
  );
  await expect.poll(() => page.getByRole('radio').elements()).toHaveLength(widgetLayouts.length);
  const names = [...page.getByTestId('settings').element().querySelectorAll('label > span')];
  expect(names).toHaveLength(widgetLayouts.length);
  await document.fonts.ready;
  expect(brokenWords(names)).toEqual([]);
});
