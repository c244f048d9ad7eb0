/** What an owner can do with a listing and a connection, and what the page shows afterwards. */
import type { Connection, Listing } from '@kindling/contract/connections';
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeConnection, makeListing, makeRun } from '../../testing/connections.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const screen = (
  <Routes>
    <Route path="/connections/:platform" element={<PlatformScreen />} />
  </Routes>
);
const kioskLocation = '0199f000-0000-7000-8000-000000000014';
const read = makeRun({
  outcome: 'succeeded',
  trigger: 'first',
  finishedAt: new Date().toISOString(),
  added: 5,
});
const bakery = makeListing({
  storedCount: 5,
  lastSuccessAt: new Date().toISOString(),
  nextSyncAt: new Date(Date.now() + 6 * 3_600_000).toISOString(),
  lastRun: read,
});
const business = {
  id: '0199f000-0000-7000-8000-000000000015',
  name: 'Salt Quay',
  archivedAt: null,
  locations: [
    { id: bakery.locationId, name: 'Salt Quay Bakery', address: null },
    { id: kioskLocation, name: 'Salt Quay Kiosk', address: null },
  ],
};

/** Shows Google's page with one listing. The fake server records the requests and stores changes of the listing. */
async function show(
  listing: Listing = bakery,
  more: (server: { connection: Connection }) => ApiAnswers = () => ({}),
) {
  const server = { connection: makeConnection({ listings: [listing] }) };
  const sent: unknown[] = [];
  await renderScreen(screen, {
    path: '/connections/google',
    answers: {
      'GET /connections': () => ({ connections: [server.connection] }),
      [`GET /connections/${server.connection.id}/runs`]: { runs: [read], nextCursor: null },
      'GET /businesses': { businesses: [business] },
      'GET /sync/events': () => new Promise<never>(() => undefined),
      'GET /embeds': { embeds: [] },
      [`PUT /listings/${listing.id}`]: async (_url, request) => {
        const change = (await request.json()) as Partial<Listing>;
        sent.push(change);
        const [before = listing] = server.connection.listings;
        const changed = { ...before, ...change };
        server.connection = { ...server.connection, listings: [changed] };
        return { listing: changed };
      },
      ...more(server),
    },
  });
  await expect.element(row()).toBeVisible();
  return { server, sent };
}
const row = () => page.getByRole('listitem').filter({ hasText: 'Salt Quay Bakery' }).first();
const openDetails = () => page.getByText('Details', { exact: true }).click();
const facts = () => page.getByRole('region', { name: 'Salt Quay Bakery' });
const settings = () => page.getByRole('dialog', { name: 'Salt Quay Bakery' });
const openSettings = () => page.getByRole('button', { name: 'Settings: Salt Quay Bakery' });
const sync = () => page.getByRole('button', { name: 'Sync now: Salt Quay Bakery' });

