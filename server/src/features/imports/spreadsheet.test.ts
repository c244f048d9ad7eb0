/** Spreadsheets through the API: guessed settings, sheets, and the resulting reviews. */
import { Buffer } from 'node:buffer';
import type { ImportDetail } from '@kindling/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import {
  getImport,
  guessedSettings,
  listFaults,
  listReviews,
  publishImport,
  runDryRun,
  uploadAndRead,
} from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { buildWorkbook } from '../../testing/workbook.ts';
import { WorkbookLimitError } from './workbook-reader.ts';

const bytes = buildWorkbook([
  { name: 'Notes', rows: [] },
  {
    name: 'Bewertungen 2025',
    rows: [
      ['Autor', 'Sternebewertung', 'Text', 'Datum', 'Antwort', 'Antwort vom', 'Filiale'],
      [
        'Ana',
        5,
        'Sehr gut\n"wirklich"',
        new Date('2025-05-01'),
        'Danke',
        new Date('2025-05-02T09:30:00Z'),
        'Mitte',
      ],
      [null, null, null, null, null, null, null],
      ['Bo', 4, null, new Date('2025-04-30T23:15:00Z'), null, null, 'Mitte'],
      ['Cy', 7, 'Zu viel', new Date('2025-04-29'), null, null, null],
    ],
  },
  { name: 'Older', rows: [['Di', 3, 'Fine', '3 weeks ago']] },
]);

let people = 0;

