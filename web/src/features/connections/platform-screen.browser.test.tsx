/** The page of a platform during a sync, after it, and after reconnecting. */
import type { Connection } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Route, Routes, useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeConnection, makeListing, makeRun } from '../../testing/connections.ts';
import { eventStream } from '../../testing/event-stream.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const screen = (
  <>
    <Routes>
      <Route path="/connections/:platform" element={<PlatformScreen />} />
    </Routes>
    <Address />
  </>
);

/** Prints the router's URL, for the test to read. */
function Address() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="address">{`${pathname}${search}${hash}`}</output>;
}

/** Shows Google's page with one connection; the test changes its state and runs like a server would. */
async function show(
  first: { connection: Connection; runs: SyncRun[] },
  path = '/connections/google',
  more: ApiAnswers = {},
) {
  const stream = eventStream();
  const server = { ...first };
  await renderScreen(screen, {
    path,
    answers: {
      'GET /connections': () => ({ connections: [server.connection] }),
      [`GET /connections/${first.connection.id}/runs`]: () => ({ runs: server.runs, nextCursor: null }),
      'GET /businesses': { businesses: [] },
      'GET /sync/events': stream.answer,
      'POST /embeds': { embed: { id: 'new-one' } },
      ...more,
    },
  });
  await expect.element(page.getByText('Salt Quay Bakery', { exact: true }).first()).toBeVisible();
  return { stream, server };
}

const row = () => page.getByRole('listitem').filter({ hasText: 'Sync now' });
const facts = () => page.getByRole('region', { name: 'Salt Quay Bakery' });
const address = () => page.getByTestId('address').element().textContent;
const history = () => page.getByRole('list', { name: 'Syncs' });

describe('a run', () => {
  test('row, history and figures agree as soon as it ends, with thousands separators', async () => {
    const listing = makeListing({ platformCount: 12_345, storedCount: 12_001 });
    const running = makeRun({ seen: 12_344, expected: 12_345 });
    const { stream, server } = await show({
      connection: makeConnection({ listings: [listing] }),
      runs: [running],
    });
    stream.send(running);
    await expect.element(row().getByText('Syncing: 12,344 of 12,345 reviews')).toBeVisible();
    await page.getByText('Details', { exact: true }).click();
    await expect.element(history().getByText('Running')).toBeVisible();

    const ended = makeRun({
      outcome: 'succeeded',
      finishedAt: new Date().toISOString(),
      seen: 12_345,
      expected: 12_345,
      added: 1_344,
      unchanged: 11_001,
    });
    server.runs = [ended];
    server.connection = makeConnection({ listings: [{ ...listing, storedCount: 12_345, lastRun: ended }] });
    stream.send(ended);
    await expect.element(row().getByText(/^Synced .+\. 12,345 of 12,345 reviews\.$/)).toBeVisible();
    await expect.element(facts().getByText('1,344 new, 0 changed')).toBeVisible();
    await expect.element(history().getByText(/1,344 new · 0 changed · 11,001 unchanged/)).toBeVisible();
    await expect.element(page.getByText(/12,344|12,001|12345/)).not.toBeInTheDocument();
  });

  test('that waits for the platform says until when, until that time has passed', async () => {
    const waiting = makeRun({
      seen: 63,
      expected: 64,
      error: 'platform-busy',
      nextTryAt: new Date(Date.now() + 2_500).toISOString(),
    });
    const { stream } = await show({ connection: makeConnection(), runs: [waiting] });
    stream.send(waiting);
    await expect.element(row().getByText(/Google asked us to wait until/)).toBeVisible();
    await expect.element(row().getByText(/asked us to wait/), { timeout: 30_000 }).not.toBeInTheDocument();
    await expect.element(row().getByText('Syncing: 63 of 64 reviews')).toBeVisible();
  });
});