describe('a listing', () => {
  test('shows its sync state and history', async () => {
    await show();
    await expect.element(row().getByText(/^Synced .+\. 5 reviews\. Next sync .+\.$/)).toBeVisible();
    await expect.element(page.getByText('Last full sync')).not.toBeInTheDocument();
    await openDetails();
    await expect.element(facts().getByText('Last full sync')).toBeVisible();
    await expect.element(facts().getByText('every 6 hours')).toBeVisible();
    await expect
      .element(
        page
          .getByRole('list', { name: 'Syncs' })
          .getByRole('listitem')
          .first()
          .getByText(/Everything, after connecting/),
      )
      .toBeVisible();
  });

  test('starts a full sync on click, and shows the dates of the last and the next one', async () => {
    const asked: unknown[] = [];
    const lastFullPassAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    const before = { ...bakery, lastFullPassAt, nextFullPassAt: '2099-03-04T12:00:00.000Z' };
    await show(before, (server) => ({
      [`POST /listings/${bakery.id}/sync`]: async (_url, request) => {
        asked.push(await request.json());
        const nextFullPassAt = new Date(Date.now() - 1000).toISOString();
        server.connection = makeConnection({ listings: [{ ...before, nextFullPassAt }] });
        return Response.json({ queued: true }, { status: 202 });
      },
    }));
    await openDetails();
    await expect.element(facts().getByText('Last full sync')).toBeVisible();
    const fact = (name: string) =>
      facts().getByText(name, { exact: true }).element().nextSibling?.textContent;
    expect(fact('Last full sync')).toBe('3 days ago');
    expect(fact('Next full sync')).toBe('by Mar 4, 2099 at the latest');
    await page.getByRole('button', { name: 'Check everything now: Salt Quay Bakery' }).click();
    await expect
      .element(page.getByText('All reviews of Salt Quay Bakery will be checked in a moment.'))
      .toBeVisible();
    expect(asked).toEqual([{ full: true }]);
    await expect.poll(() => fact('Next full sync')).toBe('in a moment');
  });

  test('gets another sync interval and location in its settings', async () => {
    const { sent } = await show();
    await openSettings().click();
    await settings().getByLabelText('How often to sync').selectOptions('every hour');
    await settings().getByLabelText('Location', { exact: true }).selectOptions('Salt Quay Kiosk');
    await settings().getByRole('button', { name: 'Save' }).click();
    await expect.element(settings()).not.toBeInTheDocument();
    await openDetails();
    await expect.element(facts().getByText('every hour')).toBeVisible();
    await expect.element(facts().getByRole('link', { name: 'Salt Quay Kiosk' })).toBeVisible();
    expect(sent).toEqual([{ syncIntervalMinutes: 60, locationId: kioskLocation }]);
  });

  test('is paused in its settings and resumed at the notice', async () => {
    const { sent } = await show();
    await openSettings().click();
    await settings()
      .getByRole('switch', { name: /^Paused/ })
      .click();
    await settings().getByRole('button', { name: 'Save' }).click();
    await expect.element(row().getByText(/^You paused this location\./)).toBeVisible();
    await expect.element(sync()).not.toBeInTheDocument();
    await row().getByRole('button', { name: 'Resume' }).click();
    await expect.element(row().getByText(/^You paused this location\./)).not.toBeInTheDocument();
    await expect.element(sync()).toBeVisible();
    expect(sent).toEqual([{ paused: true }, { paused: false }]);
  });

  test('is removed after a confirmation that says what is deleted', async () => {
    await show(makeListing({ storedCount: 2 }), (server) => ({
      [`DELETE /listings/${bakery.id}`]: () => {
        server.connection = { ...server.connection, listings: [] };
        return { ok: true };
      },
    }));
    await openSettings().click();
    await page.getByRole('button', { name: 'Remove this profile' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Salt Quay Bakery?' });
    await expect
      .element(question.getByText(/2 reviews from there are deleted here at once and leave your widgets\./))
      .toBeVisible();
    await question.getByRole('button', { name: 'Remove and delete' }).click();
    await expect.element(page.getByText('Salt Quay Bakery is removed.')).toBeVisible();
    await expect
      .element(page.getByText('Nothing is imported yet. Choose at least one location.'))
      .toBeVisible();
  });

  test('its settings open and close with the keyboard only, and the focus returns', async () => {
    await show();
    await expect.poll(() => openSettings().query()).not.toBeNull();
    (openSettings().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(settings().getByLabelText('How often to sync')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(settings()).not.toBeInTheDocument();
    await expect.element(openSettings()).toHaveFocus();
  });
});

describe('"Sync now"', () => {
  test('says that the sync starts soon', async () => {
    await show(bakery, () => ({ [`POST /listings/${bakery.id}/sync`]: { ok: true } }));
    await sync().click();
    await expect.element(page.getByText('The sync of Salt Quay Bakery starts in a moment.')).toBeVisible();
  });

  test('when rejected, says how many seconds to wait', async () => {
    await show(bakery, () => ({
      [`POST /listings/${bakery.id}/sync`]: () => makeProblem(429, 'read-just-now', 41),
    }));
    await sync().click();
    await expect
      .element(page.getByText(/This was synced less than a minute ago\. Please try again in 41 seconds\./))
      .toBeVisible();
  });
});

test('many removals at once are applied only after the owner confirms them', async () => {
  const listing = makeListing({
    storedCount: 60,
    platformCount: 10,
    lastRun: read,
    pendingRemovals: { count: 50, since: new Date().toISOString() },
  });
  await show(listing, (server) => ({
    [`POST /listings/${listing.id}/accept-removals`]: () => {
      server.connection = makeConnection({
        listings: [makeListing({ storedCount: 10, platformCount: 10, lastRun: read })],
      });
      return { ok: true };
    },
  }));
  const notice = row().getByText('Google no longer shows 50 of 60 reviews, all at once');
  await expect.element(notice).toBeVisible();
  await expect.element(row().getByText(/60 reviews\./)).toBeVisible();
  await row().getByRole('button', { name: 'They are really gone' }).click();
  const question = page.getByRole('dialog', { name: 'Are 50 reviews really gone?' });
  await expect.element(question.getByText(/All others stay\./)).toBeVisible();
  await question.getByRole('button', { name: 'They are really gone' }).click();
  await expect.element(row().getByText(/10 of 10 reviews\./)).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

describe('disconnecting', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Disconnect Google?' });
  const contents: unknown[] = [];
  const ending = (server: { connection: Connection }): ApiAnswers => ({
    [`DELETE /connections/${server.connection.id}`]: async (_url, request) => {
      contents.push(((await request.json()) as { content: unknown }).content);
      server.connection = {
        ...server.connection,
        status: 'disconnected',
        deleteContentAt: '2026-11-29T10:00:00.000Z',
      };
      return { ok: true };
    },
  });

  test('deletes after seven days by default', async () => {
    contents.length = 0;
    await show(makeListing({ storedCount: 40 }), ending);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect
      .element(dialog().getByText(/40 reviews that came from Google are deleted here/))
      .toBeVisible();
    await expect.element(dialog().getByRole('radio', { name: /^In seven days/ })).toBeChecked();
    await dialog().getByRole('button', { name: 'Disconnect' }).click();
    await expect.element(page.getByText('Google is disconnected.')).toBeVisible();
    await expect.element(page.getByText(/The 40 reviews from there will be deleted on/)).toBeVisible();
    await expect.poll(() => contents).toEqual(['later']);
  });

  test('at once requires a confirmation, and Cancel changes nothing', async () => {
    contents.length = 0;
    await show(makeListing({ storedCount: 40 }), ending);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect.element(dialog().getByText(/The reviews on Google itself stay as they are\./)).toBeVisible();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(contents).toEqual([]);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await dialog().getByRole('radio', { name: 'Immediately' }).click();
    const confirm = dialog().getByRole('button', { name: 'Disconnect' });
    await expect.element(confirm).toBeDisabled();
    await dialog()
      .getByRole('checkbox', { name: /deleted immediately and for good/ })
      .click();
    await confirm.click();
    await expect.element(page.getByText('Google is disconnected.')).toBeVisible();
    await expect.poll(() => contents).toEqual(['now']);
  });
});