describe.each(featureModes)('spreadsheets, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`sheets-${people}@example.com`);
    await user.call('PUT', '/profile/region', { locale: 'de', timeZone: 'Europe/Belgrade' });
  });

  const book = () => uploadAndRead(app, user, [{ name: 'reviews.xlsx', bytes }]);
  const read = (id: string, sheet: number | null, header: boolean | null = null) =>
    user.call('POST', `/imports/${id}/read`, { encoding: null, separator: null, header, sheet });
  const filesOf = async (id: string) => {
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('import_parts')
        .select('file')
        .distinct()
        .where('import_id', '=', id)
        .orderBy('file')
        .execute(),
    );
    return rows.map(({ file }) => file);
  };

  test('the first sheet with rows becomes reviews, with the line numbers of the sheet', async () => {
    const found = await book();
    expect(found).toMatchObject({
      state: 'read',
      kind: 'table',
      encoding: null,
      separator: null,
      header: true,
      sheets: ['Notes', 'Bewertungen 2025', 'Older'],
      sheet: 1,
      rows: 3,
      settings: {
        scale: 5,
        mapping: { author: 0, rating: 1, text: 2, date: 3, replyText: 4, replyDate: 5 },
      },
    });
    expect(await runDryRun(app, user, found)).toMatchObject({ state: 'checked', added: 2, invalid: 1 });
    expect(await listFaults(user, found.id)).toEqual([
      { line: 5, column: 'Sternebewertung', value: '7', fault: 'rating-range' },
    ]);
    expect(await publishImport(app, user, found.id)).toMatchObject({ state: 'finished', added: 2 });
    expect(await filesOf(found.id)).toEqual([]);
    expect(await listReviews(user)).toMatchObject([
      {
        authorName: 'Ana',
        rating: 5,
        text: 'Sehr gut\n"wirklich"',
        // A day without a time becomes noon; a time is in the account's time zone.
        writtenAt: '2025-05-01T10:00:00.000Z',
        reply: { text: 'Danke', at: '2025-05-02T07:30:00.000Z' },
      },
      { authorName: 'Bo', rating: 4, text: null, writtenAt: '2025-04-30T21:15:00.000Z', reply: null },
    ]);
  });

  test('another sheet can be read, and its first row may be a review', async () => {
    const { id } = await book();
    const older = ((await read(id, 2)).json as { import: ImportDetail }).import;
    expect(older).toMatchObject({
      sheet: 2,
      header: false,
      rows: 1,
      columns: [{}, {}, {}, { relative: true }],
    });
    expect(await filesOf(id)).toEqual([0, 3]);
    const named = ((await read(id, 2, true)).json as { import: ImportDetail }).import;
    expect(named).toMatchObject({ sheet: 2, header: false, problem: 'only-header' });
    const preview = await user.call('POST', `/imports/${id}/preview`, {
      settings: guessedSettings(older, { asOf: '2025-05-22' }),
    });
    expect(preview.json).toMatchObject({
      rows: [{ line: 1, review: { authorName: 'Di', rating: 3, dateBasis: 'relative' } }],
    });
  });

  test('an empty sheet is reported, and the previous sheet stays', async () => {
    const { id } = await book();
    expect((await read(id, 0)).json).toMatchObject({ import: { sheet: 1, rows: 3, problem: 'empty' } });
    expect((await read(id, 7)).json).toMatchObject({ import: { sheet: 1, rows: 3, problem: 'empty' } });
    expect(await filesOf(id)).toEqual([0, 2]);
    expect(await runDryRun(app, user, await getImport(user, id))).toMatchObject({ added: 2 });
  });

  test('a file that is not a spreadsheet fails the import, and nothing of it is stored', async () => {
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const files: [Buffer, string][] = [
      [locked, 'workbook-protected'],
      [bytes.subarray(0, 900), 'workbook-damaged'],
    ];
    for (const [file, problem] of files) {
      const refused = await uploadAndRead(app, user, [{ name: 'reviews.xlsx', bytes: file }]);
      expect(refused).toMatchObject({ state: 'failed', problem, columns: [] });
      expect(await filesOf(refused.id)).toEqual([]);
    }
  });

  test('a crashed reader process is not a fault of the file: it stays stored and can be read again', async () => {
    const { workbooks } = app.services.imports;
    // An invalid sheet number crashes the process.
    const sheet = { toString: null, valueOf: null } as never;
    app.services.imports.workbooks = { ...workbooks, read: ({ bytes }) => workbooks.read({ bytes, sheet }) };
    const refused = await book().catch((error: Error) => error.message);
    app.services.imports.workbooks = workbooks;
    expect(refused).toContain('"unavailable"');
    const listed = (await user.call('GET', '/imports')).json as { imports: ImportDetail[] };
    const id = listed.imports[0]?.id ?? '';
    expect(await getImport(user, id)).toMatchObject({ state: 'uploading', problem: null });
    expect(await filesOf(id)).toEqual([0]);
    expect((await read(id, null)).json).toMatchObject({ import: { state: 'read', rows: 3 } });
    expect(app.logLines.join('')).toContain('"program":"workbook-child"');
  });

  test('an account reads one file at a time', async () => {
    const { id } = await book();
    const answers = await Promise.all([1, 2, 1, 2].map((sheet) => read(id, sheet)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses).toContain(429);
  });

  test('a table does not wait for spreadsheets of other accounts', async () => {
    const { workbooks } = app.services.imports;
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    app.services.imports.workbooks = {
      ...workbooks,
      async read(request) {
        asked.resolve();
        await go.promise;
        return workbooks.read(request);
      },
    };
    try {
      const others = await Promise.all(
        [1, 2, 3].map((at) => app.signIn(`sheets-${people}-${at}@example.com`)),
      );
      const waiting = others.map((other) => uploadAndRead(app, other, [{ name: 'reviews.xlsx', bytes }]));
      await asked.promise;
      const found = await uploadAndRead(app, user, [
        { name: 'x.csv', bytes: 'a,stars,date\n1,5,2025-05-01\n' },
      ]);
      expect(found).toMatchObject({ state: 'read', rows: 1 });
      go.resolve();
      for (const read of waiting) expect(await read).toMatchObject({ state: 'read', rows: 3 });
    } finally {
      go.resolve();
      app.services.imports.workbooks = workbooks;
    }
  });

  test('an account whose spreadsheet exhausts the reader must wait before the next one', async () => {
    const { workbooks } = app.services.imports;
    const { id } = await book();
    const other = await app.signIn(`sheets-${people}-other@example.com`);
    app.services.imports.workbooks = { ...workbooks, read: () => Promise.reject(new WorkbookLimitError()) };
    expect((await read(id, 2)).json).toMatchObject({ import: { sheet: 1, problem: 'workbook-too-large' } });
    app.services.imports.workbooks = workbooks;
    const refused = await read(id, 2);
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
    expect((refused.json as { retryAfter: number }).retryAfter).toBeGreaterThan(60);
    const table = await uploadAndRead(app, user, [
      { name: 'x.csv', bytes: 'a,stars,date\n1,5,2025-05-01\n' },
    ]);
    expect(table).toMatchObject({ state: 'read' });
    expect(await uploadAndRead(app, other, [{ name: 'reviews.xlsx', bytes }])).toMatchObject({
      state: 'read',
    });
  });
});
