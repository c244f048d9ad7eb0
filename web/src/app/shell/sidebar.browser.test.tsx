/** The counters of the sidebar. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeConnection } from '../../testing/connections.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { EntryCount } from './sidebar-counts.tsx';
import { TopBar } from './top-bar.tsx';

const figures = { unanswered: 7, total: 9 };

test('counts connections that need the owner', async () => {
  const ids = ['10', '11', '12'].map((end) => `0199f000-0000-7000-8000-0000000000${end}`);
  const [first, second, third] = ids.map((id) => makeConnection({ id }));
  if (!first || !second || !third) throw new Error('No connections');
  await renderScreen(<Sidebar />, {
    answers: {
      'GET /reviews/figures': figures,
      'GET /connections': {
        connections: [first, { ...second, status: 'revoked' }, { ...third, status: 'not_approved' }],
      },
    },
  });
  await expect
    .element(page.getByRole('link', { name: /Connections\s*2 connections need your attention/ }))
    .toBeVisible();
  // A counter that asks for an action has another color than one that only counts.
  const ground = (text: string) =>
    getComputedStyle(page.getByText(text, { exact: true }).element()).backgroundColor;
  expect(ground('! 2')).not.toBe(ground('7 waiting'));
});

test.each([
  ['open', '7 waiting'],
  // A rail of icons has no room for words.
  ['closed', '7'],
])(
  'in a sidebar that is %s the number of reviews is shown, and its words say what it counts',
  async (rail, shown) => {
    await renderScreen(
      <div data-rail={rail}>
        <EntryCount entry="reviews" />
      </div>,
      { answers: { 'GET /reviews/figures': figures } },
    );
    const badge = page.getByTitle('7 waiting for a reply');
    await expect.element(badge.getByText('7 waiting for a reply')).toBeInTheDocument();
    await expect.element(badge.getByText(shown, { exact: true })).toBeVisible();
  },
);

describe('new private messages', () => {
  const answers = { 'GET /feedback/figures': { new: 3, inProgress: 1, resolved: 0, mine: 0 } };

  test('are counted at the screen of their inbox', async () => {
    await renderScreen(<EntryCount entry="reviewPipeline" />, { answers });
    await expect.element(page.getByText('3 new private messages')).toBeInTheDocument();
    await expect.element(page.getByText('3', { exact: true }).first()).toBeVisible();
  });

  test('are counted together with held reviews, and named apart', async () => {
    await renderScreen(<EntryCount entry="reviewPipeline" />, {
      answers: { ...answers, 'GET /submissions/figures': { held: 2 } },
    });
    await expect.element(page.getByText('5', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText('3 new private messages, 2 held reviews')).toBeInTheDocument();
  });

  test('are not asked for by somebody who belongs to no account', async () => {
    const { calls } = await renderScreen(
      <>
        <EntryCount entry="reviewPipeline" />
        <EntryCount entry="reviews" />
      </>,
      { account: null, answers: { ...answers, 'GET /reviews/figures': figures } },
    );
    await expect.element(page.getByText('7 waiting for a reply')).toBeInTheDocument();
    expect(calls).toEqual(['GET /reviews/figures']);
  });
});

test('shows them on the navigation button of small screens', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const lost = makeConnection({ status: 'revoked' });
  const nothing = () => undefined;
  await renderScreen(
    <TopBar
      navigationOpen={false}
      onNavigation={nothing}
      onSwitcher={nothing}
      onDisplay={nothing}
      onOwnSignIn={nothing}
    />,
    { answers: { 'GET /connections': { connections: [lost] } } },
  );
  const button = page.getByRole('button', { name: 'Open the navigation, 1 connection needs your attention' });
  await expect.element(button).toBeVisible();
  const dot = button.element().querySelector('span[class*="dot"]');
  if (dot === null) throw new Error('No dot');
  expect(dot.getBoundingClientRect().width).toBe(10);
});

test('shows no counter when every connection works', async () => {
  const { calls } = await renderScreen(<Sidebar />, {
    answers: { 'GET /reviews/figures': figures, 'GET /connections': { connections: [makeConnection()] } },
  });
  await expect.poll(() => calls).toContain('GET /connections');
  await expect.element(page.getByRole('link', { name: 'Connections', exact: true })).toBeVisible();
});
