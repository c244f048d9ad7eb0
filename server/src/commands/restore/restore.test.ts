import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Settings } from '../../config/settings.ts';
import { readBackedUpTables } from '../../db/backup/catalog.ts';
import { hashTables, inSnapshot } from '../../db/backup/read-rows.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import {
  backupKeys,
  journalFile,
  type MadeBackup,
  makeBackup,
  readWholeJournal,
  startJournalCopy,
} from '../../features/backups/index.ts';
import { findUnfinishedRestore } from '../../features/backups/queries.ts';
import { eraseAgain } from '../../features/identity/index.ts';
import { createLog } from '../../lib/log.ts';
import {
  anyMode,
  createTestDatabase,
  type DatabaseMode,
  databaseModes,
  queryAsOwner,
} from '../../testing/database.ts';
import { addReviews } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { runsEverything } from '../../testing/scope.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { exitCodes } from '../command-result.ts';
import { type Restored, readBackup, restoreBackup } from './restore-backup.ts';

vi.setConfig({ hookTimeout: 240_000, testTimeout: 240_000 });

/** A person who signs in with a second factor, has one recovery code left, and changes their address. */
const withFactor = [
  `insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
   values ('factor', 'factor@example.com', 'x', 'en', now(), now(), now())`,
  `insert into identity.authenticator_app (sub, secret_sealed, last_step, created_at) values ('factor', 'x', 1, now())`,
  `insert into identity.recovery_code (sub, code_hash) values ('factor', 'x')`,
  `insert into identity.address_change (sub, new_email, old_token_hash, new_token_hash, expires_at)
   values ('factor', 'new@example.com', 'a', 'b', now() + interval '1 hour')`,
];

const key = 'kG7tR2vXq9LmZ4wYb8NcD1fHs6JpA3eU';
const log = createLog('silent');

/** What does not depend on the database is tested with one of them. */
const isThorough = (mode: DatabaseMode) => runsEverything || mode === anyMode;

