import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { StoppingError } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import { anyMode, queryAsOwner } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { BackupsDeps } from './deps.ts';
import { deleteOld, makeDueBackup } from './jobs.ts';
import { journalName, makeBackup } from './make-backup.ts';
import { findLastBackups } from './queries.ts';
import { lastBackupAge } from './schedule.ts';
import { startTidying, tidyFolder } from './tidy-folder.ts';

describe('the backup of the day', () => {
  let app: TestApp;
  let folder: string;
  let deps: BackupsDeps;
  const { signal } = new AbortController();
  const at = (time: string) => new Date(`2026-11-28T${time}:00.000Z`);

  beforeAll(async () => {
    app = await startTestApp(anyMode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-day-'));
    const { db, box, log, settings } = app.services;
    deps = {
      db,
      box,
      log,
      settings: { ...settings, backups: { ...settings.backups, folder, time: '02:30' } },
    };
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await inSystem(app.services.db, (trx) => trx.deleteFrom('backups').execute());
  });
  const last = () => inSystem(deps.db, (trx) => findLastBackups(trx));
  const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort();

  test('one that somebody made shortly before does not put it off', async () => {
    await makeBackup({ ...deps, target: { folder }, now: at('02:20') });
    await makeDueBackup(deps, signal, at('02:29'));
    expect(await files()).toHaveLength(1);
    await makeDueBackup(deps, signal, at('02:30'));
    expect(await files()).toHaveLength(2);
    expect((await last()).finished?.began_at).toEqual(at('02:30'));
  });

  test('when the folder could not be tidied, only that is done again, by the next sweep', async () => {
    await makeBackup({ ...deps, target: { folder }, now: new Date(at('02:00').getTime() - 30 * 86_400_000) });
    await rm(path.join(folder, journalName));
    // No file can take the place of a folder.
    await mkdir(path.join(folder, journalName, 'full'), { recursive: true });
    await expect(makeDueBackup(deps, signal, at('02:30'))).rejects.toThrow();
    expect(await last()).toMatchObject({ finished: { began_at: at('02:30'), failure: expect.any(String) } });
    await rm(path.join(folder, journalName), { recursive: true });
    await makeDueBackup(deps, signal, at('02:40'));
    expect((await last()).latest).toMatchObject({ began_at: at('02:30'), failure: null });
    expect(await readdir(folder)).toEqual([journalName, 'kindling-20261128T023000Z.backup']);
  });

  test('one that ends because its worker stops is no failure, and the next worker makes it at once', async () => {
    const stopping = new AbortController();
    stopping.abort(new StoppingError());
    app.logLines.length = 0;
    await expect(makeDueBackup(deps, stopping.signal, at('02:30'))).rejects.toThrow(StoppingError);
    expect(app.logLines.join('')).not.toContain('The backup of the day failed');
    expect(await files()).toEqual([]);
    await makeDueBackup(deps, signal, at('02:31'));
    expect(await files()).toHaveLength(1);
  });

  test('a worker deletes what expired in its own folder, whoever makes the backups', async () => {
    const { file } = await makeBackup({ ...deps, target: { folder }, now: at('02:30') });
    const now = () => new Date(at('02:31').getTime() + 30 * 86_400_000);
    const stop = startTidying({ ...deps, folder, everyMs: 5, now });
    await eventually(async () => expect(await files()).toEqual([]));
    await stop();
    expect(app.logLines.join('')).toContain(path.basename(file));
    // Before the first backup there is none.
    await rm(folder, { recursive: true });
    expect(await tidyFolder(folder, newId(), now())).toEqual([]);
  });

  test('a backup of a clock that was ahead does not put off the next ones', async () => {
    const { db } = app.services;
    await makeBackup({ ...deps, target: { folder }, now: at('02:10') });
    const ahead = new Date(Date.now() + 40 * 86_400_000);
    await makeBackup({ ...deps, target: { folder }, now: ahead });
    await inSystem(db, (trx) =>
      trx.insertInto('backups').values({ id: newId(), began_at: ahead, alive_at: ahead }).execute(),
    );
    const count = (await files()).length;
    expect(await lastBackupAge(db)).toBeGreaterThan(0);
    await makeDueBackup(deps, signal, at('02:30'));
    await makeDueBackup(deps, signal, at('02:40'));
    expect(await files()).toHaveLength(count + 1);
    expect((await last()).finished?.began_at).toEqual(at('02:30'));
  });

  test('a worker whose clock is ahead deletes no backup, no record of one and no erasure', async () => {
    const { db } = app.services;
    await makeBackup({ ...deps, target: { folder } });
    await queryAsOwner(
      db,
      `insert into erasure_journal (at, act, subject, keys) values (now() - interval '20 days', 'deleted', 'users', '[]')`,
    );
    app.logLines.length = 0;
    const warnings = () =>
      app.logLines.filter((line) => line.includes('the clocks of this machine and of the database differ'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * 86_400_000 });
    try {
      const stop = startTidying({ ...deps, folder, everyMs: 5 });
      await eventually(() => expect(warnings().length).toBeGreaterThan(0));
      await stop();
      app.logLines.length = 0;
      await deleteOld(deps);
      expect(warnings()).toHaveLength(1);
      const { deleted } = await makeBackup({ ...deps, target: { folder: path.join(folder, 'other') } });
      expect([deleted, warnings().length]).toEqual([[], 2]);
    } finally {
      vi.useRealTimers();
    }
    expect(await files()).toHaveLength(1);
    const left = await queryAsOwner<{ count: number }>(
      db,
      `select count(*)::int as count from erasure_journal where at < now() - interval '19 days'`,
    );
    expect(left.rows).toEqual([{ count: 1 }]);
  });

  test('it may take as long as until the next one, and other jobs an hour', async () => {
    const { rows } = await app.services.db.pool.query(
      `select name, expire_seconds as seconds from pgboss.queue where name in ('backups.sweep', 'backups.delete-old') order by 1`,
    );
    expect(rows).toEqual([
      { name: 'backups.delete-old', seconds: 3600 },
      { name: 'backups.sweep', seconds: 23 * 3600 },
    ]);
  });
});
