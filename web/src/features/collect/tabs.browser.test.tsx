/** Results, held submissions and the kiosk. */
import { plainDesign } from '@kindling/contract/code-looks';
import type { Funnel } from '@kindling/contract/pipelines';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { answersOf, location, pipeline } from '../../testing/pipelines.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { drawCode } from './codes/draw-code.ts';
import { PipelineScreen } from './pipeline-screen.tsx';

const path = '/review-pipeline/review';
const figures = { visits: 40, ratings: 20, clicks: 10, reviews: 4, messages: 1 };
const nothing = { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 };
const door = { door: 'qr' as const, series: 'Tables', ...figures };
const funnel: Funnel = {
  total: figures,
  doors: [
    { ...door, codeId: pipeline.id, name: 'Table 10' },
    { ...door, codeId: location.id, name: 'Table 2', visits: 0 },
    { ...figures, door: 'link', codeId: null, name: null, series: null },
    { ...figures, door: 'nfc', codeId: null, name: null, series: null },
  ],
};
const held = {
  id: pipeline.id,
  locationId: location.id,
  locationName: location.name,
  door: 'qr',
  reasons: ['too-fast', 'links'],
  rating: 'down',
  text: '<b>Buy</b> https://spam.example',
  authorName: null,
  contact: null,
  answers: [],
  message: null,
  messageFrom: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};

test('results follow the period; codes of a series stand in the order of their names, never by their figures', async () => {
  const asked: (string | null)[] = [];
  await renderScreen(<PipelineScreen />, {
    path: `${path}?tab=results`,
    answers: answersOf({
      [`GET /pipelines/${pipeline.id}/funnel`]: (url) => {
        asked.push(url.searchParams.get('days'));
        return { funnel };
      },
    }),
  });
  await expect.element(page.getByText('50% of the visits')).toBeVisible();
  const rows = page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows.filter((text) => text?.startsWith('Table '))).toEqual(['Table 2QR code', 'Table 10QR code']);
  expect(rows).toEqual(expect.arrayContaining(['Plain link', 'Deleted codeNFC card']));
  await page.getByText('90 days').click();
  await expect.poll(() => asked.at(-1)).toBe('90');
});

test('more of a step than visits has no share', async () => {
  const total = { ...figures, visits: 1, ratings: 1, clicks: 3 };
  await renderScreen(<PipelineScreen />, {
    path: `${path}?tab=results`,
    answers: answersOf({ [`GET /pipelines/${pipeline.id}/funnel`]: { funnel: { total, doors: [] } } }),
  });
  await expect.element(page.getByText('100% of the visits').first()).toBeVisible();
  expect(document.body.textContent).not.toMatch(/[2-9]\d\d% of the visits/);
});

test('without visits the results show what will be there', async () => {
  await renderScreen(<PipelineScreen />, {
    path: `${path}?tab=results`,
    answers: answersOf({
      [`GET /pipelines/${pipeline.id}/funnel`]: { funnel: { total: nothing, doors: [] } },
    }),
  });
  await expect.element(page.getByText('Nothing in this period yet.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Public links opened')).toBeVisible();
});

test('a held submission shows its reasons in words and its text as text; it is released or discarded', async () => {
  const { calls } = await renderScreen(<PipelineScreen />, {
    path: `${path}?tab=held`,
    answers: answersOf({
      'GET /submissions/held': { items: [held], nextCursor: null, total: 1 },
      'GET /submissions/figures': { held: 1 },
      [`POST /submissions/${held.id}/release`]: { ok: true },
      [`POST /submissions/${held.id}/discard`]: { ok: true },
    }),
  });
  await expect.element(page.getByRole('tab', { name: 'Held 1' })).toBeVisible();
  await expect.element(page.getByText('Sent faster than a person could')).toBeVisible();
  await expect.element(page.getByText('<b>Buy</b> https://spam.example')).toBeVisible();
  await expect.element(page.getByText('Thumbs down')).toBeVisible();
  await page.getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => calls).toContain(`POST /submissions/${held.id}/release`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => calls).toContain(`POST /submissions/${held.id}/discard`);
});

test('nothing held', async () => {
  await renderScreen(<PipelineScreen />, {
    path: `${path}?tab=held`,
    answers: answersOf({ 'GET /submissions/held': { items: [], nextCursor: null, total: 0 } }),
  });
  await expect.element(page.getByText('Nothing is held')).toBeVisible();
});

test('a viewer has no tab for held submissions, whatever the address says', async () => {
  await renderScreen(<PipelineScreen />, {
    path: `${path}?tab=held`,
    account: { ...ownAccount, role: 'viewer' },
    answers: answersOf(),
  });
  await expect.element(page.getByRole('tab', { name: 'Page' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tab', { name: 'Held' })).not.toBeInTheDocument();
});

test('the kiosk has an address of its own', async () => {
  await renderScreen(<PipelineScreen />, { path: `${path}?tab=kiosk`, answers: answersOf() });
  await expect.element(page.getByText('reviews.example/c/salt-quay/kiosk', { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open' }))
    .toHaveAttribute('href', `${pipeline.url}/kiosk`);
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(1280, 800);
  onTestFinished(() => page.viewport(before.width, before.height));
  const drawn =
    drawCode({ content: `${pipeline.url}/kiosk`, design: plainDesign, callToAction: '' }, 144) ?? '';
  const picture = page.getByRole('img', { name: 'QR code of the address' });
  await expect.element(picture).toHaveAttribute('src', svgAddress(drawn));
});

test('the tabs work in German too', async () => {
  await renderScreen(<PipelineScreen />, { path, language: 'de', answers: answersOf() });
  await page.getByRole('tab', { name: 'Kiosk' }).click();
  await expect.element(page.getByText('Ein Tablet auf Ihrem Tresen')).toBeVisible();
});
