/** The form of a business: validation, and what is sent. */
import type { Business } from '@kindling/contract/businesses';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BusinessForm } from './business-form.tsx';

const business: Business = {
  id: '0199f000-0000-7000-8000-000000000015',
  name: 'Salt Quay',
  website: null,
  category: null,
  phone: null,
  brandColor: null,
  logo: null,
  archivedAt: null,
  updatedAt: '2026-11-01T10:00:00.000Z',
  named: true,
  locations: [],
};
const dialog = page.getByRole('dialog');
const save = dialog.getByRole('button', { name: 'Save' });

test('a business is not sent with an invalid website, which gets the focus', async () => {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  await renderScreen(<BusinessForm business={business} onClose={onClose} />, {
    answers: {
      [`PUT /businesses/${business.id}`]: async (_url, request) => {
        sent.push(await request.json());
        return { business };
      },
    },
  });
  const website = dialog.getByLabelText('Website');
  await website.fill('not an address');
  const error = dialog.getByText('This does not look like a web address.');
  await expect.element(error).toBeVisible();
  await dialog.getByLabelText('Phone').fill(' 0123 ');
  await save.click();
  await expect.element(website).toHaveFocus();
  await expect.element(website).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
  await website.fill('south.example');
  await expect.element(error).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      name: 'Salt Quay',
      website: 'https://south.example',
      category: null,
      phone: '0123',
      brandColor: null,
      updatedAt: business.updatedAt,
    },
  ]);
});

test('a wide logo keeps its proportions, is scaled down, and is uploaded at once; it can be removed', async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 1200;
  canvas.height = 300;
  canvas.getContext('2d')?.fillRect(0, 0, 900, 300);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const sizes: string[] = [];
  const logo = { url: '/favicon.svg', width: 512, height: 128 };
  await renderScreen(<BusinessForm business={business} onClose={() => undefined} />, {
    answers: {
      [`PUT /businesses/${business.id}/logo`]: async (_url, request) => {
        const { data } = (await request.json()) as { data: string };
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const { width, height } = await createImageBitmap(new Blob([bytes]));
        sizes.push(`${width} x ${height}`);
        return { business: { ...business, logo } };
      },
      [`DELETE /businesses/${business.id}/logo`]: { business },
    },
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([blob ?? ''], 'logo.png', { type: 'image/png' }));
  if (input === null) throw new Error('No field for files');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => sizes).toEqual(['512 x 128']);
  await expect.element(dialog.getByRole('img', { name: 'Logo' })).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Choose a logo' })).toHaveFocus();
});

test('a file that is no picture is not sent', async () => {
  const { calls } = await renderScreen(<BusinessForm business={business} onClose={() => undefined} />, {
    answers: {},
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' }));
  if (input === null) throw new Error('No field for files');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect
    .element(dialog.getByText('This file cannot be opened as a picture.', { exact: false }))
    .toBeVisible();
  expect(calls).toEqual([]);
});
