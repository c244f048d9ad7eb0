/** The banner above every screen: notices, the read-only mode, and what is closed. */
import type { ShownNotice } from '@kindling/contract/maintenance';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { client } from '../../lib/api/client.ts';
import { readKeptHeight } from '../../lib/kept-height.ts';
import { makeProblem } from '../../testing/problem.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BannerPlace, bannerHeightKey } from './banner-place.tsx';
import { MaintenanceBanner } from './maintenance-banner.tsx';

const notice: ShownNotice = {
  id: '0199f000-0000-7000-8000-0000000000f1',
  version: 1,
  tone: 'info',
  text: '<b>Tonight</b>\nwe upgrade.',
  language: 'en',
  workFrom: null,
  until: '2099-01-01T00:00:00.000Z',
};
const shown = (...notices: ShownNotice[]) => ({ 'GET /maintenance': { readOnly: false, notices } });

beforeEach(() => {
  localStorage.removeItem('closedNotices');
  localStorage.removeItem(bannerHeightKey);
});

test('a notice is plain text, can be closed, and stays closed until it changes', async () => {
  const first = await renderScreen(<MaintenanceBanner />, { answers: shown(notice) });
  await expect.element(page.getByText(/<b>Tonight<\/b>\s*we upgrade/)).toBeVisible();
  expect(first.calls).toEqual(['GET /maintenance']);
  await page.getByRole('button', { name: 'Close this notice' }).click();
  await expect.element(page.getByText(/Tonight/)).not.toBeInTheDocument();
});

test('a closed notice is shown again after a change', async () => {
  localStorage.setItem('closedNotices', `${notice.id}:1`);
  await renderScreen(<MaintenanceBanner />, {
    answers: shown(notice, { ...notice, version: 2, id: notice.id.replace('f1', 'f2'), text: 'Another' }),
  });
  await expect.element(page.getByText('Another')).toBeVisible();
  await expect.element(page.getByText(/Tonight/)).not.toBeInTheDocument();
});

test('a warning cannot be closed, and its times are those of the reader', async () => {
  const workFrom = '2026-11-28T22:00:00.000Z';
  const until = '2026-11-28T23:30:00.000Z';
  await renderScreen(<MaintenanceBanner />, {
    answers: shown({ ...notice, tone: 'warning', workFrom, until }),
  });
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }).format(new Date(until));
  await expect.element(page.getByText(new RegExp(hour.replace(/\s/, '\\s')))).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('a refused change shows the read-only mode at once', async () => {
  let readOnly = false;
  await renderScreen(<MaintenanceBanner />, {
    answers: {
      'GET /maintenance': () => ({ readOnly, notices: [] }),
      'PUT /profile/language': () => makeProblem(503, 'read-only'),
    },
  });
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  readOnly = true;
  await expect(client.profile.changeLanguage({ locale: 'de' })).rejects.toMatchObject({ code: 'read-only' });
  await expect.element(page.getByText('Nothing can be changed right now')).toBeVisible();
});

const readOnly = { 'GET /maintenance': { readOnly: true, notices: [] } };

test('an administrator gets the way to the switch', async () => {
  await renderScreen(<MaintenanceBanner />, { admin: true, answers: readOnly });
  await expect
    .element(page.getByRole('link', { name: 'Go to the switch' }))
    .toHaveAttribute('href', '/admin/dashboard#maintenance');
});

test('a member gets no way to the switch', async () => {
  await renderScreen(<MaintenanceBanner />, { answers: readOnly });
  await expect.element(page.getByText('Nothing can be changed right now')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});

test('its place is kept from one load of the page to the next, until nothing is shown', async () => {
  const heightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height;
  const firstLoad = await renderScreen(<MaintenanceBanner />, { answers: shown(notice) });
  await expect.element(page.getByText(/Tonight/)).toBeVisible();
  const height = heightOf('[role=status]') ?? 0;
  expect(height).toBeGreaterThan(40);
  await expect.poll(() => readKeptHeight(bannerHeightKey)).toBe(height);
  await firstLoad.unmount();
  const place = await renderScreen(<BannerPlace />, { answers: {} });
  expect(heightOf('body > div:last-of-type > div[style]')).toBe(height);
  await place.unmount();
  const answer = Promise.withResolvers<Record<string, unknown>>();
  await renderScreen(<MaintenanceBanner />, { answers: { 'GET /maintenance': () => answer.promise } });
  expect(heightOf('[role=status]')).toBe(height);
  answer.resolve({ readOnly: false, notices: [] });
  await expect.poll(() => heightOf('[role=status]')).toBe(0);
  await expect.poll(() => readKeptHeight(bannerHeightKey)).toBe(0);
});

test('without an answer nothing is shown', async () => {
  await renderScreen(<MaintenanceBanner />, { answers: { 'GET /maintenance': 500 } });
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});
