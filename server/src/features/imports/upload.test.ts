/** Uploading parts of files: permissions, quotas, sizes, and hostile files. */
import { readFileSync } from 'node:fs';
import { importLimits } from '@kindling/contract/import-files';
import type { Import } from '@kindling/contract/imports';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyMode, queryAsOwner } from '../../testing/database.ts';
import {
  getImport,
  guessedSettings,
  importFile,
  listFaults,
  listReviews,
  sendPart,
  uploadAndRead,
} from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { buildWorkbook, buildZip } from '../../testing/workbook.ts';
import { importQuotas } from './quotas.ts';

let app: TestApp;
let user: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('owner@example.com');
  stranger = await app.signIn('stranger@example.com');
});
afterAll(() => app.close());

async function begin(...bytes: number[]): Promise<string> {
  return beginAs(user, ...bytes);
}

async function beginAs(owner: TestUser, ...bytes: number[]): Promise<string> {
  const files = bytes.map((size, index) => ({ name: `${index}.csv`, bytes: size }));
  const answer = await owner.call('POST', '/imports', { files });
  expect(answer.status).toBe(201);
  return (answer.json as { import: Import }).import.id;
}

describe('parts', () => {
  test('more than 50 MB, in one file or several, is refused before the upload', async () => {
    const half = importLimits.bytes / 2;
    for (const sizes of [[importLimits.bytes + 1], [half, half, 1]]) {
      const files = sizes.map((bytes) => ({ name: 'x.csv', bytes }));
      expect([400, 413]).toContain((await user.call('POST', '/imports', { files })).status);
    }
  });

  test('only announced parts of the announced length are stored', async () => {
    const id = await begin(importLimits.partBytes + 5, 3);
    const full = Buffer.alloc(importLimits.partBytes, 'a');
    const attempts: [file: number, part: number, bytes: Buffer, status: number][] = [
      [0, 0, full.subarray(1), 400],
      [0, 1, Buffer.from('123456'), 400],
      [0, 1, Buffer.from(''), 400],
      [0, 2, Buffer.from('1'), 400],
      [2, 0, Buffer.from('1'), 400],
      [1, 0, Buffer.alloc(importLimits.partBytes + 1), 413],
      [0, 0, full, 204],
      [0, 0, full, 204],
      [1, 0, Buffer.from('123'), 204],
    ];
    for (const [file, part, bytes, status] of attempts)
      expect
        .soft((await sendPart(app, user, { id, file, part }, bytes)).status, `${file}/${part}`)
        .toBe(status);
    const read = () =>
      user.call('POST', `/imports/${id}/read`, {
        encoding: null,
        separator: null,
        header: null,
        sheet: null,
      });
    expect((await read()).status).toBe(409);
    expect((await sendPart(app, user, { id, file: 0, part: 1 }, Buffer.from('12345'))).status).toBe(204);
    expect((await read()).status).toBe(200);
    // After reading, no part may be replaced.
    expect((await sendPart(app, user, { id, file: 1 }, Buffer.from('abc'))).status).toBe(409);
  });

  test('an existing part is neither written again nor replaced', async () => {
    const id = await begin(importLimits.partBytes);
    const bytes = Buffer.alloc(importLimits.partBytes, 'a');
    const room = async () => {
      const { rows } = await queryAsOwner<{ bytes: number }>(
        app.services.db,
        `select pg_total_relation_size('import_parts')::int as bytes`,
      );
      return rows[0]?.bytes;
    };
    expect((await sendPart(app, user, { id }, bytes)).status).toBe(204);
    const before = await room();
    for (let count = 0; count < 5; count += 1)
      expect((await sendPart(app, user, { id }, bytes)).status).toBe(204);
    for (const fill of ['b', 'c', 'd'])
      expect((await sendPart(app, user, { id }, Buffer.alloc(bytes.length, fill))).status).toBe(409);
    expect(await room()).toBe(before);
  });

  test('the bytes written per account and day are limited, including sheet pages', async () => {
    const owner = await app.signIn('much@example.com');
    const sheets = ['One', 'Two'].map((name) => ({
      name,
      rows: [
        ['a', 'date'],
        [1, '2025-05-01'],
      ],
    }));
    const found = await uploadAndRead(app, owner, [{ name: 'x.xlsx', bytes: buildWorkbook(sheets) }]);
    const id = await beginAs(owner, 3);
    await queryAsOwner(app.services.db, 'update imports set written = $2 where account_id = $1 and id = $3', [
      owner.accountId,
      importQuotas.account.maxWrittenBytesPerDay - 2,
      found.id,
    ]);
    const read = { encoding: null, separator: null, header: null, sheet: 1 };
    for (const refused of [
      await sendPart(app, owner, { id }, Buffer.from('abc')),
      await owner.call('POST', `/imports/${found.id}/read`, read),
    ])
      expect(refused).toMatchObject({
        status: 429,
        json: { code: 'rate-limited', retryAfter: expect.any(Number) },
      });
    // Nothing was counted for the other account.
    expect((await sendPart(app, user, { id: await begin(3) }, Buffer.from('abc'))).status).toBe(204);
    await queryAsOwner(
      app.services.db,
      `update imports set updated_at = now() - interval '25 hours' where account_id = $1 and id = $2`,
      [owner.accountId, found.id],
    );
    expect((await sendPart(app, owner, { id }, Buffer.from('abc'))).status).toBe(204);
  });

  test('the space of a finished import is freed soon', async () => {
    const soon = vi.spyOn(app.services.db.maintenance, 'scheduleVacuum');
    const owner = await app.signIn('leaving@example.com');
    const id = await beginAs(owner, 3);
    await sendPart(app, owner, { id }, Buffer.from('abc'));
    expect(soon).not.toHaveBeenCalled();
    expect((await owner.call('POST', `/imports/${id}/cancel`)).status).toBe(202);
    expect(soon).toHaveBeenCalledWith('import_parts');
    soon.mockRestore();
  });

  test('parts for imports of other accounts and other content types are refused', async () => {
    const id = await begin(3);
    const bytes = Buffer.from('abc');
    expect((await sendPart(app, stranger, { id }, bytes)).status).toBe(404);
    expect((await sendPart(app, { token: '' }, { id }, bytes)).status).toBe(401);
    expect((await sendPart(app, { token: `${user.token}x` }, { id }, bytes)).status).toBe(401);
    for (const type of ['application/json', 'text/csv', 'multipart/form-data; boundary=x'])
      expect.soft((await sendPart(app, user, { id }, bytes, type)).status, type).toBe(415);
    for (const odd of ['x', crypto.randomUUID(), '..%2f..'])
      expect.soft((await sendPart(app, user, { id: odd }, bytes)).status, odd).toBe(404);
    expect((await sendPart(app, user, { id, part: -1 }, bytes)).status).toBe(404);
    expect((await sendPart(app, user, { id }, bytes)).status).toBe(204);
  });

  test('at most three imports wait; a new one replaces the oldest with its parts', async () => {
    const owner = await app.signIn('busy@example.com');
    const text = 'author,rating,text,date\nAna,5,Good,2025-05-01\n';
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1)
      ids.push((await uploadAndRead(app, owner, [{ name: `${count}.csv`, bytes: text }])).id);
    const states = await Promise.all(ids.map(async (id) => (await getImport(owner, id)).state));
    expect(states).toEqual(['replaced', 'read', 'read', 'read']);
  });

  test('many discarded imports do not hide a waiting one', async () => {
    const owner = await app.signIn('many@example.com');
    const ids = [await beginAs(owner, 3), await beginAs(owner, 3)];
    await queryAsOwner(
      app.services.db,
      `insert into imports (account_id, id, created_by, files, state, finished_at, created_at)
       select $1, gen_random_uuid(), $2, '[]', 'canceled', now(), now() + interval '1 second' from generate_series(1, 120)`,
      [owner.accountId, owner.userId],
    );
    ids.push(await beginAs(owner, 3), await beginAs(owner, 3));
    const states = await Promise.all(ids.map(async (id) => (await getImport(owner, id)).state));
    expect(states).toEqual(['replaced', 'uploading', 'uploading', 'uploading']);
  });

  test('the stored bytes and the imports per day of an account are limited', async () => {
    const owner = await app.signIn('greedy@example.com');
    const start = () =>
      owner.call('POST', '/imports', { files: [{ name: 'x.csv', bytes: importLimits.bytes }] });
    const set = (change: string) =>
      queryAsOwner(app.services.db, `update imports set ${change} where account_id = $1`, [owner.accountId]);
    for (let held = 0; held < importQuotas.account.maxHeldBytes; held += importLimits.bytes) {
      expect((await start()).status).toBe(201);
      // Running imports, so that none is discarded.
      await set(`state = 'publishing'`);
    }
    expect(await start()).toMatchObject({ status: 429, json: { code: 'rate-limited', retryAfter: 60 } });
    await set(`state = 'finished', finished_at = now()`);
    expect((await start()).status).toBe(201);
    await queryAsOwner(
      app.services.db,
      `insert into imports (account_id, id, created_by, files, state, finished_at)
       select $1, gen_random_uuid(), $2, '[]', 'canceled', now() from generate_series(1, $3::int)`,
      [owner.accountId, owner.userId, importQuotas.account.maxBegunPerDay],
    );
    expect(await start()).toMatchObject({
      status: 429,
      json: { code: 'rate-limited', retryAfter: 3_600 },
    });
    await set(`created_at = created_at - interval '25 hours'`);
    expect((await start()).status).toBe(201);
  });
});

