/** The page about the state: from real checks, asked rarely, and in the language of the page. */
import { statusPath } from '@kindling/contract/site';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.ts';
import { writeRealSite } from '../../testing/real-site.ts';
import { startTestSite } from '../../testing/test-site.ts';
import { createStatusPage, type StatusChecks } from './status-page.ts';

const now = new Date('2026-11-30T10:00:00Z');
const working: StatusChecks = {
  checkDatabase: () => Promise.resolve(),
  readLastSync: () => Promise.resolve(new Date('2026-11-30T09:57:12Z')),
  isReadOnly: () => false,
  readNotices: () => Promise.resolve([]),
};

/** The placeholders of one page. */
async function valuesOf(checks: Partial<StatusChecks>) {
  let values: Readonly<Record<string, string>> = {};
  const documents = {
    renderPerRequest: (_name: string, _language: string, more: typeof values) => {
      values = more;
      return '';
    },
  };
  await createStatusPage(documents, { ...working, ...checks }, () => now)('en');
  return values;
}

const shown = (values: Readonly<Record<string, string>>) =>
  Object.keys(values).filter((name) => /^status\.(?!checked|synced)/.test(name) && values[name] !== '');

test('when all works, it says so, and rounds the time of the last sync', async () => {
  const values = await valuesOf({});
  expect(shown(values)).toEqual(['status.good', 'status.database', 'status.writable', 'status.syncGood']);
  expect(values['status.synced']).toBe('November 30, 2026 at 9:50 AM UTC');
  expect(values['status.checked']).toBe('10:00:00 AM UTC');
});

test.each([
  [
    'the database fails',
    { checkDatabase: () => Promise.reject(new Error('down')) },
    ['status.writable', 'status.syncUnknown'],
  ],
  [
    'the database fails meanwhile',
    { readLastSync: () => Promise.reject(new Error('down')) },
    ['status.writable', 'status.syncUnknown'],
  ],
  ['read-only', { isReadOnly: () => true }, ['status.database', 'status.syncGood']],
  [
    'no sync for more than a day',
    { readLastSync: () => Promise.resolve(new Date('2026-11-29T09:59:00Z')) },
    ['status.database', 'status.writable', 'status.syncLate'],
  ],
  [
    'no sync at all',
    { readLastSync: () => Promise.resolve(null) },
    ['status.good', 'status.database', 'status.writable', 'status.syncNone'],
  ],
] as const)('%s', async (_name, checks, expected) => {
  expect(shown(await valuesOf(checks))).toEqual(expected);
});

test('a database that does not answer holds the page up for a moment only', async () => {
  const values = await valuesOf({ checkDatabase: () => new Promise(() => undefined) });
  expect(values['status.database']).toBe('');
});

test('many calls ask the database once, and ask again later', async () => {
  let asked = 0;
  let time = now;
  const checks = {
    ...working,
    checkDatabase: () => {
      asked += 1;
      return Promise.resolve();
    },
  };
  const page = createStatusPage({ renderPerRequest: () => '' }, checks, () => time);
  await Promise.all([page('en'), page('de'), page('en'), page('fr')]);
  expect(asked).toBe(1);
  time = new Date(now.getTime() + 5_000);
  await page('en');
  expect(asked).toBe(2);
});

test('the built page shows one state of each check, and what the operator announces, as text', async () => {
  const text = 'Work on <Friday>\n[[support.email]]';
  const until = '2026-12-01T10:00:00.000Z';
  const notice = { id: 'n', version: 1, tone: 'info', text, language: 'en', workFrom: null, until } as const;
  const site = await startTestSite({
    write: writeRealSite,
    checks: { isReadOnly: () => true, readNotices: () => Promise.resolve([notice]) },
  });
  try {
    const { main, all, body } = await openPage(site, statusPath);
    expect(main.text).toContain('Something does not work as it should');
    expect(all('dd')).toHaveLength(all('dt').length);
    expect(all('td').map(({ text: cell }) => cell)).toEqual([text, 'December 1, 2026 at 10:00 AM UTC']);
    expect(body).not.toContain('data-if');
    expect((await openPage(site, `/de${statusPath}`)).main.text).toContain('nur Lesen');
  } finally {
    await site.close();
  }
});
