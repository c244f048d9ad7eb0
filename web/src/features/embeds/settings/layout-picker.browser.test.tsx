/** The names below the drawings; German has the longest words. */
import { widgetLayouts } from '@kindling/contract/embed-settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { LayoutPicker } from './layout-picker.tsx';

const softHyphen = '\u00AD';

/** The words that are broken over two lines without a hyphen. */
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
          // The first rectangle at the start of a line is that of the hyphen before it.
          return [...range.getClientRects()].at(-1)?.top;
        });
        return new Set(tops).size > 1;
      })
      .map(([piece]) => piece);
  });
}

// Widths of the settings panel at 390 px and beside the preview on a wide screen.
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
