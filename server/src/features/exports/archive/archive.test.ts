/** Archives of accounts through the API, on the database. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { claims } from '@kindling/contract/constants';
import type { Archive } from '@kindling/contract/exports';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportAccount } from '../../../commands/export-account.ts';
import { inSystem, inTenant } from '../../../db/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import { featureModes, queryAsOwner } from '../../../testing/database.ts';
import { runUntilKilled } from '../../../testing/dying-worker.ts';
import { download, unzipTexts } from '../../../testing/exported-files.ts';
import { somePicture } from '../../../testing/samples.ts';
import { addTeamMember } from '../../../testing/team-fixture.ts';
import { createTenantFixture, type TenantFixture } from '../../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { eraseAccount } from '../../identity/account-deletion.ts';
import { resumeArchives, sweepExports } from '../jobs.ts';
import { type ArchiveLimits, buildArchive } from './build-archive.ts';
import { archivedTables } from './content.ts';

const neverAborted = new AbortController().signal;
/** A part for each step, so that a small archive has many. */
const smallParts: ArchiveLimits = { archiveBytes: 2 ** 30, partBytes: 1, partMs: 60_000 };

describe.each(featureModes)('archives of accounts, %s', (mode) => {
  let app: TestApp;
  let own: TenantFixture;
  let user: TestUser;

  beforeAll(async () => {
    app = await startTestApp(mode, { payments: true });
    await createTenantFixture(app, 'canary');
    own = await createTenantFixture(app, 'baker');
    user = own.user;
  });
  afterAll(() => app.close());

  /** The limit of archives in a day counts from the start again. */
  const forgetArchives = () =>
    inTenant(app.services.db, user.accountId, (trx) => trx.deleteFrom('account_archives').execute());
  const getArchive = async () => {
    const answer = await user.call('GET', '/account/archive');
    return (answer.json as { archive: Archive | null }).archive;
  };
  const begin = async (caller: TestUser = user) => {
    await forgetArchives();
    const answer = await caller.call('POST', '/account/archive', { language: 'de' });
    expect(answer.status, answer.text).toBe(202);
    return (answer.json as { archive: Archive }).archive;
  };
  const build = (id: string, limits?: ArchiveLimits) =>
    buildArchive(app.services.exports, user.accountId, id, neverAborted, limits);
  /** Runs a worker whose database fails after so many transactions. Returns whether it finished before. */
  const buildUntilKilled = (id: string, transactions: number) =>
    runUntilKilled(app.services.db, transactions, (db) =>
      buildArchive({ ...app.services.exports, db }, user.accountId, id, neverAborted, smallParts),
    );
  const downloadArchive = async () => {
    const answer = await user.call('POST', '/account/archive/download');
    expect(answer.status, answer.text).toBe(200);
    return download(app, (answer.json as { address: string }).address);
  };

  test('the command export-account writes the same archive into a file, which the audit log says', async () => {
    // The command writes in the language of the owner.
    expect((await user.call('PUT', '/profile/language', { locale: 'de' })).status).toBe(200);
    const { id } = await begin();
    await build(id);
    const wanted = unzipTexts((await downloadArchive()).bytes);
    const file = path.join(app.dataFolder, 'account.zip');
    const { services } = app;
    const { json } = await exportAccount(services, user.email, file);
    const written = await readFile(file);
    expect(json).toEqual({ file, accountId: user.accountId, bytes: written.length });
    const found = unzipTexts(written);
    // The download and the change of the language have entries of their own; the readme has the time, members the language.
    const differs = /activity|readme|members|people/i;
    const comparable = (files: Record<string, string>) =>
      Object.entries(files).filter(([name]) => !differs.test(name));
    expect(Object.keys(found).length).toBe(Object.keys(wanted).length);
    expect(comparable(found)).toEqual(comparable(wanted));
    await expect(exportAccount(services, user.email, file)).rejects.toThrow('already');
    const { rows } = await queryAsOwner<{ count: string }>(
      services.db,
      `select count(*)::int as count from audit_entries where account_id = $1 and action = 'account.exported-by-operator' and user_id is null`,
      [user.accountId],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('has every table as JSON and CSV, the pictures, and a readme; nothing of others and no secret', async () => {
    await addTagAndLogo();
    const begun = await begin();
    expect(begun).toMatchObject({ state: 'running', files: { done: 0 }, expiresAt: null });
    await build(begun.id);
    const ready = await getArchive();
    expect(ready).toMatchObject({ id: begun.id, state: 'ready', failure: null });
    expect(ready?.files.done).toBe(ready?.files.total);
    const file = await downloadArchive();
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(ready?.bytes),
      'cache-control': 'no-store',
    });
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="alles-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(file.bytes.length).toBe(ready?.bytes);
    const files = unzipTexts(file.bytes);

    for (const { file: name, table } of archivedTables) {
      const rows = JSON.parse(files[`${name}.json`] ?? '') as unknown[];
      const csv = parse(files[`${name}.csv`] ?? '', { bom: true }) as string[][];
      expect.soft(csv, name).toHaveLength(rows.length + 1);
      const { rows: counted } = await queryAsOwner<{ count: number }>(
        app.services.db,
        table === 'users'
          ? `select count(*)::int as count from memberships where account_id = '${user.accountId}'`
          : `select count(*)::int as count from ${table} where ${table === 'accounts' ? 'id' : 'account_id'} = '${user.accountId}'`,
      );
      // The download has an entry of its own.
      const later = ['audit_entries', 'audit_personal'].includes(table) ? 1 : 0;
      expect.soft(rows.length, name).toBe((counted[0]?.count ?? 0) - later);
      // The fixture has a row in every table, so that no check passes on an empty file.
      expect.soft(rows.length, name).toBeGreaterThan(0);
    }
    const shown = parse(files['reviews/shown.csv'] ?? '', { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(shown.map(({ Verfasser }) => Verfasser)).toContain('baker author');
    expect(files['reviews/removed.csv']).toContain('baker');
    const names = Object.keys(files);
    for (const pattern of [
      /^account\/pictures\/[0-9a-f-]{36}\.png$/,
      /^businesses\/logos\/[0-9a-f-]{36}\.png$/,
      /^codes\/logos\/[0-9a-f]{64}\.png$/,
      /^codes\/pictures\/[0-9a-z]{10}\.svg$/,
    ])
      expect
        .soft(
          names.some((name) => pattern.test(name)),
          String(pattern),
        )
        .toBe(true);
    const picture = names.find((name) => name.endsWith('.svg')) ?? '';
    expect(files[picture]).toMatch(/^<svg /);
    expect(files['LIESMICH.txt']).toMatch(/^\ufeffAlles aus dem Konto /);

    const all = Object.values(files).join('\n');
    expect(all).not.toMatch(/canary/i);
    for (const secret of await listSecrets()) expect.soft(all.includes(secret), secret).toBe(false);
  });

  /** What a person adds whom the fixture does not have. */
  async function addTagAndLogo(): Promise<void> {
    const { accountId: account_id } = user;
    await inTenant(app.services.db, account_id, async (trx) => {
      const tag = { account_id, id: newId(), name: 'Archived', name_key: 'archived', color: 'blue' };
      await trx.insertInto('tags').values(tag).execute();
      const bytes = Buffer.from(somePicture(), 'base64');
      await trx
        .insertInto('code_logos')
        .values({ account_id, hash: 'a'.repeat(64), type: 'image/png', bytes })
        .execute();
    });
  }

  /** Sealed and hashed values of the whole database, as the database writes them. */
  async function listSecrets(): Promise<string[]> {
    const { rows: columns } = await queryAsOwner<{ table: string; column: string }>(
      app.services.db,
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and table_name not in ('business_logos', 'code_logos', 'user_pictures', 'reviews',
          'snapshots', 'skipped_items') and (column_name ~ 'sealed|hash|ticket|sub$')
          and column_name <> 'ticket_user_id' and column_name <> 'ticket_expires_at'`,
    );
    const secrets: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await queryAsOwner<{ value: string }>(
        app.services.db,
        `select distinct ${column}::text as value from ${table} where length(${column}::text) > 6`,
      );
      secrets.push(...rows.map(({ value }) => value));
    }
    expect(secrets.length).toBeGreaterThan(5);
    return secrets;
  }

  test('a worker that dies before any of its transactions changes nothing of the archive', async () => {
    const readAll = async () => {
      const files = unzipTexts((await downloadArchive()).bytes);
      // They name the time, and the entries that asking for the archive made.
      for (const name of Object.keys(files)) if (/LIESMICH|account\/activity/.test(name)) delete files[name];
      return files;
    };
    const once = await begin();
    await build(once.id);
    const wanted = await readAll();
    const begun = await begin();
    // Deaths in front of each kind of transaction: reading the state, reading rows, storing a part.
    let deaths = 0;
    while (!(await buildUntilKilled(begun.id, 3 + (deaths % 7)))) deaths += 1;
    expect(deaths).toBeGreaterThan(10);
    expect(await readAll()).toEqual(wanted);
  });

  test('two workers at once make one archive, a repeated job nothing, and one mail goes out', async () => {
    const begun = await begin();
    await Promise.all([build(begun.id, smallParts), build(begun.id, smallParts)]);
    const ready = await getArchive();
    expect(ready).toMatchObject({ state: 'ready' });
    await build(begun.id);
    expect(await getArchive()).toEqual(ready);
    expect(Object.keys(unzipTexts((await downloadArchive()).bytes)).length).toBeGreaterThan(
      archivedTables.length,
    );
    const mails = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('emails').select(['recipient', 'template']).where('id', '=', begun.id).execute(),
    );
    expect(mails).toEqual([{ recipient: user.email, template: 'archive-ready' }]);
  });

  test('only an owner who has signed in lately begins and downloads one', async () => {
    const manager = await addTeamMember(app, user, 'archive-manager@example.com', {
      role: 'manager',
      locationIds: null,
    });
    for (const [method, path, body] of [
      ['GET', '/account/archive', undefined],
      ['POST', '/account/archive', { language: 'en' }],
      ['POST', '/account/archive/download', undefined],
      ['DELETE', '/account/archive', undefined],
    ] as const)
      expect((await manager.call(method, path, body)).json).toMatchObject({ code: 'role-forbids' });

    const signedInAt = Math.floor(Date.now() / 1000) - 3_600;
    const token = await app.issuer.sign(user, { payload: { [claims.authTime]: signedInAt } });
    const late = app.callWith(token);
    expect((await late('POST', '/account/archive', { language: 'en' })).json).toMatchObject({
      code: 'sign-in-again',
    });
    expect((await late('POST', '/account/archive/download')).json).toMatchObject({ code: 'sign-in-again' });
  });

  test('an address works once, for a minute, and as long as its owner is one', async () => {
    await build((await begin()).id);
    const ask = async () =>
      ((await user.call('POST', '/account/archive/download')).json as { address: string }).address;
    const address = await ask();
    expect((await download(app, address)).status).toBe(200);
    expect((await download(app, address)).status).toBe(404);
    const late = await ask();
    const change = (set: Record<string, unknown>) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('account_archives').set(set).execute(),
      );
    await change({ ticket_expires_at: new Date(Date.now() - 1_000) });
    expect((await download(app, late)).status).toBe(404);
    const former = await ask();
    await change({ ticket_user_id: own.ids.memberId });
    expect((await download(app, former)).status).toBe(404);
    const entries = await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select('action')
        .where('action', 'in', ['account.archived', 'account.archive-downloaded'])
        .execute(),
    );
    expect(new Set(entries.map(({ action }) => action)).size).toBe(2);
  });

  test('a new one takes the place of the last, at most three in a day; the sweep deletes what nobody gets', async () => {
    await forgetArchives();
    for (let count = 0; count < 3; count += 1) {
      const answer = await user.call('POST', '/account/archive', { language: 'en' });
      expect(answer.status).toBe(202);
      const { archive } = answer.json as { archive: Archive };
      // While it is made, asking again changes nothing.
      const again = await user.call('POST', '/account/archive', { language: 'en' });
      expect((again.json as { archive: Archive }).archive.id).toBe(archive.id);
      await build(archive.id);
    }
    expect((await user.call('POST', '/account/archive', { language: 'en' })).json).toMatchObject({
      code: 'limit-reached',
    });
    await sweepExports(app.services.exports);
    const ready = await getArchive();
    const parts = () =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.selectFrom('account_archive_parts').select('archive_id').distinct().execute(),
      );
    expect(await parts()).toEqual([{ archive_id: ready?.id }]);

    expect((await user.call('DELETE', '/account/archive')).json).toEqual({ archive: null });
    expect(await getArchive()).toBeNull();
    expect((await user.call('POST', '/account/archive/download')).json).toMatchObject({ code: 'not-found' });
    await sweepExports(app.services.exports);
    expect(await parts()).toEqual([]);
  });

  test('one that expires or is deleted while it is made stops; one that is left is resumed or given up', async () => {
    const stopped = await begin();
    await user.call('DELETE', '/account/archive');
    await build(stopped.id);
    expect(await getArchive()).toBeNull();

    const left = await begin();
    const enqueued: unknown[] = [];
    const deps = {
      ...app.services.exports,
      queue: { enqueue: async (_job: unknown, payload: unknown) => void enqueued.push(payload) },
    };
    await resumeArchives(deps, 300);
    expect(enqueued).toEqual([]);
    await resumeArchives(deps, 0);
    expect(enqueued).toEqual([{ accountId: user.accountId, archiveId: left.id }]);
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update account_archives set created_at = now() - interval '23 hours 30 minutes'`.execute(trx),
    );
    await resumeArchives(deps, 0);
    expect(await getArchive()).toMatchObject({ state: 'failed', failure: 'internal' });
  });

  test('one that is larger than may be stored fails with that reason and keeps no bytes', async () => {
    const { id } = await begin();
    await buildArchive(app.services.exports, user.accountId, id, neverAborted, {
      ...smallParts,
      archiveBytes: 1_000,
    });
    expect(await getArchive()).toMatchObject({ state: 'failed', failure: 'too-large', expiresAt: null });
    await sweepExports(app.services.exports);
    expect((await getArchive())?.bytes).toBe(0);
  });

  test('one that an older version began with other sources is made anew', async () => {
    const { id } = await begin();
    expect(await buildUntilKilled(id, 10)).toBe(false);
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update account_archives set progress = jsonb_set(progress, '{sources}', '["former"]')
        where progress ? 'sources'`.execute(trx),
    );
    await build(id);
    expect(Object.keys(unzipTexts((await downloadArchive()).bytes))).toContain('LIESMICH.txt');
  });

  test('the erasure of an account deletes its archive', async () => {
    const gone = await createTenantFixture(app, 'gone');
    const { accountId } = gone.user;
    const day = new Date(Date.now() - 1_000);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('accounts').set({ deletion_scheduled_for: day }).where('id', '=', accountId).execute(),
    );
    await eraseAccount(app.services.users, accountId);
    const { rows } = await queryAsOwner<{ count: number }>(
      app.services.db,
      `select (select count(*) from account_archives where account_id = '${accountId}')
        + (select count(*) from account_archive_parts where account_id = '${accountId}')
        + (select count(*) from review_exports where account_id = '${accountId}') as count`,
    );
    expect(rows[0]?.count).toBe(0);
  });
});
