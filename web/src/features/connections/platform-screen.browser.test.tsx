/** The page of a platform during a sync, after it, and after reconnecting. */
import type { Connection } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Route, Routes, useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeConnection, makeListing, makeRun } from '../../testing/connections.ts';
import { eventStream } from '../../testing/event-stream.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
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
async function show(first: { connection: Connection; runs: SyncRun[] }, path = '/connections/google') {
  const stream = eventStream();
  const server = { ...first };
  await renderScreen(screen, {
    path,
    answers: {
      'GET /connections': () => ({ connections: [server.connection] }),
      [`GET /connections/${first.connection.id}/runs`]: () => ({ runs: server.runs, nextCursor: null }),
      'GET /businesses': { businesses: [] },
      'GET /sync/events': stream.answer,
    },
  });
  await expect.element(page.getByText('Salt Quay Bakery', { exact: true }).first()).toBeVisible();
  return { stream, server };
}

const row = () => page.getByRole('listitem').filter({ hasText: 'Sync now' });
const address = () => page.getByTestId('address').element().textContent;
const history = () => page.getByRole('list', { name: 'History' });

describe('a run', () => {
  test('row, history and figures agree as soon as it ends, with thousands separators', async () => {
    const listing = makeListing({ platformCount: 12_345, storedCount: 12_001 });
    const running = makeRun({ seen: 12_344, expected: 12_345 });
    const { stream, server } = await show({
      connection: makeConnection({ listings: [listing] }),
      runs: [running],
    });
    stream.send(running);
    await expect.element(row().getByText('Reading: 12,344 of 12,345 reviews')).toBeVisible();
    await expect.element(history().getByText('Under way')).toBeVisible();

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
    await expect.element(row().getByText('1,344 new, 0 changed')).toBeVisible();
    await expect.element(row().getByText(/Google counts 12,345 reviews · 12,345/)).toBeVisible();
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
    await expect.element(row().getByText('Reading: 63 of 64 reviews')).toBeVisible();
  });
});

describe('after reconnecting', () => {
  test('the connection is shown with a notice', async () => {
    const connection = makeConnection();
    const path = `/connections/google?connection=${connection.id}&renewed=1`;
    await show({ connection, runs: [] }, path);
    await expect.element(page.getByText('Connected again')).toBeVisible();
    await expect
      .element(page.getByText(/ines@saltquay\.example is connected again\. Everything is read/))
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
    await expect.element(page.getByText(/Everything is read from end to end now/)).toBeVisible();
    await expect.poll(address).toBe('/connections/google');
    const run = makeRun({ id: '0199f000-0000-7000-8000-000000000077' });
    stream.send(run);
    await expect.element(row().getByText(/^Reading/)).toBeVisible();
    await expect.element(page.getByText(/Everything is read from end to end now/)).toBeVisible();
    const next = new Date(Date.now() + 6 * 86_400_000).toISOString();
    const done = { ...run, outcome: 'succeeded' as const, finishedAt: now };
    const read = makeListing({ lastFullPassAt: now, nextSyncAt: next, nextFullPassAt: next, lastRun: done });
    server.connection = makeConnection({ listings: [read] });
    stream.send(done);
    await expect.element(page.getByText(/Everything was read from end to end/)).toBeVisible();
    await expect.element(page.getByText(/is read from end to end now/)).not.toBeInTheDocument();
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
