/** The operator's sync schedule: platforms, listings with actions, the queue, deletion requests, wishes. */
import type {
  DeletionRequest,
  QueueState,
  ScheduledListing,
  SyncPlatform,
} from '@kindling/contract/admin-sync-schedule';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { SyncScheduleScreen } from './sync-schedule-screen.tsx';

const root = '/admin/sync-schedule';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function makePlatform(changes: Partial<SyncPlatform> = {}): SyncPlatform {
  return {
    connector: 'google',
    platform: 'google',
    access: 'oauth',
    pausedAt: null,
    chosen: { intervalMinutes: null, fastestIntervalMinutes: null, fullPassDays: null, callsPerMinute: null },
    standard: { intervalMinutes: 360, fastestIntervalMinutes: 60, fullPassDays: 7, callsPerMinute: 270 },
    version: 3,
    quota: { limit: 270, used: 42, nextCallInSeconds: 0, pausedUntil: null },
    listings: { all: 1_200, paused: 3, running: 4, due: 90, overdue: 12, failing: 2 },
    forecast: { seconds: 1_200, limit: 'requests', runsPerMinute: 41.2, duePerMinute: 3.3 },
    ...changes,
  };
}

function makeItem(number: number, changes: Partial<ScheduledListing> = {}): ScheduledListing {
  return {
    accountId: '0199f000-0000-7000-8000-000000000001',
    accountName: 'Salt Quay Ltd',
    id: `0199f000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Bakery ${number}`,
    connector: 'google',
    platform: 'google',
    connectionStatus: 'active',
    state: 'ok',
    paused: false,
    pausedByOperatorSince: null,
    intervalMinutes: 360,
    intervalChosen: false,
    nextSyncAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    lastSuccessAt: ago(180),
    failures: 0,
    remaining: null,
    lastRun: {
      outcome: 'succeeded',
      kind: 'newest',
      startedAt: ago(181),
      finishedAt: ago(180),
      error: null,
      nextTryAt: null,
    },
    ...changes,
  };
}

const job: QueueState = {
  name: 'sync.listing',
  waiting: 90,
  scheduled: 5,
  running: 3,
  failed: 1,
  oldestDueAt: ago(12),
};
const idle: QueueState = {
  name: 'mail.sweep',
  waiting: 0,
  scheduled: 0,
  running: 0,
  failed: 0,
  oldestDueAt: null,
};
const stuck: DeletionRequest = {
  platform: 'facebook',
  code: 'abcDEF1234567890abcd',
  state: 'stuck',
  receivedAt: ago(600),
  doneAt: null,
  attempts: 4,
  lastAttemptAt: ago(8),
  connections: 1,
  listings: 2,
  reviews: 70,
};

function show(answers: ApiAnswers = {}, path = root) {
  return renderScreen(<SyncScheduleScreen />, {
    path,
    answers: {
      [`GET ${root}/platforms`]: { platforms: [makePlatform()] },
      [`GET ${root}/listings`]: { items: [makeItem(1), makeItem(2)], nextCursor: null },
      [`GET ${root}/queue`]: { jobs: [job, idle] },
      [`GET ${root}/deletion-requests`]: { items: [], open: 0 },
      [`GET ${root}/platform-requests`]: {
        platforms: [{ platform: 'yelp', total: 7, months: [{ month: '2026-11', count: 7 }] }],
      },
      ...answers,
    },
  });
}

/** Keeps the bodies of a route's requests. */
function kept(answer: Record<string, unknown> | Response) {
  const bodies: unknown[] = [];
  return {
    bodies,
    answer: async (_url: URL, request: Request) => {
      bodies.push(await request.clone().json());
      return answer instanceof Response ? answer.clone() : answer;
    },
  };
}

test('a platform says how far behind it is, what holds it back, and how much of its quota is used', async () => {
  const { calls } = await show();
  const card = page.getByRole('listitem').filter({ hasText: 'Calls in the last minute' });
  await expect
    .element(card)
    .toMatchTextContent(
      /90 profiles are due and will sync within 20 minutes\..*calls per minute are the limit/,
    );
  await expect.element(card).toMatchTextContent(/42 of 270/);
  await card.getByRole('link', { name: '12' }).click();
  await expect.element(page.getByLabelText('Show', { exact: true })).toHaveValue('overdue');
  await expect.poll(() => calls.filter((call) => call === `GET ${root}/listings`).length).toBeGreaterThan(1);
});

