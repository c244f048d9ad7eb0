/** The administrator's dashboard: what it shows, where its figures lead, and what the maintenance panel sends. */
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeAdminDashboard, makeMaintenance, makeNotice } from '../../../testing/admin-dashboard.ts';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { AdminDashboardScreen } from './admin-dashboard-screen.tsx';

const path = '/admin/dashboard';
const show = (answers: ApiAnswers = {}, language = 'en') =>
  renderScreen(<AdminDashboardScreen />, {
    admin: true,
    account: null,
    path,
    language,
    answers: {
      'GET /admin/dashboard': makeAdminDashboard(),
      'GET /admin/maintenance': makeMaintenance(),
      ...answers,
    },
  });

test('says in one line that all is well, and each figure leads to the page that explains it', async () => {
  await show();
  await expect.element(page.getByText('All is well.')).toBeVisible();
  await expect
    .element(page.getByText(/^Counted 3 minutes ago\. Days and months are in UTC\.$/))
    .toBeVisible();
  const links = {
    'Users 1,234 2 blocked': '/admin/users',
    'On trial 210 170 plans have ended': '/admin/users?plan=trial',
    'Paying 710 4 with a failed payment': '/admin/users?plan=active',
    'Successful syncs 98% 20 failed in 24 hours': '/admin/sync-schedule?only=failing',
    'Dead letters 1 E-mails that could not be sent': '/admin/send-email?tab=dead-letters',
    'Open errors 3 1 new in 24 hours': '/admin/error-log',
  };
  for (const [name, href] of Object.entries(links))
    await expect
      .element(
        page.getByRole('link', { name: new RegExp(name.replaceAll(' ', '\\s*').replace('1,234', '1,234')) }),
      )
      .toHaveAttribute('href', href);
  await expect.element(page.getByRole('link', { name: /^New reviews, 30 days/ })).toBeVisible();
  await expect.element(page.getByRole('table', { name: 'New reviews' })).toBeInTheDocument();
  await expect.element(page.getByRole('table', { name: 'Revenue in EUR' })).toBeInTheDocument();
});

test('what needs somebody is first, with the way to it', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  await show({
    'GET /admin/dashboard': makeAdminDashboard({
      attention: [
        { kind: 'queue-late', count: null, at, platform: null },
        { kind: 'platform-withdrawn', count: 3, at: null, platform: 'google' },
        { kind: 'sync-failing', count: 87, at: null, platform: null },
      ],
    }),
  });
  await expect.element(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Google has withdrawn access for 3 connections.' }))
    .toHaveAttribute('href', '/admin/sync-schedule');
  await expect
    .element(page.getByRole('link', { name: 'Only 87% of the syncs in the last 24 hours succeeded.' }))
    .toBeVisible();
});

test('an installation without plans has no figures of plans and no revenue', async () => {
  await show({ 'GET /admin/dashboard': makeAdminDashboard({ plans: null, revenue: null }) });
  await expect.element(page.getByText('Accounts', { exact: true })).toBeVisible();
  await expect.element(page.getByText('On trial')).not.toBeInTheDocument();
  await expect.element(page.getByText(/Revenue/)).not.toBeInTheDocument();
});

test('another number of days is asked for, and stands in the address', async () => {
  const asked: string[] = [];
  await show({
    'GET /admin/dashboard': (url) => {
      asked.push(url.searchParams.get('days') ?? '');
      return makeAdminDashboard({}, Number(url.searchParams.get('days')));
    },
  });
  await page.getByText('7 days').click();
  await expect.poll(() => asked).toEqual(['30', '7']);
});

test('a failure says so and can be repeated; the maintenance panel is there all the same', async () => {
  let fails = true;
  await show({
    'GET /admin/dashboard': () => (fails ? makeProblem(500, 'internal') : makeAdminDashboard()),
  });
  await expect.element(page.getByRole('heading', { name: /^Read-only mode/ })).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  fails = false;
  await again.click();
  await expect.element(page.getByText('All is well.')).toBeVisible();
});

test('the read-only mode is switched on after a question, with the version that was shown', async () => {
  const sent: unknown[] = [];
  await show({
    'PUT /admin/maintenance/read-only': async (_url, request) => {
      sent.push(await request.json());
      const since = new Date().toISOString();
      return makeMaintenance({
        readOnly: { since, changedBy: 'Ada Berg', changedAt: since, version: 5 },
      });
    },
  });
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on read-only mode?' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(page.getByText(/^Turned on .* by Ada Berg\.$/)).toBeVisible();
  expect(sent).toEqual([{ on: true, version: 4 }]);
});

test('somebody who was faster is named as a conflict, and the panel shows the new state', async () => {
  let reads = 0;
  await show({
    'GET /admin/maintenance': () => {
      reads += 1;
      return makeMaintenance();
    },
    'PUT /admin/maintenance/read-only': () => makeProblem(409, 'conflict'),
  });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect.poll(() => reads).toBe(2);
});

test('a notice that is refused keeps what was typed, and is sent again', async () => {
  const sent: Record<string, unknown>[] = [];
  await show({
    'POST /admin/maintenance/notices': async (_url, request) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return sent.length === 1
        ? makeProblem(409, 'limit-reached')
        : Response.json(makeMaintenance({ notices: [makeNotice()] }), { status: 201 });
    },
  });
  await page.getByRole('button', { name: 'New notice' }).click();
  const dialog = page.getByRole('dialog', { name: 'New notice' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(dialog.getByText(/^Write the text in English/)).toBeVisible();
  const text = dialog.getByRole('textbox', { name: 'Text in English' });
  await text.fill('We upgrade tonight.');
  await dialog.getByLabelText('Work starts').fill('');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(text).toHaveValue('We upgrade tonight.');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent[1]).toMatchObject({
    tone: 'info',
    texts: { en: 'We upgrade tonight.' },
    fallback: 'en',
    workFrom: null,
  });
  await expect.element(page.getByText('Shown now')).toBeVisible();
});

test('the times of a notice stand in one line and have room for a day and a time', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show();
  await page.getByRole('button', { name: 'New notice' }).click();
  const boxOf = (label: string) => page.getByLabelText(label).element().getBoundingClientRect();
  await expect.element(page.getByLabelText('Work starts')).toBeVisible();
  expect(boxOf('Work starts').top).toBeCloseTo(boxOf('Shown from').top, 0);
  for (const label of ['Shown from', 'Work starts', 'Work and notice end'])
    expect(boxOf(label).width).toBeGreaterThan(240);
});

test('at 390 pixels nothing is wider than the window, in German', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show({ 'GET /admin/maintenance': makeMaintenance({ notices: [makeNotice()] }) }, 'de');
  await expect.element(page.getByText('Alles in Ordnung.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Neuer Hinweis' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.keyboard('{Tab}');
});
