/** The list at any length: which rows are in the document, which pages are read, keyboard and selection. */
import type { OwnReview } from '@kindling/contract/reviews';
import { focusManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { preferenceStore } from '../../../lib/preferences.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ReviewsScreen } from '../reviews-screen.tsx';

const idOf = (number: number) => `0199f000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const numbered = (number: number): OwnReview =>
  makeReview({ id: idOf(number), authorName: `Guest ${number}`, text: `Text ${number}. `.repeat(20) });

const members = ['Ada Berg', 'Bo Lind'].map((name, at) => ({
  userId: idOf(400 + at),
  name,
  picture: null,
  you: at === 0,
}));

/** A server with `total` reviews, whose cursors are the number of the first review of a page. */
function serve(total: number, more: ApiAnswers = {}) {
  const asked: number[] = [];
  const answers: ApiAnswers = {
    'GET /reviews': ({ searchParams }) => {
      const first = Number(searchParams.get('cursor') ?? 0);
      asked.push(first);
      const end = Math.min(first + 50, total);
      return {
        items: Array.from({ length: end - first }, (_, at) => numbered(first + at)),
        nextCursor: end < total ? String(end) : null,
      };
    },
    'GET /reviews/figures': { unanswered: 3, total },
    'GET /reviews/count': { count: Math.min(total, 10_000), more: total > 10_000 },
    'GET /reviews/languages': { languages: [] },
    'GET /reviews/assignees': { assignees: [] },
    'GET /tags': { tags: [] },
    'GET /saved-views': { views: [] },
    'GET /businesses': { businesses: [] },
    ...more,
  };
  return { answers, asked };
}

const list = () => page.getByRole('list', { name: 'Reviews' });
const rows = () => document.querySelectorAll('[data-index]');
const article = (number: number) => page.getByRole('article', { name: `Review by Guest ${number}` });
const link = (number: number) => list().getByRole('link', { name: new RegExp(`^Guest ${number},`) });

function scroller(): HTMLElement {
  const pane = document.querySelector<HTMLElement>('[data-density]');
  if (pane === null) throw new Error('There is no list.');
  return pane;
}

/** Scrolls until the row of a review is in the document; the pages before it are read on the way. */
async function scrollTo(number: number): Promise<void> {
  await expect
    .poll(
      () => {
        scroller().scrollTop = number * 72 - 100;
        return document.querySelector(`[data-index="${number}"]`);
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
}

test('of 200,000 reviews keeps at most 60 rows in the document, at every place', async () => {
  const { answers, asked } = serve(200_000);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  let most = 0;
  const observer = new MutationObserver(() => {
    most = Math.max(most, list().element().children.length);
  });
  observer.observe(list().element(), { childList: true });
  onTestFinished(() => observer.disconnect());
  await scrollTo(1000);
  await expect.element(link(1000)).toBeVisible();
  // Each page once, in their order.
  expect(asked).toEqual(asked.map((_, at) => at * 50));
  await scrollTo(20);
  await expect.element(link(20)).toBeVisible();
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(60);
});

test('rows that a scroll brings show their shape first, and a list that opens elsewhere shows none', async () => {
  const { answers } = serve(1000);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  let shapes = 0;
  const observer = new MutationObserver(() => {
    for (const row of rows()) if (row.querySelector('[data-row-link]') === null) shapes += 1;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await scrollTo(400);
  await expect.element(link(400)).toBeVisible();
  expect(shapes).toBeGreaterThan(0);
  // The last step of the scroll may bring rows later than row 400, and each comes by itself.
  const below = () => Math.ceil((scroller().scrollTop + scroller().clientHeight) / 72);
  await expect.poll(() => document.querySelector(`[data-index="${below()}"]`)).not.toBeNull();
  await expect
    .poll(() => [...rows()].every((row) => row.querySelector('[data-row-link]') !== null))
    .toBe(true);
  shapes = 0;
  await page.getByRole('button', { name: 'Sort: Newest first' }).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect.element(link(0)).toBeVisible();
  expect(shapes).toBe(0);
});

test('a row ends a long text with an ellipsis, and halves no emoji', async () => {
  const { answers } = serve(1, {
    'GET /reviews': {
      items: [makeReview({ id: idOf(0), authorName: 'Guest 0', text: `${'a'.repeat(239)}😀 and the rest` })],
      nextCursor: null,
    },
  });
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  const words = list().getByRole('listitem').element().textContent ?? '';
  expect(words.endsWith(`${'a'.repeat(239)}…`)).toBe(true);
  expect(words.isWellFormed()).toBe(true);
});

test('reads again only the pages in sight', async () => {
  const { answers, asked } = serve(1000);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  const { calls } = await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  await scrollTo(410);
  await expect.element(link(410)).toBeVisible();
  const before = asked.length;
  const figures = () => calls.filter((call) => call === 'GET /reviews/figures').length;
  const counted = figures();
  focusManager.setFocused(false);
  vi.setSystemTime(Date.now() + 60_000);
  focusManager.setFocused(true);
  await expect.poll(() => asked.slice(before)).toContain(400);
  await expect.poll(figures).toBeGreaterThan(counted);
  // The first page, which says what is new, and those around the rows in sight.
  expect(asked.slice(before).filter((page) => page !== 0 && (page < 350 || page > 450))).toEqual([]);
});

test('keeps the pages around those in sight, and reads those far away again', async () => {
  const { answers, asked } = serve(3000);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  await scrollTo(1600);
  await expect.element(link(1600)).toBeVisible();
  const before = asked.length;
  await scrollTo(1400);
  await expect.element(link(1400)).toBeVisible();
  expect(asked.slice(before)).toEqual([]);
  await scrollTo(220);
  await expect.element(link(220)).toBeVisible();
  expect(asked.slice(before)).toContain(200);
});

test('a new review shows at the top, and none is lost or doubled behind it', async () => {
  let added = 0;
  const all = () => [
    ...Array.from({ length: added }, (_, at) => numbered(9000 + at)),
    ...Array.from({ length: 120 }, (_, at) => numbered(at)),
  ];
  // Cursors are of reviews, as on the server, so they mean the same after a new one.
  const { answers } = serve(0, {
    'GET /reviews': ({ searchParams }) => {
      const reviews = all();
      const first = 1 + reviews.findIndex(({ id }) => id === searchParams.get('cursor'));
      const items = reviews.slice(first, first + 50);
      return { items, nextCursor: first + 50 < reviews.length ? (items.at(-1)?.id ?? null) : null };
    },
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  await renderScreen(<ReviewsScreen />, { answers });
  await scrollTo(60);
  await scrollTo(0);
  added = 1;
  focusManager.setFocused(false);
  vi.setSystemTime(Date.now() + 60_000);
  focusManager.setFocused(true);
  await expect.element(link(9000)).toBeVisible();
  const seen = new Set<string>();
  for (let row = 0; row < 121; row += 8) {
    await scrollTo(row);
    await expect.poll(() => document.querySelector(`[data-index="${row}"] a`)).not.toBeNull();
    for (const item of rows())
      seen.add(`${item.getAttribute('data-index')} ${item.querySelector('a')?.textContent}`);
  }
  await expect.element(page.getByText('That is all: 121 reviews.')).toBeInTheDocument();
  expect([...seen].toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))).toEqual(
    all().map(({ authorName }, row) => `${row} ${authorName}`),
  );
});

test('a review that is opened from an old list is read again, and the list does not replace what was read', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { answers } = serve(3, {
    [`GET /reviews/${idOf(1)}`]: { review: { ...numbered(1), text: 'Edited meanwhile' } },
    [`GET /reviews/${idOf(2)}`]: { review: numbered(2) },
  });
  const { calls } = await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(article(0)).toBeVisible();
  await link(2).click();
  await expect.element(article(2)).toBeVisible();
  vi.setSystemTime(Date.now() + 30_000);
  await link(1).click();
  // Sooner than an open review is read again anyway.
  await expect.element(article(1).getByText('Edited meanwhile'), { timeout: 30_000 }).toBeVisible();
  await link(2).click();
  await link(1).click();
  await expect.element(article(1).getByText('Edited meanwhile')).toBeVisible();
  // A list that was read just now says everything.
  expect(calls).not.toContain(`GET /reviews/${idOf(0)}`);
});

test('a reload leaves the list where it was, and reads only the pages in sight', async () => {
  const { answers, asked } = serve(1000);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  await scrollTo(420);
  await expect.element(link(420)).toBeVisible();
  const place = scroller().scrollTop;
  await link(420).click();
  await expect.element(article(420)).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  await cleanup();
  asked.length = 0;
  await renderScreen(<ReviewsScreen />, { answers, path: `/reviews?review=${idOf(420)}` });
  await expect.element(link(420)).toBeVisible();
  await expect.element(link(420)).toHaveAttribute('aria-current', 'true');
  expect(scroller().scrollTop).toBe(place);
  expect(asked.filter((page) => page !== 0 && (page < 350 || page > 450))).toEqual([]);
  // A later start begins at the top.
  await cleanup();
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
});

test('a page that fails says so in its place, and is read with another try', async () => {
  let works = false;
  const { answers } = serve(80);
  const read = answers['GET /reviews'];
  await renderScreen(<ReviewsScreen />, {
    answers: {
      ...answers,
      'GET /reviews': (url, request) =>
        works || !url.searchParams.has('cursor')
          ? typeof read === 'function'
            ? read(url, request)
            : 500
          : 403,
    },
  });
  await scrollTo(48);
  const again = list().getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expect.element(link(49)).toBeInTheDocument();
  works = true;
  await again.click();
  await expect.element(link(51)).toBeInTheDocument();
});

test('is used with the keyboard alone', async () => {
  const { answers } = serve(60);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(article(0)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(article(1)).toBeVisible();
  await expect.element(link(1)).toHaveFocus();
  await expect.element(link(1)).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('jj');
  await expect.element(article(3)).toBeVisible();
  await userEvent.keyboard('k');
  await expect.element(article(2)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(link(3)).toHaveFocus();
  await userEvent.keyboard('o');
  await expect.element(article(3)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(link(3)).toHaveFocus();
  await userEvent.keyboard('r');
  await expect.element(article(3).getByRole('textbox', { name: 'Your reply on Google' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('x');
  await expect.element(page.getByText('1 review selected')).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
  await userEvent.keyboard('jkx');
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('jkx');
});

test('Home and End go to the ends of the list, and leave the page where it is', async () => {
  const { answers } = serve(60);
  // Less than the least height of the screen, so that the page scrolls too.
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(1440, 500);
  onTestFinished(() => page.viewport(before.width, before.height));
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(article(0)).toBeVisible();
  await scrollTo(40);
  await expect.poll(() => rows()[0]?.getAttribute('aria-setsize')).toBe('60');
  await userEvent.keyboard('{End}');
  await expect.element(article(59)).toBeVisible();
  await expect.element(link(59)).toHaveFocus();
  expect(scrollY).toBe(0);
  await userEvent.keyboard('{Home}');
  await expect.element(article(0)).toBeVisible();
  await expect.element(link(0)).toHaveFocus();
  // In a field they move the cursor.
  await userEvent.keyboard('/ab{Home}c');
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('cab');
});

test('question mark lists the keys', async () => {
  const { answers } = serve(3);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('only one row is in the order of Tab', async () => {
  const { answers } = serve(60);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(link(1)).toHaveFocus();
  const reachable = () =>
    [...list().element().querySelectorAll<HTMLElement>('a, input')]
      .filter((element) => element.tabIndex === 0)
      .map((element) => element.closest('[data-index]')?.getAttribute('data-index'));
  // Its box and its link.
  await expect.poll(reachable).toEqual(['1', '1']);
});

test('a selection is made by boxes, by ranges, or of everything that matches', async () => {
  const { answers } = serve(200);
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews?withText=true',
    answers: { ...answers, 'GET /reviews/count': { count: 200, more: false } },
  });
  await expect.element(link(0)).toBeVisible();
  const box = (number: number) =>
    page.getByRole('checkbox', { name: `Select the review by Guest ${number}`, exact: true });
  const pick = (number: number, shiftKey = false) =>
    box(number)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  pick(1);
  await expect.element(page.getByText('1 review selected')).toBeVisible();
  pick(5, true);
  await expect.element(page.getByText('5 reviews selected')).toBeVisible();
  await expect.element(box(3)).toBeChecked();
  await expect.element(box(6)).not.toBeChecked();
  pick(3);
  await expect.element(page.getByText('4 reviews selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 200' }).click();
  await expect.element(page.getByText('200 reviews selected')).toBeVisible();
  await expect.element(box(9)).toBeChecked();
  // Escape closes an open filter first.
  const source = page.getByRole('button', { name: 'Source', exact: true });
  await source.click();
  await expect.element(page.getByRole('listbox', { name: 'Source' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox', { name: 'Source' })).not.toBeInTheDocument();
  await expect.element(page.getByText('200 reviews selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('200 reviews')).toBeVisible();
  await expect.element(box(9)).not.toBeChecked();
});

test.each([390, 1440])('a selection moves no row in a window of %i px', async (width) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  const { answers } = serve(200);
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews?withText=true',
    language: 'de',
    answers: { ...answers, 'GET /reviews/assignees': { assignees: members } },
  });
  await expect.element(page.getByText('200 Bewertungen', { exact: true })).toBeVisible();
  const row = () => document.querySelector('[data-index="1"]')?.getBoundingClientRect().top;
  const place = row();
  document.querySelector<HTMLElement>('[data-index="1"] input')?.click();
  const bar = page.getByRole('region', { name: 'Ausgewählte Bewertungen' });
  await expect.element(bar.getByRole('button', { name: 'Zuweisen' })).toBeVisible();
  await expect.element(bar.getByRole('button', { name: 'Alle 200 auswählen' })).toBeVisible();
  expect(row()).toBe(place);
  const { left, right } = bar.element().getBoundingClientRect();
  for (const one of bar.getByRole('button').elements()) {
    expect(one.getBoundingClientRect().left).toBeGreaterThanOrEqual(left);
    expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  }
});

test('rows are as close as the person likes, also after the next start', async () => {
  onTestFinished(() => preferenceStore().reset());
  const { answers } = serve(60);
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  const height = () => document.querySelector('[data-index="0"]')?.getBoundingClientRect().height;
  expect(height()).toBe(72);
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await expect.poll(height).toBe(44);
  expect(localStorage.getItem('density')).toBe('compact');
});

test('a row says what there is to know in one line', async () => {
  const at = '2026-11-20T10:00:00.000Z';
  const review = makeReview({
    rating: null,
    recommendation: 'negative',
    source: 'facebook',
    draft: 'Sorry',
    pinned: { reason: null, at },
    hidden: { reason: 'spam', at },
    tagIds: [idOf(1), idOf(2)],
  });
  const tag = { id: idOf(1), name: 'Delivery', color: 'red', rule: null, reviewCount: 1, run: null };
  const { answers } = serve(1, {
    'GET /reviews': { items: [review], nextCursor: null },
    'GET /tags': { tags: [tag] },
  });
  await renderScreen(<ReviewsScreen />, { answers });
  await expect
    .element(
      list().getByRole('link', {
        name: /^Orla Finch, Does not recommend, Facebook, Not replied yet, Delivery, /,
      }),
    )
    .toBeVisible();
  const row = list().getByRole('listitem');
  for (const words of ['With a draft', 'Pinned', 'Hidden', 'Not replied yet', 'Delivery'])
    await expect.element(row.getByText(words, { exact: true })).toBeInTheDocument();
  // A tag that was deleted is not shown.
  expect(row.element().querySelectorAll('[title="Delivery"]')).toHaveLength(1);
});

test.each([
  [390, 'comfortable'],
  [390, 'compact'],
  [1440, 'comfortable'],
] as const)('at %i px a %s row shows who the review is assigned to', async (width, density) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 844);
  preferenceStore().set('density', density);
  onTestFinished(() => {
    preferenceStore().reset();
    return page.viewport(before.width, before.height);
  });
  const assigned = makeReview({
    id: idOf(1),
    authorName: 'Maximiliane Oberhuber-Schmidt',
    listingName: 'A place with a long name',
    draft: 'Thank you',
    assigneeId: members[1]?.userId ?? null,
  });
  const formerly = makeReview({ id: idOf(2), authorName: 'Guest 2', assigneeId: idOf(999) });
  const { answers } = serve(2, {
    'GET /reviews': { items: [assigned, formerly], nextCursor: null },
    'GET /reviews/assignees': { assignees: members },
  });
  await renderScreen(<ReviewsScreen />, { answers });
  await expect
    .element(list().getByRole('link', { name: /^Maximiliane .*, Assigned to Bo Lind, / }))
    .toBeInTheDocument();
  await expect.element(link(2)).toBeInTheDocument();
  const avatars = list().element().querySelectorAll('[title^="Assigned to"]');
  expect([...avatars].map((one) => one.getAttribute('title'))).toEqual(['Assigned to Bo Lind']);
  const [avatar] = avatars;
  const box = avatar?.getBoundingClientRect();
  const row = avatar?.closest('li')?.getBoundingClientRect();
  const age = avatar?.nextElementSibling?.getBoundingClientRect();
  expect(box?.height).toBeLessThanOrEqual(20);
  expect(age?.right).toBeLessThanOrEqual((row?.right ?? 0) - 16);
  expect(box?.right).toBeLessThanOrEqual(age?.left ?? 0);
  expect(row?.height).toBe(density === 'compact' ? 44 : 72);
  // The pointer finds it, and a click on it opens the review like one on the rest of the row.
  const { x = 0, y = 0 } = box ?? {};
  expect(avatar?.contains(document.elementFromPoint(x + 9, y + 9))).toBe(true);
});

test('one member alone sees no assignee in the rows', async () => {
  const { answers } = serve(1, {
    'GET /reviews': {
      items: [makeReview({ id: idOf(0), authorName: 'Guest 0', assigneeId: members[0]?.userId ?? null })],
      nextCursor: null,
    },
    'GET /reviews/assignees': { assignees: members.slice(0, 1) },
  });
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  await expect.element(list().getByRole('link', { name: /Assigned to/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Assigned to me' })).not.toBeInTheDocument();
});

test('each action of a selection says its name to the pointer and to the keyboard', async () => {
  const { answers } = serve(3, { 'GET /reviews/assignees': { assignees: members } });
  await renderScreen(<ReviewsScreen />, { answers });
  await expect.element(link(0)).toBeVisible();
  document.querySelector<HTMLElement>('[data-index="1"] input')?.click();
  const bar = page.getByRole('region', { name: 'Selected reviews' });
  await expect.element(bar.getByRole('button', { name: 'Assign' })).toBeVisible();
  const names = ['Tag', 'Remove tag', 'Assign', 'Hide', 'Show again', 'Export', 'Clear selection'];
  for (const name of names) {
    await bar.getByRole('button', { name, exact: true }).hover();
    await expect.element(page.getByRole('tooltip', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  (bar.getByRole('button', { name: 'Tag', exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('tooltip', { name: 'Remove tag' })).toBeVisible();
});
