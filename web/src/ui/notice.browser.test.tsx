/** The layout of a notice with an action in narrow and wide places. */
import texts from '@kindling/locales/de/widgets.json';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.tsx';
import { Notice } from './notice.tsx';

const { wordpress } = texts.embed.stripped;
const { address } = texts.embed.use;

/** Shows a notice with an action in a panel of this width, in px. */
async function showNotice(width: number, words: string) {
  const screen = (
    <div style={{ width }}>
      <Notice tone="warn" action={<button type="button">{address}</button>}>
        {words}
      </Notice>
    </div>
  );
  await renderScreen(screen, { answers: {}, language: 'de' });
  const text = page.getByText(words).element();
  const button = page.getByRole('button').element();
  return { text, button };
}

/** Words that are broken across lines. */
function brokenWords(element: Element): string[] {
  const node = element.firstChild;
  if (node === null) throw new Error('The notice says nothing.');
  const range = document.createRange();
  return [...(node.textContent ?? '').matchAll(/\S+/g)]
    .filter(({ 0: word, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return range.getClientRects().length > 1;
    })
    .map(([word]) => word);
}

test.for([300, 360])('in a panel of %i px the text has space, and no word breaks', async (width) => {
  const { text, button } = await showNotice(width, wordpress);
  expect(brokenWords(text)).toEqual([]);
  const words = text.getBoundingClientRect();
  expect(words.width).toBeGreaterThan(220);
  expect(button.getBoundingClientRect().top).toBeGreaterThanOrEqual(words.bottom);
  expect(button.getBoundingClientRect().left).toBe(words.left);
});

test.for([520, 900])('in %i px the action is at the end of the line', async (width) => {
  const { text, button } = await showNotice(width, wordpress);
  expect(brokenWords(text)).toEqual([]);
  const words = text.getBoundingClientRect();
  expect(words.width).toBeGreaterThan(220);
  expect(button.getBoundingClientRect().left).toBeGreaterThanOrEqual(words.right);
  expect(button.getBoundingClientRect().bottom).toBeLessThan(words.bottom);
});

test.for([300, 900])('at %i px the icon is beside the first line', async (width) => {
  const { text } = await showNotice(width, 'Kurz gesagt.');
  const icon = text.parentElement?.querySelector('svg')?.getBoundingClientRect();
  const line = text.getBoundingClientRect();
  if (icon === undefined) throw new Error('The notice has no icon.');
  expect(Math.abs(icon.top + icon.height / 2 - (line.top + line.height / 2))).toBeLessThan(2);
});
