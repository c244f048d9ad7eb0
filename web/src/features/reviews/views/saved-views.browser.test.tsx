/** Filters kept under a name: opened, saved, shared, replaced, deleted. */
import type { SavedView } from '@kindling/contract/saved-views';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { ReviewsScreen } from '../reviews-screen.tsx';

const view = (changes: Partial<SavedView>): SavedView => ({
  id: '0199f000-0000-7000-8000-000000000091',
  name: 'Low stars',
  filter: { rating: 2, ratingMode: 'only' },
  sort: 'oldest',
  shared: false,
  editable: true,
  missing: [],
  ...changes,
});

async function show(views: SavedView[], path = '/reviews', session: SessionOptions = {}) {
  const server = { views };
  const asked: { list: string[]; changes: unknown[] } = { list: [], changes: [] };
  const change = async (url: URL, request: Request) => {
    const body = request.method === 'DELETE' ? null : ((await request.json()) as Partial<SavedView>);
    asked.changes.push([request.method, body]);
    const id = url.pathname.split('/').at(-1) ?? '';
    if (request.method === 'DELETE') server.views = server.views.filter((one) => one.id !== id);
    else if (request.method === 'POST')
      server.views = [...server.views, view({ ...body, id: id.padEnd(36, '2') })];
    else server.views = server.views.map((one) => (one.id === id ? { ...one, ...body } : one));
    return request.method === 'DELETE' ? { ok: true } : { view: server.views[0] };
  };
  await renderScreen(<ReviewsScreen />, {
    path,
    ...session,
    answers: {
      'GET /reviews': ({ search }) => {
        asked.list.push(search);
        return { items: [makeReview()], nextCursor: null };
      },
      'GET /reviews/figures': { unanswered: 0, total: 1 },
      'GET /reviews/count': { count: 1, more: false },
      'GET /reviews/languages': { languages: [] },
      'GET /reviews/assignees': { assignees: [] },
      'GET /tags': { tags: [] },
      'GET /businesses': { businesses: [] },
      'GET /saved-views': () => ({ views: server.views }),
      'POST /saved-views': change,
      [`PUT /saved-views/${view({}).id}`]: change,
      [`DELETE /saved-views/${view({}).id}`]: change,
    },
  });
  return asked;
}

const menu = (name: string) => page.getByRole('button', { name, exact: true });

test('a view brings its filters and its order', async () => {
  const asked = await show([view({})]);
  await menu('Views').click();
  await page.getByRole('menuitem', { name: 'Low stars' }).click();
  await expect.poll(() => asked.list.at(-1)).toBe('?rating=2&ratingMode=only&sort=oldest&limit=50');
  await expect.element(menu('Low stars')).toBeVisible();
});

test('without a filter there is nothing to save, and the menu says so', async () => {
  await show([]);
  await menu('Views').click();
  await expect.element(page.getByRole('menuitem', { name: 'Save these filters' })).toBeDisabled();
  await expect.element(page.getByText('Choose a filter or an order first.')).toBeVisible();
});

test('the filters of the list are saved under a name, for the whole team', async () => {
  const asked = await show([], '/reviews?answered=false');
  await menu('Views').click();
  await page.getByRole('menuitem', { name: 'Save these filters' }).click();
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('  To do ');
  await page.getByRole('checkbox', { name: 'Share with the team' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(menu('To do')).toBeVisible();
  expect(asked.changes).toEqual([
    ['POST', { name: 'To do', filter: { answered: false }, sort: 'newest', shared: true }],
  ]);
});

test('a responder shares nothing, and does not change what others share', async () => {
  await show([view({ shared: true, editable: false })], '/reviews?answered=false', {
    account: { ...ownAccount, role: 'responder' },
  });
  await menu('Views').click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await expect.element(page.getByRole('dialog').getByText('Shared with the team')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete Low stars' })).not.toBeInTheDocument();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await menu('Views').click();
  await page.getByRole('menuitem', { name: 'Save these filters' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Share with the team' })).not.toBeInTheDocument();
});

test('a view is renamed, takes the filters of the list, and is deleted', async () => {
  const asked = await show([view({})], '/reviews?answered=false');
  await menu('Views').click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: 'Rename or share Low stars' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Two stars');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Use these filters' }).click();
  await page.getByRole('button', { name: 'Delete Two stars' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect.element(page.getByText('Two stars')).not.toBeInTheDocument();
  expect(asked.changes).toEqual([
    ['PUT', { name: 'Two stars', filter: { rating: 2, ratingMode: 'only' }, sort: 'oldest', shared: false }],
    ['PUT', { name: 'Two stars', filter: { answered: false }, sort: 'newest', shared: false }],
    ['DELETE', null],
  ]);
});

test('a view of something that no longer exists says so', async () => {
  const locationId = '0199f000-0000-7000-8000-00000000dead';
  await show([view({ filter: { locationId }, sort: 'newest', missing: ['location'] })]);
  await menu('Views').click();
  await expect.element(page.getByLabelText('Filters by something that no longer exists')).toBeVisible();
  await page.getByRole('menuitem', { name: /Low stars/ }).click();
  await expect.element(page.getByRole('button', { name: 'Location: no longer exists' })).toBeVisible();
});

test('Escape closes the menu, also without an entry to choose, and leaves the selection alone', async () => {
  await show([]);
  await page.getByRole('checkbox', { name: /^Select the review/ }).click({ force: true });
  await expect.element(page.getByText('1 review selected')).toBeVisible();
  await menu('Views').click();
  const save = page.getByRole('menuitem', { name: 'Save these filters' });
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(save).not.toBeInTheDocument();
  await expect.element(page.getByText('1 review selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('1 review selected')).not.toBeInTheDocument();
});
