/** The list of widgets: the dialog that creates one. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswer, renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { WidgetsScreen } from './widgets-screen.tsx';

const noReviews = { previews: [], sample: false };

test('a widget begins with a template, and a failed request keeps the dialog', async () => {
  const sent: Record<string, unknown>[] = [];
  const asked: { kind: string; settings: unknown[] }[] = [];
  const answers: ApiAnswer[] = [
    makeProblem(503, 'unavailable'),
    { embed: { id: '0199f000-0000-7000-8000-000000000041', kind: 'widget' } },
  ];
  await renderScreen(<WidgetsScreen />, {
    path: '/widgets',
    answers: {
      'GET /embeds': { embeds: [] },
      'POST /embeds/previews': async (_url, request) => {
        const body = await request.json();
        asked.push(body);
        const html = (_: unknown, index: number) => ({ html: `<p>Picture ${index}</p><a href="#">link</a>` });
        return { previews: body.settings.map(html), sample: true };
      },
      'POST /embeds': async (_url, request) => {
        sent.push(await request.json());
        return answers.shift() ?? 501;
      },
    },
  });
  await page.getByRole('button', { name: 'Create a widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'New widget' });
  await expect.element(dialog.getByText(/You have no reviews yet/)).toBeVisible();
  const footer = dialog.getByRole('region', { name: 'Footer' });
  await expect.element(footer.getByText('Sample').first()).toBeVisible();
  const card = dialog.getByRole('button', { name: 'Three columns' });
  await expect.element(card).toHaveAccessibleDescription('Six reviews in cards, with the averages above.');
  // The pictures are out of reach for keys and screen readers.
  const pictures = () => document.querySelectorAll('[inert][aria-hidden="true"]');
  expect(pictures().length).toBeGreaterThan(10);
  await expect.element(dialog.getByRole('link')).not.toBeInTheDocument();
  await card.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await card.click();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({
    kind: 'widget',
    name: 'Three columns',
    settings: { layout: 'grid', columns: 3, language: 'en', locationIds: [] },
  });
  // One request for all pictures.
  expect(asked).toHaveLength(1);
  expect(asked[0]?.settings[0]).toEqual(sent[1]?.settings);
});

test('a widget may begin without a template', async () => {
  const sent: unknown[] = [];
  await renderScreen(<WidgetsScreen />, {
    path: '/widgets',
    language: 'de',
    answers: {
      'GET /embeds': { embeds: [] },
      'POST /embeds/previews': noReviews,
      'POST /embeds': async (_url, request) => {
        sent.push(await request.json());
        return { embed: { id: '0199f000-0000-7000-8000-000000000041', kind: 'widget' } };
      },
    },
  });
  await page.getByRole('button', { name: 'Widget erstellen' }).click();
  await page.getByRole('button', { name: 'Ohne Vorlage beginnen' }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      { kind: 'widget', name: 'Neues Widget', settings: { language: 'de', layout: 'carousel' } },
    ]);
});

test('an ended plan is said before somebody begins a widget', async () => {
  await renderScreen(<WidgetsScreen />, {
    path: '/widgets',
    planState: 'ended',
    answers: { 'GET /embeds': { embeds: [] } },
  });
  await expect.element(page.getByText(/The plan of this account has ended/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/billing');
  await expect.element(page.getByRole('button', { name: 'Create a widget' })).not.toBeInTheDocument();
});

test.each(['responder', 'viewer'] as const)('a %s sees the list, without ways to change it', async (role) => {
  const embed = {
    id: '0199f000-0000-7000-8000-000000000041',
    kind: 'widget',
    name: 'Home page',
    settings: { layout: 'list' },
    publishedAt: null,
    takenDown: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    changed: false,
    views30: 0,
  };
  await renderScreen(<WidgetsScreen />, {
    path: '/widgets',
    account: { ...ownAccount, role },
    answers: { 'GET /embeds': { embeds: [embed] } },
  });
  await expect.element(page.getByText('Home page')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test.each([
  ['viewer', 0],
  ['manager', 1],
] as const)('a limited %s learns that there are none for their locations', async (role, buttons) => {
  await renderScreen(<WidgetsScreen />, {
    path: '/widgets',
    account: { ...ownAccount, role, locationIds: [] },
    answers: { 'GET /embeds': { embeds: [] } },
  });
  await expect.element(page.getByText('No widgets for your locations')).toBeVisible();
  expect(page.getByRole('button', { name: 'Create a widget' }).elements()).toHaveLength(buttons);
});