describe.each(databaseModes)('a backup of the database %s', (mode) => {
  let app: TestApp;
  let folder: string;
  let settings: Settings;
  let kept: TenantFixture;
  let made: MadeBackup;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-backup-'));
    app = await startTestApp(mode, {
      payments: true,
      settings: {
        KINDLING_BACKUP_KEY: key,
        KINDLING_ERASURE_JOURNAL: path.join(folder, 'journal-of-the-worker'),
      },
    });
    settings = app.services.settings;
    kept = await createTenantFixture(app, 'kept');
    for (const statement of withFactor) await queryAsOwner(app.services.db, statement);
    made = await backupUnderLoad();
    const { db, box } = app.services;
    await startJournalCopy({ db, box, log, file: settings.backups.journal }).stop();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const backup = (now = new Date()) => {
    const { db, box } = app.services;
    return makeBackup({ db, settings, box, log, target: { folder }, now });
  };

  /** Reviews arrive for as long as the backup is made. */
  async function backupUnderLoad(): Promise<MadeBackup> {
    const { user, ids } = kept;
    const listing = {
      id: ids.listingId,
      locationId: ids.locationId,
      platform: 'google',
      externalId: ids.externalId,
      connectionId: ids.connectionId,
    };
    let stopped = false;
    let added = 0;
    const load = (async () => {
      while (!stopped) {
        added += 1;
        await addReviews(app, user, listing as never, [
          aReview({ externalId: `load-${added}`, rating: 1 + (added % 5) }),
        ]);
      }
    })();
    try {
      return await backup();
    } finally {
      stopped = true;
      await load;
    }
  }

  /** Restores into an empty database of a kind. */
  async function restoreInto<T>(
    targetMode: DatabaseMode,
    more: Partial<Parameters<typeof restoreBackup>[0]>,
    look: (db: Database, restored: Restored) => Promise<T>,
  ): Promise<T> {
    const target = await createTestDatabase(targetMode, { empty: true });
    await target.db.close();
    const open = () => openDatabase(target.options);
    try {
      const restored = await restoreBackup({
        settings,
        log,
        file: made.file,
        journal: null,
        withoutJournal: false,
        oldJournal: false,
        damagedJournal: false,
        expired: false,
        unencrypted: false,
        open,
        folders: {
          web: path.join(app.dataFolder, 'web'),
          guest: path.join(app.dataFolder, 'guest'),
          maps: path.join(app.dataFolder, 'maps'),
        },
        ...more,
      });
      const db = await open();
      try {
        return await look(db, restored);
      } finally {
        await db.close();
      }
    } finally {
      await target.close();
    }
  }

  const targets = runsEverything ? databaseModes : databaseModes.filter((one) => one !== mode);
  test.each(targets)('is restored into an empty database %s, equal row for row', async (targetMode) => {
    await restoreInto(targetMode, {}, async (db, restored) => {
      expect(restored.tables).toEqual(made.tables);
      const found = await inSnapshot(db, async (client) =>
        hashTables(db, client, await readBackedUpTables(client)),
      );
      // What the restore itself changed: the wipes wrote nothing here, the new snapshots only their time, mails that waited are
      // canceled, and recovery codes and changes of addresses end.
      const changed = [...found].filter(
        ([name, { sha256 }]) => sha256 !== made.tables.find(({ table }) => table === name)?.sha256,
      );
      expect(changed.map(([name]) => name)).toEqual(
        [
          'identity.address_change',
          'identity.recovery_code',
          'public.emails',
          'public.review_request_recipients',
          'public.snapshots',
        ].filter((name) => changed.some(([one]) => one === name)),
      );
      const { rows } = await queryAsOwner<{ of: string; count: number }>(
        db,
        `select 'app' as of, count(*)::int as count from identity.authenticator_app where sub = 'factor'
         union all select 'code', count(*)::int from identity.recovery_code
         union all select 'change', count(*)::int from identity.address_change`,
      );
      expect(rows.map(({ of, count }) => `${count} ${of}`).sort()).toEqual(['0 change', '0 code', '1 app']);
      const load = await loadOf(db);
      expect(load.events).toBe(load.reviews);
      expect(await rulesOf(db)).toEqual(await rulesOf(app.services.db));
      expect(await inSystem(db, findUnfinishedRestore)).toBeNull();
    });
  });

  test.runIf(isThorough(mode))(
    'a changed bit, a missing end and another key are found without a database',
    async () => {
      const keys = { ...backupKeys(settings), unencrypted: false };
      const whole = await readFile(made.file);
      const file = path.join(folder, 'damaged');
      const flipped = Buffer.from(whole);
      flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 1;
      await writeFile(file, flipped);
      await expect(readBackup(file, keys)).rejects.toMatchObject({ exitCode: exitCodes.damaged });
      await writeFile(file, whole.subarray(0, whole.length - 5));
      await expect(readBackup(file, keys)).rejects.toThrow('the backup is not complete');
      await writeFile(file, Buffer.concat([whole, Buffer.from('more')]));
      await expect(readBackup(file, keys)).rejects.toMatchObject({ exitCode: exitCodes.damaged });
      await expect(readBackup(made.file, { ...keys, key: `${key}x` })).rejects.toMatchObject({
        exitCode: exitCodes.key,
      });
      await expect(readBackup(made.file, { ...keys, key: null })).rejects.toThrow(
        'is encrypted with the key',
      );
      expect(whole.includes(Buffer.from('kept author'))).toBe(false);
      expect(await readBackup(made.file, keys)).toMatchObject({ rows: made.rows, tables: made.tables });
    },
  );

  test.runIf(isThorough(mode))(
    'is refused after 30 days, with another secret, and where the database is not empty',
    async () => {
      const options = {
        settings,
        log,
        file: made.file,
        journal: null,
        withoutJournal: false,
        oldJournal: false,
        damagedJournal: false,
        expired: false,
        unencrypted: false,
      };
      const open = () => Promise.reject(new Error('opened'));
      const later = new Date(Date.parse(made.header.expiresAt) + 1);
      await expect(restoreBackup({ ...options, open, now: later })).rejects.toThrow('the backup expired on');
      const other = { ...settings, secret: 'another secret that is long enough' };
      await expect(restoreBackup({ ...options, open, settings: other })).rejects.toMatchObject({
        exitCode: exitCodes.key,
        message: expect.stringContaining('the secret does not open'),
      });
      const used = { ...app.services.db, close: async () => {} };
      await expect(restoreBackup({ ...options, open: async () => used })).rejects.toMatchObject({
        exitCode: exitCodes.refused,
        message: expect.stringContaining('the database is not empty'),
      });
      const alone = path.join(await mkdtemp(path.join(folder, 'alone-')), 'copy.backup');
      await copyFile(made.file, alone);
      const nowhere = {
        ...settings,
        backups: { ...settings.backups, journal: path.join(folder, 'no-journal') },
      };
      await expect(restoreBackup({ ...options, open, file: alone, settings: nowhere })).rejects.toThrow(
        'no erasure journal of this installation was found',
      );
    },
  );

  test.runIf(isThorough(mode))(
    'expired backups of the folder are deleted with the next one, and no file is left of one that fails',
    async () => {
      const old = new Date(Date.now() - 31 * 86_400_000);
      const expired = await backup(old);
      await writeFile(path.join(folder, 'kindling-20200101T000000Z.backup'), 'somebody’s own file');
      const next = await backup();
      expect(next.deleted).toEqual([path.basename(expired.file)]);
      expect(await readdir(folder)).toContain('kindling-20200101T000000Z.backup');
      const { db, box } = app.services;
      await expect(makeBackup({ db, settings, box, log, target: { file: '/dev/full/x' } })).rejects.toThrow();
      expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
      expect((await readdir(app.dataFolder)).filter((name) => name.startsWith('backup-copy-'))).toEqual([]);
    },
  );

  test.runIf(isThorough(mode))(
    'what was erased, disconnected or not confirmed since the backup is gone again before anything is served',
    async () => {
      const gone = await createTenantFixture(app, 'gone');
      const before = await backup(new Date(Date.now() + 1000));
      const { user, ids } = kept;
      const { db } = app.services;
      await eraseAgain(app.services.users, gone.user.accountId);
      const submission = await inTenant(db, user.accountId, (trx) =>
        trx.selectFrom('submissions').select('id').where('state', '=', 'shown').executeTakeFirstOrThrow(),
      );
      await app.services.submissions.intake.withdraw({
        accountId: user.accountId,
        submissionId: submission.id,
      });
      await inTenant(db, user.accountId, (trx) =>
        trx
          .updateTable('connections')
          .set({ status: 'disconnected', sealed_tokens: '' })
          .where('id', '=', ids.connectionId)
          .execute(),
      );
      const journal = path.join(folder, 'journal');
      const content = await readWholeJournal(db, new Date(Date.now() + 2000));
      await writeFile(journal, journalFile(content, app.services.box).text);
      const text = await readFile(journal, 'utf8');
      expect(text).not.toContain(gone.user.accountId);
      // The other database is restored above, and migrating the embedded one takes most of the time.
      const target = runsEverything ? (databaseModes.find((one) => one !== mode) ?? mode) : mode;
      const migrationsFolder = await newerVersion();
      await restoreInto(
        target,
        { file: before.file, journal, migrationsFolder },
        async (restored, { replayed, migrated }) => {
          expect(migrated).toEqual(['kindling/9000-later']);
          expect(replayed.erasures).toBeGreaterThan(2);
          const count = async (query: string, value: string) =>
            (
              await inSystem(restored, (trx) =>
                sql<{ count: number }>`${sql.raw(query.replace('$1', `'${value}'`))}`.execute(trx),
              )
            ).rows[0]?.count;
          expect(
            await count('select count(*)::int as count from accounts where id = $1', gone.user.accountId),
          ).toBe(0);
          expect(
            await count(
              'select count(*)::int as count from reviews where account_id = $1',
              gone.user.accountId,
            ),
          ).toBe(0);
          expect(
            await count('select count(*)::int as count from users where id = $1', gone.user.userId),
          ).toBe(0);
          expect(
            await count(
              `select count(*)::int as count from submissions where id = $1 and state = 'withdrawn' and text is null`,
              submission.id,
            ),
          ).toBe(1);
          expect(
            await count(
              `select count(*)::int as count from connections where id = $1 and status = 'disconnected' and sealed_tokens = ''`,
              ids.connectionId,
            ),
          ).toBe(1);
          const shown = await queryAsOwner<{ body: string }>(
            restored,
            `select row(s.*)::text as body from snapshots s`,
          );
          expect(shown.rows.some(({ body }) => body.includes('gone'))).toBe(false);
        },
      );
    },
  );

  /** The migrations of a version after this one, which changes rows that were restored. */
  async function newerVersion(): Promise<string> {
    const later = path.join(folder, 'migrations');
    await cp(fileURLToPath(new URL('../../db/migrations/', import.meta.url)), later, { recursive: true });
    await writeFile(
      path.join(later, '9000-later.sql'),
      `alter table accounts add column later integer not null default 7;
       do $$ begin if not exists (select from pg_tables where tablename = 'reviews') then raise exception 'no rows'; end if; end $$;`,
    );
    return later;
  }

  /** A trigger stores an event in the transaction of each review, so the two tell whether a snapshot is one. */
  async function loadOf(db: Database) {
    return inSystem(db, async (trx) => {
      const { rows } = await sql<{ reviews: number; events: number }>`
        select count(*)::int as reviews,
               (select count(distinct e.subject_id)::int from domain_events e join reviews r on r.id = e.subject_id
                 where e.name = 'review.added' and r.external_id like 'load-%') as events
          from reviews where external_id like 'load-%'`.execute(trx);
      return rows[0] ?? { reviews: 0, events: -1 };
    });
  }

  /** Keys, indexes, triggers and policies. */
  async function rulesOf(db: Database): Promise<unknown[]> {
    const { rows } = await queryAsOwner(
      db,
      `select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'
       union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
        where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       union all select relname, 'security', relrowsecurity::text || relforcerowsecurity::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
       order by 1, 2, 3`,
    );
    return rows;
  }
});
