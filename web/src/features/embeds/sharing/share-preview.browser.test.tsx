import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { SharePreview } from './share-preview.tsx';

const id = '0199f000-0000-7000-8000-0000000000aa';
const link = { id, createdAt: '2026-11-30T10:00:00Z', expiresAt: '2026-12-07T10:00:00Z' };
const url = 'https://kindling.test/embed-preview/secret';
const path = `/embeds/${id}/preview-links`;
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function openDialog(answers: ApiAnswers, saveDraft: () => Promise<void> = async () => {}) {
  const { calls } = await renderScreen(<SharePreview id={id} saveDraft={saveDraft} />, { answers });
  await button('Share').click();
  return calls;
}

test('the draft is saved before a link is made, and the address is shown once', async () => {
  const order: string[] = [];
  const live: (typeof link)[] = [];
  const answers = {
    [`GET ${path}`]: () => ({ links: live }),
    [`POST ${path}`]: () => {
      order.push('made');
      live.push(link);
      return { link, url };
    },
    [`DELETE ${path}/${id}`]: () => {
      live.pop();
      return { ok: true };
    },
  };
  await openDialog(answers, async () => {
    order.push('saved');
  });
  await button('Create a link').click();
  await expect.element(page.getByRole('textbox', { name: 'Link to the preview' })).toHaveValue(url);
  expect(order).toEqual(['saved', 'made']);
  await expect.element(page.getByText(/^Works until /)).toBeVisible();
  await button(/^Revoke the link/).click();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
});

test('a draft that cannot be saved is not shared, and a refusal is told', async () => {
  const calls = await openDialog({ [`GET ${path}`]: { links: [] } }, async () => {
    throw new TypeError('No network');
  });
  await button('Create a link').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(calls).not.toContain(`POST ${path}`);
});