describe('after the choice of locations', () => {
  const path = `/connections/google?connection=${makeConnection().id}&imported=1`;
  const widgets = (embeds: unknown[]) => ({ 'GET /embeds': { embeds } });

  test('the page follows the import, then says how many reviews came and offers the widget', async () => {
    const running = makeRun({ trigger: 'first', seen: 5, expected: 625 });
    const { stream, server } = await show({ connection: makeConnection(), runs: [] }, path, widgets([]));
    stream.send(running);
    const panel = page.getByRole('progressbar', { name: 'Importing your reviews' });
    await expect.element(panel).toBeVisible();
    const ended = { ...running, outcome: 'succeeded' as const, finishedAt: new Date().toISOString() };
    const imported = makeListing({ storedCount: 625, platformCount: 625, lastRun: ended });
    server.connection = makeConnection({ listings: [imported] });
    stream.send(ended);
    await expect.element(page.getByRole('heading', { name: '625 reviews imported' })).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => page.getByRole('link', { name: 'Create a widget' }).elements()).toHaveLength(1);
    await page.getByRole('link', { name: 'Create a widget' }).click();
    await expect.poll(address).toBe('/widgets?create');
  });

  test('who has a widget already is led to the reviews', async () => {
    const ended = makeRun({ outcome: 'succeeded', finishedAt: new Date().toISOString() });
    const listings = [makeListing({ storedCount: 3, lastRun: ended })];
    await show({ connection: makeConnection({ listings }), runs: [] }, path, widgets([{ id: 'a' }]));
    await expect.element(page.getByRole('link', { name: 'See your reviews' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create a widget' })).not.toBeInTheDocument();
  });

  test('a profile without reviews leads to asking for the first', async () => {
    const ended = makeRun({ outcome: 'succeeded', finishedAt: new Date().toISOString() });
    const listings = [makeListing({ lastRun: ended })];
    await show({ connection: makeConnection({ listings }), runs: [] }, path, widgets([]));
    await expect
      .element(page.getByRole('link', { name: 'Ask your customers' }))
      .toHaveAttribute('href', '/review-pipeline/review');
  });

  test('a failed first sync shows its reason and no result', async () => {
    const failed = makeRun({
      outcome: 'failed',
      finishedAt: new Date().toISOString(),
      error: 'platform-busy',
    });
    const listings = [makeListing({ lastRun: failed })];
    await show({ connection: makeConnection({ listings }), runs: [] }, path, widgets([]));
    await expect.element(row().getByText(/^The sync failed /)).toBeVisible();
    await expect.element(page.getByText(/imported$/)).not.toBeInTheDocument();
  });
});

describe('after reconnecting', () => {
  test('the connection is shown with a notice', async () => {
    const connection = makeConnection();
    const path = `/connections/google?connection=${connection.id}&renewed=1`;
    await show({ connection, runs: [] }, path);
    await expect.element(page.getByText('Connected again')).toBeVisible();
    await expect
      .element(page.getByText(/ines@saltquay\.example is connected again\. A full sync is running/))
      .toBeVisible();
    await expect.element(row()).toBeVisible();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  });

  test('the notice follows the sync, and the URL is cleaned at once', async () => {
    const now = new Date().toISOString();
    const before = makeRun({ outcome: 'succeeded', startedAt: '2026-01-01T10:00:00Z', finishedAt: now });
    const asked = makeListing({ lastFullPassAt: now, nextSyncAt: now, nextFullPassAt: now, lastRun: before });
    const connection = makeConnection({ listings: [asked] });
    const path = `/connections/google?connection=${connection.id}&renewed=1`;
    const { stream, server } = await show({ connection, runs: [] }, path);
    await expect.element(page.getByText(/A full sync is running/)).toBeVisible();
    await expect.poll(address).toBe('/connections/google');
    const run = makeRun({ id: '0199f000-0000-7000-8000-000000000077' });
    stream.send(run);
    await expect.element(row().getByText(/^Syncing/)).toBeVisible();
    await expect.element(page.getByText(/A full sync is running/)).toBeVisible();
    const next = new Date(Date.now() + 6 * 86_400_000).toISOString();
    const done = { ...run, outcome: 'succeeded' as const, finishedAt: now };
    const read = makeListing({ lastFullPassAt: now, nextSyncAt: next, nextFullPassAt: next, lastRun: done });
    server.connection = makeConnection({ listings: [read] });
    stream.send(done);
    await expect.element(page.getByText(/The full sync is complete/)).toBeVisible();
    await expect.element(page.getByText(/full sync is running/)).not.toBeInTheDocument();
  });

  test.each(['', '?problem=denied'])(
    'the fragment that a platform adds is removed, after "%s"',
    async (query) => {
      await show({ connection: makeConnection(), runs: [] }, `/connections/google${query}#_=_`);
      await expect.element(page.getByTestId('address')).toHaveTextContent(`/connections/google${query}`);
      await expect.element(page.getByTestId('address')).not.toHaveTextContent('#');
    },
  );

  test('a connection that needs consent again shows no "Connected again"', async () => {
    const connection = makeConnection({ status: 'needs_reauthorization' });
    const path = `/connections/google?connection=${connection.id}&renewed=1`;
    await show({ connection, runs: [] }, path);
    await expect.element(page.getByText('Connected again')).not.toBeInTheDocument();
  });
});
