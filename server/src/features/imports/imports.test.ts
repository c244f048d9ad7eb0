/** Imports through the API: publishing, importing again, and undo. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import {
  getImport,
  getReviewFigures,
  guessedSettings,
  importFile,
  listFaults,
  listReviews,
  publishImport,
  runDryRun,
  runImportJob,
  uploadAndRead,
} from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const table = `Reviewer;Rating;Comment;Review date;Reply;Reply date
Ana;5;"Great; really
""great""";31/12/2025;Thanks;01/01/2026
Bo;4,0;;15/06/2025;;
;doesn't recommend;Cold soup;14/06/2025;;
Cy;3 stars;Fine;13/06/2025;;
Cy;3 stars;Fine;13/06/2025;;
`;

let people = 0;

describe.each(featureModes)('imports, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`owner-${people}@example.com`);
  });

  const daySums = () =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const { rows } = await sql<{ same: boolean }>`
        select coalesce((select sum(total) from review_days), 0) = (select count(*) from reviews where removed_at is null) as same`.execute(
        trx,
      );
      return rows[0]?.same;
    });

  test('a table becomes reviews, and the dry run writes none', async () => {
    const found = await uploadAndRead(app, user, [{ name: 'reviews.csv', bytes: table }]);
    expect(found).toMatchObject({
      state: 'read',
      kind: 'table',
      encoding: 'utf-8',
      separator: ';',
      headingLine: 1,
      rows: 5,
      settings: {
        source: 'import',
        dateOrder: 'dmy',
        scale: 5,
        mapping: { author: 0, rating: 1, text: 2, date: 3, replyText: 4, replyDate: 5 },
      },
    });
    const checked = await runDryRun(app, user, found);
    expect(checked).toMatchObject({
      state: 'checked',
      done: 5,
      added: 5,
      unchanged: 0,
      changed: 0,
      invalid: 0,
    });
    expect(await listReviews(user)).toEqual([]);
    expect(await publishImport(app, user, found.id)).toMatchObject({ state: 'finished', added: 5, done: 5 });
    const reviews = await listReviews(user);
    expect(reviews).toHaveLength(5);
    expect(reviews[0]).toMatchObject({
      source: 'import',
      authorName: 'Ana',
      rating: 5,
      text: 'Great; really\n"great"',
      writtenAt: '2025-12-31T12:00:00.000Z',
      answered: true,
      reply: { text: 'Thanks', at: '2026-01-01T12:00:00.000Z', state: 'published' },
      listingId: null,
    });
    expect(reviews[1]).toMatchObject({ authorName: 'Bo', rating: 4, text: null, answered: false });
    expect(reviews[2]).toMatchObject({ anonymous: true, rating: null, recommendation: 'negative' });
    expect(await getReviewFigures(user)).toEqual({ total: 5, unanswered: 0 });
    expect(await daySums()).toBe(true);
    const [listed] = ((await user.call('GET', '/imports')).json as { imports: unknown[] }).imports;
    expect(listed).toMatchObject({ state: 'finished', added: 5, fileNames: ['reviews.csv'] });
  });

  test('importing the same file again adds nothing, in any row order and encoding', async () => {
    await importFile(app, user, table);
    expect(await importFile(app, user, table)).toMatchObject({ added: 0, unchanged: 5, changed: 0 });
    const [head = '', ...rest] = Buffer.from(table.replace('"Great; really\n""great"""', 'Great'))
      .toString()
      .split('\n');
    const turned = [head, ...rest.filter((line) => line !== '').reverse(), ''].join('\r\n');
    const other = await importFile(app, user, Buffer.from(`\uFEFF${turned}`, 'utf16le'));
    expect(other).toMatchObject({ added: 1, unchanged: 4, changed: 0, invalid: 0 });
    expect(await getReviewFigures(user)).toMatchObject({ total: 6 });
  });

  test('a newer version of a row changes the review and keeps our marks; undoing the first import keeps reviews of other imports', async () => {
    const rows = 'id,author,rating,text,date\n';
    const first = await importFile(app, user, `${rows}1,Ana,5,Good,2025-05-01\n2,Bo,4,Fine,2025-05-02\n`);
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('reviews').set({ pinned_at: new Date() }).where('author_name', '=', 'Ana').execute(),
    );
    const second = await importFile(
      app,
      user,
      `${rows}1,Ana,4,Good after all,2025-05-01\n2,Bo,4,Fine,2025-05-02\n3,Cy,1,Bad,2025-05-03\n`,
    );
    expect(second).toMatchObject({ added: 1, changed: 1, unchanged: 1 });
    const [ana] = await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('reviews')
        .select(['rating', 'text', 'pinned_at'])
        .where('author_name', '=', 'Ana')
        .execute(),
    );
    expect(ana).toMatchObject({ rating: 4, text: 'Good after all', pinned_at: expect.any(Date) });
    expect((await user.call('POST', `/imports/${first.id}/undo`)).status).toBe(202);
    // Hidden at once, before a worker has deleted anything.
    expect((await listReviews(user)).map((review) => review.authorName)).toEqual(['Cy']);
    expect(await getReviewFigures(user)).toMatchObject({ total: 1 });
    expect(await runImportJob(app, user, first.id)).toMatchObject({ state: 'undone' });
    expect(await getReviewFigures(user)).toMatchObject({ total: 1 });
    expect(await daySums()).toBe(true);
    const left = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('reviews').select('author_name').where('account_id', '=', user.accountId).execute(),
    );
    expect(left).toEqual([{ author_name: 'Cy' }]);
    expect(await importFile(app, user, `${rows}1,Ana,5,Good,2025-05-01\n`)).toMatchObject({ added: 1 });
  });

  test('unreadable rows are listed with line, column and value; the others are imported', async () => {
    const text = [
      'author,rating,text,date',
      'Ana,6,Good,2025-05-01',
      'Bo,5,"two\nlines",someday',
      'Cy,5,Good,2999-01-01',
      'Di,5,Good,1999-01-01',
      'Ed,5,Good',
      '',
      'Flo,,,2025-05-01',
      'Gus,good,Good,2025-05-01',
      'Hal,5,Good,',
      'Ina,5,Good,2025-05-01,,',
    ].join('\n');
    const finished = await importFile(app, user, text, { scale: 5 });
    expect(finished).toMatchObject({ added: 1, invalid: 8, done: 9 });
    expect(await listFaults(user, finished.id)).toEqual([
      { line: 2, column: 'rating', value: '6', fault: 'rating-range' },
      { line: 3, column: 'date', value: 'someday', fault: 'date-unreadable' },
      { line: 5, column: 'date', value: '2999-01-01', fault: 'date-future' },
      { line: 6, column: 'date', value: '1999-01-01', fault: 'date-old' },
      { line: 7, column: null, value: '3', fault: 'columns' },
      { line: 9, column: 'text', value: '', fault: 'nothing-said' },
      { line: 10, column: 'rating', value: 'good', fault: 'rating-unreadable' },
      { line: 11, column: 'date', value: '', fault: 'date-missing' },
    ]);
    expect((await listReviews(user)).map((review) => review.authorName)).toEqual(['Ina']);
  });

  test('ambiguous days and months need an order before the dry run', async () => {
    const found = await uploadAndRead(app, user, [
      { name: 'x.csv', bytes: 'name,stars,when\nAna,5,3/4/2025\nBo,4,5/6/2025\n' },
    ]);
    expect(found.settings).toMatchObject({ dateOrder: null, mapping: { date: 2 } });
    expect(found.columns[2]).toMatchObject({ dates: 'ask' });
    const asked = await user.call('POST', `/imports/${found.id}/check`, { settings: guessedSettings(found) });
    expect(asked).toMatchObject({ status: 400, json: { fields: [{ path: 'settings.dateOrder' }] } });
    await runDryRun(app, user, found, { dateOrder: 'mdy' });
    await publishImport(app, user, found.id);
    expect((await listReviews(user)).map((review) => review.writtenAt.slice(0, 10))).toEqual([
      '2025-05-06',
      '2025-03-04',
    ]);
  });

  const datesOf = async () =>
    (await listReviews(user)).map(({ writtenAt, dateBasis }) => [writtenAt.slice(0, 10), dateBasis]);

  test('relative dates count back from the given day and are marked', async () => {
    const text = [
      'name,stars,text,when,reply,reply date',
      'Ana,5,Good,vor 2 Monaten,Thanks,vor einem Monat',
      'Bo,4,Fine,3 weeks ago,,',
      'Cy,3,So so,2025-01-05,,',
    ].join('\n');
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: text }]);
    expect(found.columns[3]).toMatchObject({ name: 'when', relative: true, dates: 'clear' });
    const asked = await user.call('POST', `/imports/${found.id}/check`, { settings: guessedSettings(found) });
    expect(asked).toMatchObject({ status: 400, json: { fields: [{ path: 'settings.asOf' }] } });
    await runDryRun(app, user, found, { asOf: '2025-04-30' });
    await publishImport(app, user, found.id);
    expect(await datesOf()).toEqual([
      ['2025-04-09', 'relative'],
      ['2025-02-28', 'relative'],
      ['2025-01-05', null],
    ]);
    expect((await listReviews(user))[1]?.reply?.at?.slice(0, 10)).toBe('2025-03-30');
    // Copied a month later, the relative dates differ but the reviews are the same.
    const later = text.replace('vor 2 Monaten', 'vor 3 Monaten').replace('3 weeks ago', '7 weeks ago');
    expect(await importFile(app, user, later, { asOf: '2025-05-30' })).toMatchObject({ added: 0 });
    expect(await getReviewFigures(user)).toMatchObject({ total: 3 });
  });

  test('the modification day of the file is offered for relative dates and never used without the owner', async () => {
    const bytes = 'name,stars,text,when\nAna,5,Good,3 weeks ago\n';
    const told = async (lastModified?: number) => {
      const file = { name: 'x.csv', bytes, ...(lastModified === undefined ? {} : { lastModified }) };
      return uploadAndRead(app, user, [file]);
    };
    const late = Date.parse('2025-04-30T12:30:00Z');
    expect(await told(late)).toMatchObject({ modifiedOn: '2025-04-30', settings: { asOf: null } });
    const region = { locale: 'en', timeZone: 'Pacific/Auckland' };
    expect((await user.call('PUT', '/profile/region', region)).status).toBe(200);
    expect(await told(late)).toMatchObject({ modifiedOn: '2025-05-01' });
    const none = [undefined, 0, Date.UTC(2004, 11, 31), Date.now() + 60_000, -1e15, Number.MAX_SAFE_INTEGER];
    for (const lastModified of none) expect(await told(lastModified)).toMatchObject({ modifiedOn: null });
  });

  test('a file without dates uses one given date, and each review is marked', async () => {
    const text = 'name,stars,text\nAna,5,Good\nBo,4,Fine\n';
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: text }]);
    const asked = await user.call('POST', `/imports/${found.id}/check`, { settings: guessedSettings(found) });
    expect(asked).toMatchObject({ status: 400, json: { fields: [{ path: 'settings.mapping.date' }] } });
    await runDryRun(app, user, found, { oneDate: '2025-04-30' });
    expect(await publishImport(app, user, found.id)).toMatchObject({ added: 2, invalid: 0 });
    expect(await datesOf()).toEqual([
      ['2025-04-30', 'given'],
      ['2025-04-30', 'given'],
    ]);
    expect(await importFile(app, user, text, { oneDate: '2025-05-30' })).toMatchObject({ added: 0 });
  });

  test('a file without headings keeps its first row, also when the owner declares it', async () => {
    const rows = 'Ana,5,It was very good and the staff was kind,2025-05-01\nBo,4,Fine,2025-05-02\n';
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: rows }]);
    expect(found).toMatchObject({
      header: false,
      rows: 2,
      settings: { mapping: { author: 0, rating: 1, text: 2, date: 3 } },
    });
    await runDryRun(app, user, found);
    expect(await publishImport(app, user, found.id)).toMatchObject({ added: 2 });
    const asked = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: rows }], { header: true });
    expect(asked).toMatchObject({ header: true, rows: 1, columns: [{ name: 'Ana' }, {}, {}, {}] });
  });

  test('the preview follows the settings and writes nothing', async () => {
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: table }]);
    const look = async (changes: object) => {
      const settings = { ...guessedSettings(found), ...changes };
      const answer = await user.call('POST', `/imports/${found.id}/preview`, { settings });
      return (answer.json as { rows: { review: { text: string | null; rating: number | null } | null }[] })
        .rows;
    };
    expect(await look({})).toHaveLength(5);
    expect((await look({}))[0]).toMatchObject({
      line: 2,
      review: { rating: 5, authorName: 'Ana' },
      fault: null,
    });
    expect((await look({ scale: 10 }))[0]).toMatchObject({ review: { rating: 3 } });
    const without = { ...guessedSettings(found).mapping, text: null };
    expect((await look({ mapping: without }))[0]).toMatchObject({ review: { text: null } });
    expect(await getReviewFigures(user)).toMatchObject({ total: 0 });
  });

  test('canceling before the end leaves nothing, in every state', async () => {
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: table }]);
    await runDryRun(app, user, found);
    expect((await user.call('POST', `/imports/${found.id}/publish`)).status).toBe(202);
    expect((await user.call('POST', `/imports/${found.id}/cancel`)).json).toMatchObject({
      import: { state: 'undoing' },
    });
    expect(await runImportJob(app, user, found.id)).toMatchObject({ state: 'canceled' });
    expect(await getReviewFigures(user)).toMatchObject({ total: 0 });
    const other = await uploadAndRead(app, user, [{ name: 'y.csv', bytes: table }]);
    expect((await user.call('POST', `/imports/${other.id}/cancel`)).status).toBe(202);
    expect(await getImport(user, other.id)).toMatchObject({ state: 'canceled' });
    expect((await user.call('POST', `/imports/${other.id}/publish`)).status).toBe(409);
    const { rows } = await queryAsOwner<{ parts: number }>(
      app.services.db,
      'select count(*)::int as parts from import_parts where account_id = $1',
      [user.accountId],
    );
    expect(rows).toEqual([{ parts: 0 }]);
  });
});
