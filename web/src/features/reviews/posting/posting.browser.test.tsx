/** What can be posted of a review: a picture, the platform's link, or why neither. */
import type { OwnReview } from '@kindling/contract/reviews';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { drawPicture } from './draw-picture.ts';
import { PostingAction } from './posting-action.tsx';

const business = {
  id: '0199f000-0000-7000-8000-000000000091',
  name: 'Salt Quay Bakery',
  website: null,
  category: null,
  phone: null,
  brandColor: '#0a7d55',
  logo: null,
  archivedAt: null,
  updatedAt: '2026-11-01T10:00:00.000Z',
  named: true,
  locations: [],
};

async function show(changes: Partial<OwnReview>) {
  await renderScreen(<PostingAction review={makeReview(changes)} />, {
    path: '/reviews',
    answers: { 'GET /businesses': { businesses: [business] } },
  });
}
const dialog = () => page.getByRole('dialog');
const canvas = () =>
  dialog()
    .getByRole('img', { name: /^Picture of the review/ })
    .element() as HTMLCanvasElement;

async function open(name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await expect.element(dialog()).toBeVisible();
}

const agreed = { source: 'first-party', mayBePosted: true, rating: 5, text: 'Warm bread.' } as const;

test('a review whose author agreed is drawn in three formats', async () => {
  await show({ ...agreed, invited: true });
  await open('Picture to post');
  const download = dialog().getByRole('button', { name: 'Download PNG' });
  await expect.element(download).toBeEnabled();
  for (const [name, width, height, size] of [
    ['Square', 1080, 1080, '1,080 × 1,080 pixels'],
    ['Story', 1080, 1920, '1,080 × 1,920 pixels'],
    ['Wide', 1200, 630, '1,200 × 630 pixels'],
  ] as const) {
    await dialog().getByText(name, { exact: true }).click();
    await expect.element(dialog().getByText(size, { exact: true })).toBeVisible();
    await expect.poll(() => [canvas().width, canvas().height]).toEqual([width, height]);
    await expect.element(download).toBeEnabled();
  }
});

test('a text that is too long for a picture is not shortened', async () => {
  await show({ ...agreed, text: 'A long story. '.repeat(280) });
  await open('Picture to post');
  await expect.element(dialog().getByText(/too long for a picture/)).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Download PNG' })).toBeDisabled();
});

test('without agreement, and from a file, it says why there is no picture', async () => {
  await show({ source: 'first-party', mayBePosted: false });
  await open('Picture to post');
  await expect.element(dialog().getByText(/did not agree to be shown by name/)).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Download PNG' })).not.toBeInTheDocument();
});

test('a review from a file has no picture', async () => {
  await show({ source: 'import' });
  await open('Picture to post');
  await expect.element(dialog().getByText(/comes from a file/)).toBeVisible();
});

test('of a platform’s review the link is offered, and why there is no picture', async () => {
  await show({ platformUrl: 'https://maps.example/place' });
  await open('Link to post');
  await expect.element(dialog().getByText(/can change or delete it there/)).toBeVisible();
  await expect.element(dialog().getByText(/leads to all reviews of your profile/)).toBeVisible();
  await expect.element(dialog().getByText('https://maps.example/place')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Copy link' })).toBeVisible();
  const link = dialog().getByRole('link', { name: /Open on Google/ });
  await expect.element(link).toHaveAttribute('href', 'https://maps.example/place');
});

test('a review that visitors do not see cannot be posted', async () => {
  await show({ ...agreed, hidden: { reason: 'outdated', at: '2026-11-20T10:00:00.000Z' } });
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('the picture has the color of the business around a white card', () => {
  const drawn = document.createElement('canvas');
  const content = {
    text: 'שלום 👨‍👩‍👧 \u202eevil <b>bold</b> パン',
    stars: null,
    thumb: { direction: 'down', words: 'Thumbs down' },
    author: 'Ana',
    facts: '1 November 2026',
    business: 'Bakery',
    source: 'Review left with us directly',
    color: '#0a7d55',
  } as const;
  expect(drawPicture(drawn, 'wide', content, null)).toBe(true);
  const draw = drawn.getContext('2d');
  const at = (x: number, y: number) => [...(draw?.getImageData(x, y, 1, 1).data ?? [])];
  const [red = 0, green = 0, blue = 0, alpha] = at(5, 5);
  expect(alpha).toBe(255);
  expect(green).toBeGreaterThan(Math.max(red, blue));
  expect(at(60, 280)).toEqual([255, 255, 255, 255]);
  expect(drawPicture(drawn, 'wide', { ...content, text: 'word '.repeat(900) }, null)).toBe(false);
});
