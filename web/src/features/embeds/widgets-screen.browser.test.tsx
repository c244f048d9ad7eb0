/** The list of widgets: the dialog that creates one. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswer, renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { WidgetsScreen } from './widgets-screen.tsx';

test('a widget needs a name, which is trimmed, and a failed request keeps it', async () => {
  const sent: unknown[] = [];
  const answers: ApiAnswer[] = [
    makeProblem(503, 'unavailable'),
    { embed: { id: '0199f000-0000-7000-8000-000000000041', kind: 'widget' } },
  ];
  await renderScreen(<WidgetsScreen />, {
    path: '/widgets',
    answers: {
      'GET /embeds': { embeds: [] },
      'POST /embeds': async (_url, request) => {
        sent.push(await request.json());
        return answers.shift() ?? 501;
      },
    },
  });
  await page.getByRole('button', { name: 'Create a widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'New widget' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const create = dialog.getByRole('button', { name: 'Create a widget' });
  await name.fill('  ');
  await expect.element(create).toBeDisabled();
  await name.fill(' Home page ');
  await create.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(name).toHaveValue(' Home page ');
  await create.click();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toEqual({ kind: 'widget', name: 'Home page', language: 'en' });
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