test('a platform is paused only after a question, and a paused one says since when', async () => {
  const pause = kept({ ok: true });
  let paused: string | null = null;
  await show({
    [`GET ${root}/platforms`]: () => ({
      platforms: [
        makePlatform({
          pausedAt: paused,
          forecast: {
            seconds: null,
            limit: paused === null ? 'none' : 'operator-pause',
            runsPerMinute: 0,
            duePerMinute: 1,
          },
        }),
      ],
    }),
    [`PUT ${root}/platforms/google/pause`]: async (url, request) => {
      paused = ago(0);
      return pause.answer(url, request);
    },
  });
  await page.getByRole('button', { name: 'Pause Google' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/running ones stop after the current page/);
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => pause.bodies).toEqual([{ paused: true }]);
  await expect.element(page.getByText(/90 profiles are due and wait until the pause ends/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Resume Google' })).toBeVisible();
});

test('settings: empty means the standard, and a change by somebody else is told', async () => {
  let version = 3;
  const save = kept({ ok: true });
  await show({
    [`GET ${root}/platforms`]: () => ({
      platforms: [
        makePlatform({
          version,
          chosen: { ...makePlatform().chosen, fullPassDays: version === 3 ? null : 5 },
        }),
      ],
    }),
    [`PUT ${root}/platforms/google`]: async (url, request) => {
      if (version === 3) {
        version = 4;
        return makeProblem(409, 'conflict');
      }
      return save.answer(url, request);
    },
  });
  await page.getByRole('button', { name: 'Settings of Google' }).click();
  await expect.element(page.getByLabelText('Minutes between two syncs', { exact: true })).toHaveFocus();
  await page.getByLabelText('Minutes between two syncs', { exact: true }).fill('30');
  await userEvent.tab();
  // Below the range.
  await expect.element(page.getByLabelText('Minutes between two syncs', { exact: true })).toHaveValue('60');
  await page.getByLabelText('Minutes between two syncs', { exact: true }).fill('720');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Someone else has changed these settings/);
  await page.getByRole('button', { name: 'Show the new values' }).click();
  await expect.element(page.getByLabelText('Days between two full syncs')).toHaveValue('5');
  await page.getByLabelText('Calls per minute').fill('300');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Settings saved.')).toBeVisible();
  expect(save.bodies).toEqual([
    { version: 4, intervalMinutes: null, fastestIntervalMinutes: null, fullPassDays: 5, callsPerMinute: 300 },
  ]);
});

test('each state of a listing is a sentence', async () => {
  const failed = {
    outcome: 'failed',
    kind: 'full',
    startedAt: ago(61),
    finishedAt: ago(60),
    nextTryAt: null,
  } as const;
  const rows: [ScheduledListing, RegExp][] = [
    [makeItem(1), /in 2 hours.*Interval: 6 hours.*Synced 3 hours ago/],
    [makeItem(2, { nextSyncAt: ago(25) }), /Due for 25 minutes/],
    [makeItem(3, { paused: true, nextSyncAt: null }), /Paused by its owner/],
    [makeItem(4, { pausedByOperatorSince: ago(120), nextSyncAt: null }), /Paused by you 2 hours ago/],
    [
      makeItem(5, { connectionStatus: 'needs_reauthorization', nextSyncAt: null }),
      /Needs the owner’s consent/,
    ],
    [
      makeItem(6, { failures: 4, lastRun: { ...failed, error: 'platform-gone' } }),
      /Failed 1 hour ago.*no longer.*4 failures in a row/,
    ],
    [
      makeItem(7, {
        remaining: 950,
        lastRun: { ...failed, outcome: 'running', finishedAt: null, error: null },
      }),
      /Syncing now.*950 reviews/,
    ],
    [
      makeItem(8, { intervalChosen: true, intervalMinutes: 120, lastRun: null, state: 'closed' }),
      /Closed.*Interval: 2 hours, chosen.*Never synced/,
    ],
  ];
  await show({ [`GET ${root}/listings`]: { items: rows.map(([item]) => item), nextCursor: null } });
  for (const [item, words] of rows)
    await expect
      .element(page.getByRole('row', { name: new RegExp(`${item.name}\\b`) }))
      .toMatchTextContent(words);
});

test('many listings are changed at once; what is refused or gone is told', async () => {
  const act = kept({
    changed: 1,
    unchanged: 0,
    missing: [],
    refused: [{ accountId: makeItem(2).accountId, id: makeItem(2).id, reason: 'read-just-now' }],
  });
  await show({ [`POST ${root}/listings/actions`]: act.answer });
  await page.getByRole('checkbox', { name: 'Select Bakery 1' }).click();
  await expect.element(page.getByRole('toolbar')).toMatchTextContent(/1 selected/);
  await page.getByRole('checkbox', { name: 'Select 2 profiles' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Sync now' }).click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'stayed' }))
    .toMatchTextContent(/1 profile stayed as it was: This was synced less than a minute ago/);
  await expect.element(page.getByText('1 profile changed.')).toBeVisible();
  expect(act.bodies).toEqual([
    {
      action: 'run',
      listings: [1, 2].map((number) => ({ accountId: makeItem(number).accountId, id: makeItem(number).id })),
    },
  ]);
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
});

test('the interval of one listing is chosen from its menu, by keyboard', async () => {
  const act = kept({ changed: 1, unchanged: 0, missing: [], refused: [] });
  await show({ [`POST ${root}/listings/actions`]: act.answer });
  const menu = page.getByRole('button', { name: 'Actions for Bakery 2' });
  await expect.element(menu).toBeVisible();
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Change interval' }).click();
  await expect.element(page.getByLabelText('Time between two syncs')).toHaveFocus();
  await page.getByLabelText('Time between two syncs').selectOptions('12 hours');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => act.bodies)
    .toEqual([
      {
        action: 'interval',
        intervalMinutes: 720,
        listings: [{ accountId: makeItem(2).accountId, id: makeItem(2).id }],
      },
    ]);
});

test('filters are in the address; nothing found, and a failed list, say so', async () => {
  const urls: string[] = [];
  let fails = true;
  await show(
    {
      [`GET ${root}/listings`]: (url) => {
        urls.push(url.search);
        return fails && url.search === '' ? 503 : { items: [], nextCursor: null };
      },
    },
    `${root}?query=quay&connector=google&only=failing&state=gone`,
  );
  await expect.element(page.getByText('No profile matches')).toBeVisible();
  expect(urls[0]).toBe('?query=quay&connector=google&state=gone&only=failing');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('No profile syncs', { exact: true })).toBeVisible();
});

test('the queue shows what is busy, and all jobs on request', async () => {
  await show({}, `${root}?tab=queue`);
  await expect.element(page.getByText('90 waiting, 3 running, 1 failed')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /sync\.listing/ })).toMatchTextContent(/\d+ minutes/);
  await expect.element(page.getByRole('row', { name: /mail\.sweep/ })).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Show idle jobs too' }).click();
  await expect.element(page.getByRole('row', { name: /mail\.sweep/ })).toBeVisible();
});

test('a stuck deletion request is counted on its tab, and tried again', async () => {
  const retry = kept({ ok: true });
  await show(
    {
      [`GET ${root}/deletion-requests`]: { items: [stuck], open: 1 },
      [`POST ${root}/deletion-requests/retry`]: retry.answer,
    },
    `${root}?tab=deletions`,
  );
  await expect.element(page.getByRole('tab', { name: /Deletion requests 1/ })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(stuck.code) });
  await expect
    .element(row)
    .toMatchTextContent(/Stuck.*4 attempts, the last \d+ minutes ago.*profiles: 2, reviews: 70/);
  await row.getByRole('button', { name: /Try again/ }).click();
  await expect.element(page.getByText('Trying again now.')).toBeVisible();
  expect(retry.bodies).toEqual([{ code: stuck.code }]);
});

test('wishes are counted by platform and month', async () => {
  await show({}, `${root}?tab=wishes`);
  await expect.element(page.getByRole('heading', { name: 'Yelp' })).toBeVisible();
  await expect.element(page.getByText('7 accounts')).toBeVisible();
});
