/** What the sidebar counts beside its entries. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aConnection } from '../../testing/connections.ts';
import { showScreen } from '../../testing/show-screen.tsx';
import { Sidebar } from './sidebar.tsx';

const figures = { unanswered: 0, total: 0 };

test('connections that need their owner are counted at their entry', async () => {
  const ids = ['10', '11', '12'].map((end) => `0199f000-0000-7000-8000-0000000000${end}`);
  const [first, second, third] = ids.map((id) => aConnection({ id }));
  if (!first || !second || !third) throw new Error('No connections');
  await showScreen(<Sidebar />, {
    answers: {
      'GET /reviews/figures': figures,
      'GET /connections': {
        connections: [first, { ...second, status: 'revoked' }, { ...third, status: 'not_approved' }],
      },
    },
  });
  await expect
    .element(page.getByRole('link', { name: /Connections\s*2 connections need you/ }))
    .toBeVisible();
});

test('nothing is counted where all is well', async () => {
  const { calls } = await showScreen(<Sidebar />, {
    answers: { 'GET /reviews/figures': figures, 'GET /connections': { connections: [aConnection()] } },
  });
  await expect.poll(() => calls).toContain('GET /connections');
  await expect.element(page.getByRole('link', { name: 'Connections', exact: true })).toBeVisible();
});
