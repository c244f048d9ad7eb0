/** Every filter, by its chip and in the advanced filters. */
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ReviewsScreen } from '../reviews-screen.tsx';

/** Only a guard: a busy machine takes longer than the default. */
const slow = { timeout: 20_000 };

const idOf = (number: number) => `0199f000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const location = (number: number, businessId: string, name: string) => ({
  id: idOf(number),
  businessId,
  name,
});
const businesses = [
  {
    id: idOf(100),
    name: 'Bakery',
    locations: Array.from({ length: 9 }, (_, at) => location(at + 1, idOf(100), `Quay ${at + 1}`)),
  },
  { id: idOf(200), name: 'Kiosk', locations: [location(20, idOf(200), 'Pier')] },
];
const tag = { id: idOf(300), name: 'Delivery', color: 'red', rule: null, reviewCount: 4, run: null };
const assignees = [
  { userId: idOf(400), name: 'Ada Berg', picture: null, you: true },
  { userId: idOf(401), name: 'Jo Lind', picture: null, you: false },
];

/** Shows the screen; `last()` is the query of the last list that was asked for, without its size. */
async function show(path = '/reviews', language = 'en') {
  const asked: string[] = [];
  await renderScreen(<ReviewsScreen />, {
    path,
    language,
    answers: {
      'GET /reviews': ({ searchParams }) => {
        searchParams.delete('limit');
        asked.push(searchParams.toString());
        return { items: [makeReview()], nextCursor: null };
      },
      'GET /reviews/figures': { unanswered: 0, total: 1 },
      'GET /reviews/count': { count: 1, more: false },
      'GET /reviews/languages': { languages: ['de', 'fr'] },
      'GET /reviews/assignees': { assignees },
      'GET /tags': { tags: [tag] },
      'GET /saved-views': { views: [] },
      'GET /businesses': { businesses },
    },
  });
  return { last: () => asked.at(-1) };
}

const chip = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const option = (name: string) => page.getByRole('option', { name, exact: true });

test.each([
  ['Stars', '4 stars and up', 'rating=4'],
  ['Stars', '3 stars or fewer', 'rating=3&ratingMode=down'],
  ['Stars', '1 star only', 'rating=1&ratingMode=only'],
  ['Source', 'Manual', 'source=first-party'],
  ['Tag', 'Delivery', `tagId=${idOf(300)}`],
])('the chip %s offers %s', async (name, choice, query) => {
  const { last } = await show();
  await chip(name).click();
  await option(choice).click();
  await expect.poll(last, slow).toBe(query);
  await expect.element(chip(`${name}: ${choice}`)).toBeVisible();
  await chip(`Remove the filter: ${name}`).click();
  await expect.element(chip(name)).toBeVisible();
});

test('one chip shows what is assigned to the person, and is the filter of the assignee', async () => {
  const { last } = await show();
  await chip('Assigned to me').click();
  await expect.poll(last, slow).toBe(`assigneeId=${idOf(400)}`);
  await expect.element(chip('Assigned to me')).toHaveAttribute('aria-pressed', 'true');
  // The filter has no second chip.
  await expect.element(chip(/^Assignee/)).not.toBeInTheDocument();
  await chip('Advanced filters').click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Assignee' });
  await expect.element(field).toHaveValue(idOf(400));
  await field.selectOptions('Jo Lind');
  await page.getByRole('button', { name: 'Show reviews' }).click();
  await expect.element(chip('Assignee: Jo Lind')).toBeVisible();
  await expect.element(chip('Assigned to me')).toHaveAttribute('aria-pressed', 'false');
  await chip('Assigned to me').click();
  await chip('Remove the filter: Assigned to me').click();
  await expect.element(chip('Assigned to me')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(chip('Clear filters')).not.toBeInTheDocument();
});

test.each([
  ['rating=5', '5 stars only'],
  ['rating=1&ratingMode=down', '1 star only'],
  ['rating=5&ratingMode=down', '1 star and up'],
  ['rating=4&ratingMode=down', '4 stars or fewer'],
])('the stars of the address %s are %s', async (query, name) => {
  await show(`/reviews?${query}`);
  await expect.element(chip(`Stars: ${name}`)).toBeVisible();
  await chip('Advanced filters').click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Stars' });
  await expect.element(field.getByRole('option', { name, exact: true, selected: true })).toBeInTheDocument();
});

test.each([
  [1280, 'answered=false&rating=3&ratingMode=down'],
  [1440, 'answered=false&from=2026-01-20&to=2026-10-20'],
])('in a window of %i px every chip is in sight with %s', async (width, query) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show(`/reviews?${query}`);
  await expect.element(chip('Tag')).toBeVisible();
  const buttons = [...document.querySelectorAll('search button')];
  expect(buttons.map((one) => one.textContent)).toContain('Clear filters');
  for (const one of buttons) {
    const { x, y, width: size, height } = one.getBoundingClientRect();
    expect
      .soft(one.contains(document.elementFromPoint(x + size - 4, y + height / 2)), one.outerHTML)
      .toBe(true);
  }
});

test.each(
  [390, 1100, 1440, 1920].flatMap((width) =>
    ['en', 'de', 'fr'].map((language) => [width, language] as const),
  ),
)('at %i px in %s the list keeps its place, whatever is chosen', async (width, language) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(before.width, before.height));
  const top = () => document.querySelector('[data-density]')?.getBoundingClientRect().top;
  const switches = () => document.querySelectorAll<HTMLElement>('search [aria-pressed]');
  await show('/reviews', language);
  await expect.poll(() => switches().length).toBe(2);
  await expect.poll(() => document.querySelector('[data-index]')).not.toBeNull();
  const place = top();
  for (const at of [0, 1]) {
    switches()[at]?.click();
    await expect.poll(() => switches()[at]?.ariaPressed).toBe('true');
    expect(top()).toBe(place);
  }
  await cleanup();
  const everything = `answered=false&rating=3&ratingMode=down&source=first-party&from=2026-01-20&to=2026-10-20&tagId=${idOf(300)}&assigneeId=${idOf(400)}&language=de&pinned=false&withText=true`;
  await show(`/reviews?${everything}`, language);
  await expect.poll(() => document.querySelectorAll('search [data-active]').length).toBe(9);
  expect(top()).toBe(place);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('a chip is used with the keyboard, and the same choice again takes it away', async () => {
  const { last } = await show();
  await expect.element(chip('Source')).toBeVisible();
  (chip('Source').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  await expect.poll(last, slow).toMatch(/^source=/);
  const chosen = chip(/^Source: /);
  await expect.element(chosen).toHaveFocus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(chip('Source')).toBeVisible();
});

test('a long menu has a field to find an entry', async () => {
  const { last } = await show();
  await chip('Location').click();
  await page.getByRole('textbox', { name: 'Find' }).fill('PIE');
  await expect.element(option('Quay 1')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(last, slow).toBe(`locationId=${idOf(20)}`);
  await chip('Location: Pier').click();
  await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
});

test.each([
  ['en', 'From', '10/20/2026', '10/20/2026'],
  ['de', 'Von', '20.10.2026', '20.10.2026'],
  ['de', 'Von', '20102026', '20.10.2026'],
  ['nl', 'Van', '2026-10-20', '20-10-2026'],
])('a day is typed as people write it: %s %s %s', async (language, label, typed, shown) => {
  const { last } = await show('/reviews?withText=true', language);
  const dates = { en: 'Date', de: 'Datum', nl: 'Datum' }[language] ?? '';
  await chip(dates).click();
  const field = page.getByRole('textbox', { name: label });
  await field.fill(typed);
  await userEvent.keyboard('{Enter}');
  await expect.poll(last, slow).toBe('from=2026-10-20&withText=true');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue(shown);
});

test('what is no day does not stay', async () => {
  const { last } = await show();
  await chip('Date').click();
  const field = page.getByRole('textbox', { name: 'From' });
  await field.fill('02/30/2026');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('');
  expect(last()).toBe('');
});

test('a period up to today is one click', async () => {
  const { last } = await show();
  await chip('Date').click();
  await page.getByRole('button', { name: 'This year' }).click();
  await expect.poll(last, slow).toBe(`from=${new Date().getUTCFullYear()}-01-01`);
  await expect.element(chip(/^Date: since Jan 1, /)).toBeVisible();
});

test.each([
  ['Stars', '5 stars only', 'rating=5&ratingMode=only'],
  ['Stars', '2 stars or fewer', 'rating=2&ratingMode=down'],
  ['Source', 'Facebook', 'source=facebook'],
  ['Location', 'Pier', `locationId=${idOf(20)}`],
  ['Business', 'Kiosk', `businessId=${idOf(200)}`],
  ['Tag', 'Delivery', `tagId=${idOf(300)}`],
  ['Reply', 'Not replied yet', 'answered=false'],
  ['Reply', 'Replied', 'answered=true'],
  ['Reply problems', 'Reply not accepted', 'replyFailed=true'],
  ['Recommendation', 'Does not recommend', 'recommendation=negative'],
  ['Language', 'French', 'language=fr'],
  ['Assignee', 'Not assigned', 'assigneeId=none'],
  ['Assignee', 'Ada Berg (you)', `assigneeId=${idOf(400)}`],
  ['Text', 'With text', 'withText=true'],
  ['Text', 'Without text', 'withText=false'],
  ['Pinned', 'Not pinned', 'pinned=false'],
  ['Hidden', 'Hidden', 'hidden=true'],
  ['Removed', 'No longer shown', 'removed=true'],
])('the advanced filters have %s: %s', async (name, choice, query) => {
  const { last } = await show();
  await chip('Advanced filters').click();
  const dialog = page.getByRole('dialog', { name: 'Advanced filters' });
  const field = dialog.getByRole('combobox', { name, exact: true });
  await field.selectOptions(choice);
  await expect.poll(last, slow).toBe(query);
  await field.selectOptions('Show all');
  await expect.element(field).toHaveValue('');
  await expect.element(dialog.getByRole('button', { name: 'Clear filters' })).toBeDisabled();
});

test('the advanced filters search, and are cleared at once', async () => {
  const { last } = await show('/reviews?rating=3');
  await chip('Advanced filters').click();
  const dialog = page.getByRole('dialog', { name: 'Advanced filters' });
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('rye');
  await expect.poll(last, slow).toBe('search=rye&rating=3&sort=relevance');
  await dialog.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(last, slow).toBe('');
});

test.each([
  ['Oldest first', 'sort=oldest'],
  ['Lowest rating first', 'sort=lowest'],
  ['Highest rating first', 'sort=highest'],
  // Only what waits is in this order, and the filters say so.
  ['Longest waiting first', 'answered=false&sort=waiting'],
])('the order is %s', async (name, query) => {
  const { last } = await show();
  await page.getByRole('button', { name: 'Sort: Newest first' }).click();
  await expect.element(option('Best match first')).not.toBeInTheDocument();
  await option(name).click();
  await expect.poll(last, slow).toBe(query);
});

test('the order of waiting time ends with the filter that it needs', async () => {
  const { last } = await show('/reviews?sort=waiting');
  await expect.poll(last, slow).toBe('answered=false&sort=waiting');
  await page.getByRole('button', { name: 'Not replied yet', pressed: true }).click();
  await expect.poll(last, slow).toBe('');
});

test('a search shows its best matches first, or the newest', async () => {
  const { last } = await show('/reviews?search=rye');
  await expect.poll(last, slow).toBe('search=rye&sort=relevance');
  await page.getByRole('button', { name: 'Sort: Best match first' }).click();
  await option('Newest first').click();
  await expect.poll(last, slow).toBe('search=rye');
});
