/** Whoever can write to a folder of backups does not decide what is restored. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../config/settings.ts';
import { type ReadingKeys, sealFrames } from '../../db/backup/container.ts';
import { packRecords } from '../../db/backup/records.ts';
import { openBackupFile } from '../../db/backup/write-backup.ts';
import { openDatabase } from '../../db/client.ts';
import { backupKeys, makeBackup } from '../../features/backups/index.ts';
import { createLog } from '../../lib/log.ts';
import { anyMode, createTestDatabase } from '../../testing/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { exitCodes } from '../command-result.ts';
import { runCommand } from '../run-command.ts';
import { restoreBackup } from './restore-backup.ts';

const log = createLog('silent');

let app: TestApp;
let folder: string;
let encrypting: Settings;
let keyless: Settings;
/** Made by Kindling without a key. */
let signed: string;
/** The same content, without what shows who wrote it. */
let forged: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-forged-'));
  app = await startTestApp(anyMode);
  keyless = app.services.settings;
  encrypting = {
    ...keyless,
    backups: { ...keyless.backups, key: 'kG7tR2vXq9LmZ4wYb8NcD1fHs6JpA3eU' },
  };
  signed = await backup('signed');
  forged = path.join(folder, 'forged');
  const keys: ReadingKeys = { ...backupKeys(keyless), unencrypted: false };
  const { header, records } = await openBackupFile(signed, keys);
  await writeFile(forged, sealFrames({ ...header, signature: null }, keys, packRecords(records)));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function backup(name: string): Promise<string> {
  const { db, box } = app.services;
  const file = path.join(folder, name);
  await makeBackup({ db, settings: keyless, box, log, target: { file } });
  return file;
}

const verify = async (settings: Settings, ...words: string[]) =>
  (await runCommand(['verify-backup', ...words], settings, log)).lines.at(-1);

test('what is not encrypted is refused with a key, and what is not signed without one, unless the operator says so', async () => {
  expect(await verify(keyless, signed)).toContain('Set KINDLING_BACKUP_KEY to encrypt backups');
  const refused = { exitCode: exitCodes.refused, message: expect.stringContaining('give --unencrypted') };
  for (const [file, settings] of [
    [signed, encrypting],
    [forged, encrypting],
    [forged, keyless],
  ] as const) {
    await expect(verify(settings, file)).rejects.toMatchObject(refused);
    await expect(runCommand(['restore', file], settings, log)).rejects.toMatchObject(refused);
    // It goes on to the next thing that is missing.
    await expect(runCommand(['restore', file, '--unencrypted'], settings, log)).rejects.toThrow(
      'no erasure journal of this installation was found',
    );
  }
  expect(await verify(encrypting, signed, '--unencrypted')).toContain('It is not encrypted');
  expect(await verify(keyless, forged, '--unencrypted')).toContain('It is not signed either');
  await expect(verify(keyless, forged, '--encrypted')).rejects.toMatchObject({ exitCode: exitCodes.usage });
});

test('a signed one is read with the secret of its installation alone', async () => {
  const other = { ...keyless, secret: 'another secret that is long enough' };
  await expect(verify(other, signed)).rejects.toMatchObject({
    exitCode: exitCodes.key,
    message: expect.stringContaining('signed with another secret'),
  });
  expect(await verify({ ...other, oldSecrets: [keyless.secret] }, signed)).toContain('It is not encrypted');
});

test('a file that becomes another one after it was checked is not loaded', async () => {
  const file = path.join(folder, 'replaced');
  await copyFile(signed, file);
  const other = await backup('other');
  const target = await createTestDatabase(anyMode, { empty: true });
  await target.db.close();
  try {
    const restored = restoreBackup({
      settings: keyless,
      log,
      file,
      journal: null,
      withoutJournal: true,
      oldJournal: false,
      damagedJournal: false,
      expired: false,
      unencrypted: false,
      open: async () => {
        await copyFile(other, file);
        return openDatabase(target.options);
      },
    });
    await expect(restored).rejects.toMatchObject({
      exitCode: exitCodes.refused,
      message: 'the file became another one while it was read.',
    });
  } finally {
    await target.close();
  }
});
