/** One synced review matches at most one row of a file, and only if their days can be the same. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { connectListings, signInWithPlace } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { importFile, listReviews, runDryRun, uploadAndRead } from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from '../sync/run-sync.ts';
import { dropDuplicates } from './jobs.ts';

const signal = new AbortController().signal;
const asOf = '2026-11-20';
let people = 0;

describe.each(featureModes)('duplicates, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let place: string;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    ({ user, place } = await signInWithPlace(app, people));
  });

  const synced = (id: string, changes: object) =>
    aReview({ externalId: `${place}/${id}`, rating: 5, reply: null, ...changes });
  const wordless = (id: string, authorName: string | null) =>
    synced(id, {
      authorName,
      anonymous: authorName === null,
      text: null,
      writtenAt: new Date('2026-05-01T10:00:00Z'),
    });
  const greeting = (id: string, day: string) =>
    synced(id, { authorName: 'Ann', text: 'Great place', writtenAt: new Date(`${day}T10:00:00Z`) });
  const sync = async (...reviews: ReturnType<typeof aReview>[]) => {
    app.platforms.google.reviews.set(place, reviews);
    const { listings } = await connectListings(app, user);
    await runSync(app.services.sync, user.accountId, listings[0]?.id ?? '', 'first', signal);
    await dropDuplicates(app.services.imports, user.accountId);
  };
  const fileOf = (rows: readonly (readonly string[])[]) =>
    ['name,stars,text,date', ...rows.map((row) => row.join(','))].join('\n');
  const fromFiles = async () => (await listReviews(user)).filter((review) => review.listingId === null);
  const dates = async () =>
    (await listReviews(user))
      .map(({ authorName, writtenAt, dateBasis }) => [authorName, writtenAt.slice(0, 10), dateBasis])
      .sort();
  const dryRun = async (text: string, changes: object) =>
    runDryRun(app, user, await uploadAndRead(app, user, [{ name: 'r.csv', bytes: text }]), changes);

  test('reviews without a text and an exact day never match', async () => {
    const rows = [
      ...Array.from({ length: 8 }, (_, index) => ['', '5', '', `${index + 1} years ago`]),
      ...Array.from({ length: 4 }, (_, index) => ['Ann', '5', '', `${index + 2} months ago`]),
      ['', '5', 'Great place', '6 months ago'],
    ];
    expect(await importFile(app, user, fileOf(rows), { source: 'google', asOf })).toMatchObject({
      added: 13,
    });
    await sync(wordless('s0', null), wordless('s1', 'Ann'));
    expect(await fromFiles()).toHaveLength(13);
    expect(await dryRun(fileOf(rows), { source: 'import', asOf })).toMatchObject({ unchanged: 0, added: 13 });
  });

  test('one synced review replaces one row of a file, also when the sync runs again', async () => {
    const rows = Array.from({ length: 3 }, () => ['', '5', '', '2026-05-01']);
    await importFile(app, user, fileOf(rows), { source: 'google' });
    await sync(wordless('s0', null));
    expect(await fromFiles()).toHaveLength(2);
    await dropDuplicates(app.services.imports, user.accountId);
    expect(await fromFiles()).toHaveLength(2);
  });

  test('one synced review matches one row of a later file, and keeps matching it', async () => {
    await sync(wordless('s0', null));
    const rows = Array.from({ length: 3 }, () => ['', '5', '', '2026-05-01']);
    expect(await importFile(app, user, fileOf(rows), { source: 'google' })).toMatchObject({
      unchanged: 1,
      added: 2,
    });
    await dropDuplicates(app.services.imports, user.accountId);
    expect(await fromFiles()).toHaveLength(2);
  });

  test('additions of the platform to texts and names do not prevent a match', async () => {
    const day = { writtenAt: new Date('2026-05-01T10:00:00Z') };
    await sync(
      synced('s0', { ...day, authorName: 'Ana', text: 'Guter Platz', translation: 'Good place' }),
      synced('s1', { ...day, authorName: 'Bo', text: 'Guter Laden', translation: 'Good shop' }),
      synced('s2', { ...day, authorName: null, anonymous: true, text: 'Fine' }),
    );
    const table = fileOf([
      ['Ana', '5', '"(Translated by Google) Good place\n\n(Original)\nGuter Platz"', '2026-05-01'],
      ['Bo', '5', 'Guter Laden (Translated by Google) Good shop', '2026-05-01'],
      ['Ein Google-Nutzer', '5', 'Fine', '2026-05-01'],
      ['A Google user', '4', '(Translated by Google) New (Original) Neu', '2026-05-01'],
    ]);
    expect(await importFile(app, user, table, { source: 'google' })).toMatchObject({
      unchanged: 3,
      added: 1,
    });
    expect(await fromFiles()).toMatchObject([
      { authorName: null, anonymous: true, text: 'Neu', translation: 'New' },
    ]);
  });

  test('a row with a relative date matches a review on a possible day', async () => {
    const rows = [
      ['Ann', '5', 'Great place', '6 months ago'],
      ['Ann', '5', 'Great place', '3 years ago'],
    ];
    await importFile(app, user, fileOf(rows), { source: 'google', asOf });
    await sync(greeting('s0', '2026-05-01'));
    expect(await dates()).toEqual([
      ['Ann', '2023-11-20', 'relative'],
      ['Ann', '2026-05-01', null],
    ]);
    const later = [...rows, ['Ann', '5', 'Great place', '4 years ago']];
    expect(await dryRun(fileOf(later), { source: 'google', asOf })).toMatchObject({ unchanged: 2, added: 1 });
  });

  test('a file with absolute dates corrects relative ones, and is corrected by none', async () => {
    const rough = fileOf([['Ann Bo', '5', 'Great place', '2 months ago']]);
    await importFile(app, user, rough, { asOf: '2026-09-20' });
    const exact = fileOf([
      ['Ann Bo', '5', 'Great place', '2026-07-11'],
      ['Ann Bo', '5', 'Great place', '2026-01-11'],
    ]);
    expect(await dryRun(exact, {})).toMatchObject({ changed: 1, added: 1 });
    await importFile(app, user, exact);
    const both = [
      ['Ann Bo', '2026-01-11', null],
      ['Ann Bo', '2026-07-11', null],
    ];
    expect(await dates()).toEqual(both);
    expect(await importFile(app, user, exact)).toMatchObject({ unchanged: 2, added: 0, changed: 0 });
    expect(await importFile(app, user, rough, { asOf: '2026-09-20' })).toMatchObject({
      unchanged: 1,
      added: 0,
    });
    expect(await dates()).toEqual(both);
  });

  test('of two relative dates, the earlier stays', async () => {
    const rows = (when: string) => fileOf([['Cy Do', '4', 'Other words', when]]);
    await importFile(app, user, rows('a year ago'), { asOf: '2026-09-20' });
    expect(await importFile(app, user, rows('a year ago'), { asOf })).toMatchObject({
      unchanged: 1,
      changed: 0,
    });
    expect(await dates()).toEqual([['Cy Do', '2025-09-20', 'relative']]);
    await importFile(app, user, rows('2 years ago'), { asOf });
    expect(await dates()).toEqual([['Cy Do', '2024-11-20', 'relative']]);
    // A date that the first file excludes is ignored.
    await importFile(app, user, rows('9 years ago'), { asOf });
    expect(await dates()).toEqual([['Cy Do', '2024-11-20', 'relative']]);
  });
});
