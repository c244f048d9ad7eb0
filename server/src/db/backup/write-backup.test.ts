import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseModes,
  queryAsOwner,
  type TestDatabase,
} from '../../testing/database.ts';
import { runsEverything } from '../../testing/scope.ts';
import { leftOutTables, readBackedUpTables } from './catalog.ts';
import { protectionWith } from './header.ts';
import { loadBackup } from './load-backup.ts';
import type { BackupRecord } from './records.ts';
import { createRowHash } from './row-hash.ts';
import { verifyBackup } from './verify-backup.ts';
import { openBackupFile, type WriteOptions, writeBackup } from './write-backup.ts';

/** Their incompressible half is larger than the disks below, and has several frames. */
const people = 2600;
const keys = { key: 'kG7tR2vXq9LmZ4wYb8NcD1fHs6JpA3eU', secrets: [], unencrypted: false };

describe.each(databaseModes)('the file of a backup, %s', (mode) => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-backup-file-'));
    database = await createTestDatabase(mode);
    await queryAsOwner(
      database.db,
      `insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
       select 's' || n, n || '@example.com', (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 40) m),
              'en', now(), now(), now() from generate_series(1, ${people}) n`,
    );
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const optionsFor = (name: string, more: Partial<WriteOptions> = {}): WriteOptions => ({
    db: database.db,
    file: path.join(folder, name),
    keys,
    header: {
      id: crypto.randomUUID(),
      installation: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      expiresAt: new Date().toISOString(),
      ...protectionWith(more.keys ?? keys),
    },
    secretCheck: 'checked',
    readJobs: async () => [],
    ...more,
  });

  test('a disk that becomes full leaves no file, in whatever frame', async () => {
    for (const room of [0, 700, 1_500_000]) {
      let left = room;
      const openFile = async (file: string, flags: string, rights: number): Promise<FileHandle> => {
        const handle = await open(file, flags, rights);
        const write = handle.write.bind(handle) as (
          data: Buffer,
          at: number,
        ) => Promise<{ bytesWritten: number }>;
        // As the system does: what fits is written, and the next call fails.
        const limited = async (data: Buffer, at = 0) => {
          if (left <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
          const part = data.subarray(at, at + left);
          left -= part.length;
          return write(part, 0);
        };
        return Object.assign(handle, { write: limited });
      };
      await expect(writeBackup(optionsFor('full', { openFile }))).rejects.toThrow('no space left');
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('a write that is cut short is continued, and without a key the hashes hold, too', async () => {
    const openFile = async (file: string, flags: string, rights: number): Promise<FileHandle> => {
      const handle = await open(file, flags, rights);
      const write = handle.write.bind(handle) as (
        data: Buffer,
        at: number,
      ) => Promise<{ bytesWritten: number }>;
      return Object.assign(handle, {
        write: (data: Buffer, at = 0) => write(data.subarray(at, at + 100_000), 0),
      });
    };
    const signing = { key: null, secrets: ['a secret that is long enough for this'] };
    const options = optionsFor('slow', { openFile, keys: signing });
    const written = await writeBackup(options);
    const read = await verifyBackup(options.file, { ...signing, unencrypted: false });
    expect(read).toMatchObject({ rows: written.rows, tables: written.tables, bytes: written.bytes });
    expect(written.tables.find(({ table }) => table === 'identity.account')?.rows).toBe(people);
    await rm(options.file);
  });

  test('has every table that is not left out', async () => {
    const tables = await database.db.withOwnerConnection(readBackedUpTables);
    const { rows } = await queryAsOwner<{ name: string }>(
      database.db,
      `select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'`,
    );
    const names = [...tables.map(({ schema, table }) => `${schema}.${table}`), ...Object.keys(leftOutTables)];
    expect(names.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test('one of a version that left out other tables, or did not say which, is loaded', async () => {
    const options = optionsFor('other-tables');
    await writeBackup(options);
    const without = 'installation';
    const more = { schema: 'identity', table: 'registration' };
    const known = await database.db.withOwnerConnection((client) => readBackedUpTables(client, []));
    const columns = known.find(({ table }) => table === more.table)?.columns ?? [];
    const changed = async function* (says: 'other' | 'nothing'): AsyncGenerator<BackupRecord> {
      let skipped = false;
      for await (const record of (await openBackupFile(options.file, keys)).records) {
        if (record.kind === 'contents') {
          const { leftOut, ...value } = record.value;
          expect(leftOut).toEqual(Object.keys(leftOutTables));
          const other = [
            ...Object.keys(leftOutTables).filter((name) => name !== `identity.${more.table}`),
            `public.${without}`,
          ];
          yield { kind: 'contents', value: says === 'other' ? { ...value, leftOut: other } : value };
          if (says === 'nothing') continue;
          yield { kind: 'table', value: { ...more, columns } };
          yield { kind: 'table-end', value: createRowHash().end() };
          continue;
        }
        if (record.kind === 'table') skipped = says === 'other' && record.value.table === without;
        if (!skipped || record.kind === 'end') yield record;
      }
    };
    const loaded = await loadBackup(database.db, changed('other'), async () => {});
    const names = loaded.map(({ table }) => table);
    expect(names).toContain(`identity.${more.table}`);
    expect(names).not.toContain(`public.${without}`);
    // The list of tables is read before the database is asked.
    if (runsEverything || mode === databaseModes.at(-1)) {
      const plain = await loadBackup(database.db, changed('nothing'), async () => {});
      expect(plain.map(({ table }) => table)).toContain(`public.${without}`);
    }
    await rm(options.file);
  });

  test('a load that fails changes nothing', async () => {
    const options = optionsFor('whole');
    await writeBackup(options);
    const { records } = await openBackupFile(options.file, keys);
    const before = await queryAsOwner(database.db, 'select count(*) as count from identity.account');
    await expect(
      loadBackup(database.db, records, async () => {
        throw new Error('no end');
      }),
    ).rejects.toThrow('no end');
    expect((await queryAsOwner(database.db, 'select count(*) as count from identity.account')).rows).toEqual(
      before.rows,
    );
    await rm(options.file);
  });
});
