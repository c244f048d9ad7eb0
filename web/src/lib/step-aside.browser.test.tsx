/** The help button and what is under its place. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { isPlaceFree, startSteppingAside } from './step-aside.ts';

afterEach(() => document.body.replaceChildren());

/** A page with one element under the place of the button, and with room below it. */
function showPage(under: string): HTMLElement {
  document.body.innerHTML = `
    <main style="height: 3000px; padding-top: 100px"><div style="width: 400px; height: 60px">${under}</div></main>
    <div id="place" style="position: fixed; top: 104px; left: 20px; width: 52px; height: 52px; pointer-events: none">
      <button style="pointer-events: auto; width: 52px; height: 52px">Help</button>
    </div>`;
  const place = document.getElementById('place');
  if (place === null) throw new Error('No place');
  scrollTo(0, 0);
  return place;
}

test.each([
  ['nothing', '', true],
  ['empty boxes', '<div style="height: 60px"><div style="height: 30px"></div></div>', true],
  ['text that ends before it', '<p style="margin: 0; font-size: 8px">a</p>', true],
  ['text', '<p style="margin: 0; padding-left: 30px">Great coffee</p>', false],
  ['a button', '<button style="margin: 30px 0 0 30px; width: 20px; height: 20px"></button>', false],
  ['a row that is a link', '<a href="#x" style="display: block; height: 60px"></a>', false],
  ['a drawing', '<svg width="90" height="60"></svg>', false],
  ['a bar that stays in view', '<div style="position: sticky; top: 0; height: 60px"></div>', false],
])('with %s under it, the place is free: %s', (_what, under, free) => {
  expect(isPlaceFree(showPage(under))).toBe(free);
});

test('it goes aside for a row, and comes back once the row is scrolled away and the page stands still', async () => {
  const place = showPage('<a href="#x" style="display: block; height: 60px">A row</a>');
  onTestFinished(startSteppingAside(place));
  const isAside = () => place.hasAttribute('data-aside');
  await expect.poll(isAside).toBe(true);
  scrollTo(0, 400);
  await expect.poll(isAside).toBe(false);
  // The way down puts it aside at once, whatever is under it.
  scrollTo(0, 500);
  document.dispatchEvent(new Event('scroll'));
  expect(isAside()).toBe(true);
  await expect.poll(isAside).toBe(false);
  scrollTo(0, 0);
  await expect.poll(isAside).toBe(true);
});

test('it goes aside for what appears later', async () => {
  const place = showPage('');
  onTestFinished(startSteppingAside(place));
  const main = document.querySelector('main div');
  main?.insertAdjacentHTML('beforeend', '<button style="width: 100px; height: 60px">Undo</button>');
  await expect.poll(() => place.hasAttribute('data-aside')).toBe(true);
});
