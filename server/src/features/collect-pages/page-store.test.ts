/** The pages in memory, with a database that answers when the test says so. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedPage } from './load-page.ts';
import { pageAddress } from './page-address.ts';
import { createPageStore, type PageStore } from './page-store.ts';

const log = pino({ level: 'silent' });
let folder: string;
let store: PageStore;
let waiting: { key: string; answer(name: string | null): void }[];
let time: number;
/** Those that exist; null while the database does not answer. */
let accounts: string[] | null;

beforeEach(async () => {
  folder = await mkdtemp(join(os.tmpdir(), 'kindling-pages-'));
  waiting = [];
  accounts = ['account'];
  time = 1_000_000;
  store = createStore();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const createStore = () =>
  createPageStore({
    folder,
    log,
    now: () => time,
    listAccounts: async (ids) => {
      if (accounts === null) throw new Error('Connection refused');
      return new Set(ids.filter((id) => accounts?.includes(id)));
    },
    load: ({ key }) =>
      new Promise((resolve) => {
        waiting.push({ key, answer: (name) => resolve(name === null ? null : aPage(name)) });
      }),
  });

function aPage(businessName: string): LoadedPage {
  return { kind: 'plain', accountId: 'account', reason: 'ended', businessName, destinations: [] };
}

function get(slug: string) {
  const address = pageAddress('c', slug);
  if (address === null) throw new Error('No address');
  return store.get(address).then(({ page }) => (page?.kind === 'plain' ? page.businessName : null));
}

test('a change while a page is being read shows with the next visit', async () => {
  const first = get('bakery');
  waiting.shift()?.answer('Old');
  expect(await first).toBe('Old');
  time += 61_000;
  // This visit starts a reading in the background; the owner saves before it ends.
  expect(await get('bakery')).toBe('Old');
  store.notifyChanged('account');
  waiting.shift()?.answer('Old');
  await expect.poll(() => waiting.length).toBe(0);
  const visit = get('bakery');
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.answer('New');
  expect(await visit).toBe('New');
});

test('after the clock was set back, what is in memory is read again', async () => {
  const none = get('bakery');
  waiting.shift()?.answer(null);
  expect(await none).toBeNull();
  time -= 900_000;
  void get('bakery');
  expect(waiting).toHaveLength(1);
});

test('visitors who come together wait for one reading', async () => {
  const visits = [get('bakery'), get('bakery')];
  expect(waiting).toHaveLength(1);
  waiting.shift()?.answer('Bakery');
  expect(await Promise.all(visits)).toEqual(['Bakery', 'Bakery']);
});

test('while the database accepts and never answers, a process that starts serves the copy on the disk', async () => {
  const before = get('bakery');
  waiting.shift()?.answer('Bakery');
  await before;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    store = createStore();
    const visit = get('bakery');
    const second = get('bakery');
    const unseen = get('unseen');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await Promise.all([visit, second, get('bakery')])).toEqual(['Bakery', 'Bakery', 'Bakery']);
    expect(waiting.map(({ key }) => key)).toEqual(['c/bakery', 'c/unseen']);
    waiting.pop()?.answer('Unseen');
    expect(await unseen).toBe('Unseen');
    waiting.pop()?.answer('Moved');
    await expect.poll(() => get('bakery')).toBe('Moved');
  } finally {
    vi.useRealTimers();
  }
});

test('copies leave with their account, and none while the database does not answer', async () => {
  const visit = get('bakery');
  waiting.shift()?.answer('Bakery');
  await visit;
  await writeFile(join(folder, 'broken.json'), '{');
  const names = async () => (await readdir(folder)).length;
  await store.deleteOldCopies();
  expect(await names()).toBe(2);
  accounts = null;
  await expect(store.deleteOldCopies()).rejects.toThrow('Connection refused');
  expect(await names()).toBe(2);
  accounts = [];
  await store.deleteOldCopies();
  expect(await readdir(folder)).toEqual(['broken.json']);
  time = Date.now() + 31 * 86_400_000;
  await store.deleteOldCopies();
  expect(await names()).toBe(0);
});

test('guessed addresses push out no page', async () => {
  const known = get('bakery');
  waiting.shift()?.answer('Bakery');
  await known;
  for (let guess = 0; guess < 5_100; guess += 1) {
    const visit = get(`guess-${guess}`);
    waiting.shift()?.answer(null);
    expect(await visit).toBeNull();
  }
  expect(await get('bakery')).toBe('Bakery');
  expect(waiting).toHaveLength(0);
});