describe('reading', () => {
  test('an account reads one import at a time; the others are refused with a retry time', async () => {
    const owner = await app.signIn('twice@example.com');
    const line = 'Ana,5,Good,2025-05-01\n';
    const bytes = Buffer.from(`author,rating,text,date\n${line.repeat(20_000)}`);
    const found = await uploadAndRead(app, owner, [{ name: 'x.csv', bytes }]);
    const read = () =>
      owner.call('POST', `/imports/${found.id}/read`, {
        encoding: null,
        separator: null,
        header: null,
        sheet: null,
      });
    const answers = await Promise.all([read(), read(), read()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429, 429]);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.json).toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) });
    expect((await read()).status).toBe(200);
  });
});

describe('unusual files', () => {
  test.each([
    ['binary', Buffer.from([1, 2, 3, 0, 255, 0, 9, 0, 0, 7])],
    ['packed', buildZip({ 'Takeout/reviews.json': '{}' })],
    ['only-header', Buffer.from('a,b\n')],
    ['quotes', Buffer.from('a,b\n"1,2\n')],
    ['row-too-long', Buffer.from(`a,b\n"${'x'.repeat(importLimits.rowBytes + 1)}",2\n`)],
  ])('%s is reported and fails the import, which then refuses every action', async (problem, bytes) => {
    const found = await uploadAndRead(app, user, [{ name: 'x', bytes }]);
    expect(found).toMatchObject({ state: 'failed', problem, settings: null, columns: [] });
    expect(found.finishedAt).not.toBeNull();
    const { rows } = await queryAsOwner<{ parts: number }>(
      app.services.db,
      'select count(*)::int as parts from import_parts where import_id = $1',
      [found.id],
    );
    expect(rows).toEqual([{ parts: 0 }]);
    const settings = guessedSettings(
      await uploadAndRead(app, user, [{ name: 'y.csv', bytes: 'a,date\n1,2025-05-01\n' }]),
    );
    for (const step of ['preview', 'check'])
      expect.soft((await user.call('POST', `/imports/${found.id}/${step}`, { settings })).status).toBe(409);
    expect.soft((await user.call('POST', `/imports/${found.id}/publish`)).status).toBe(409);
  });

  test('another separator or encoding reads the files again', async () => {
    const text = 'author;rating;text;date\nAna;5;"a, b";2025-05-01\n';
    const wrong = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: text }], { separator: ',' });
    expect(wrong.columns).toHaveLength(1);
    const answer = await user.call('POST', `/imports/${wrong.id}/read`, {
      encoding: 'utf-8',
      separator: ';',
      header: null,
      sheet: null,
    });
    expect(answer.json).toMatchObject({ import: { separator: ';', settings: { mapping: { text: 2 } } } });
  });

  test('a failed reading keeps the previous result and reports the problem', async () => {
    const text = 'author,rating,text,date\nAna,5,"a|""b",2025-05-01\n';
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: text }]);
    const asked = { encoding: null, separator: null, header: null, sheet: null };
    const read = async (changes: object) =>
      (await user.call('POST', `/imports/${found.id}/read`, { ...asked, ...changes })).json;
    expect(await read({ encoding: 'utf-16le' })).toMatchObject({
      import: { state: 'read', problem: 'only-header', encoding: 'utf-8', settings: found.settings },
    });
    expect(await read({})).toMatchObject({ import: { state: 'read', problem: null } });
  });

  test('settings that do not fit the file are reported by field', async () => {
    const found = await uploadAndRead(app, user, [
      { name: 'x.csv', bytes: 'a,stars,date\n1,5,2025-05-01\n' },
    ]);
    const settings = guessedSettings(found);
    const refused = async (changes: object, path: string) => {
      const answer = await user.call('POST', `/imports/${found.id}/check`, {
        settings: { ...settings, ...changes },
      });
      expect.soft(answer, path).toMatchObject({ status: 400, json: { fields: [{ path }] } });
    };
    await refused({ mapping: { ...settings.mapping, text: 3 } }, 'settings.mapping.text');
    await refused({ mapping: { ...settings.mapping, date: null } }, 'settings.mapping.date');
    await refused({ mapping: { ...settings.mapping, rating: null } }, 'settings.mapping.rating');
    await refused({ source: 'first-party' }, 'settings.source');
    await refused({ scale: 7 }, 'settings.scale');
  });

  test('any cell content is stored unchanged and never interpreted', async () => {
    const { texts } = JSON.parse(
      readFileSync(new URL('../../../../e2e/fixtures/hostile-texts.json', import.meta.url), 'utf8'),
    ) as { texts: string[] };
    const owner = await app.signIn('hostile@example.com');
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = texts.map(
      (text, index) => `${quoted(text)},5,${quoted(text)},2025-05-${1 + (index % 28)},${quoted(text)}`,
    );
    const bytes = `author,rating,text,date,reply\n${rows.join('\n')}\n`;
    const finished = await importFile(app, owner, bytes);
    expect(await listFaults(owner, finished.id)).toEqual([]);
    expect(finished).toMatchObject({ added: texts.length });
    const kept = new Set((await listReviews(owner)).map((review) => review.text));
    for (const text of texts.slice(0, 100))
      expect.soft(kept, text).toContain(text.toWellFormed().replaceAll('\r\n', '\n').trim() || null);
  });
});
