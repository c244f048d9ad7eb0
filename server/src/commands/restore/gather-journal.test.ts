import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupHeader } from '../../db/backup/header.ts';
import { type Erasure, journalFile, journalName } from '../../features/backups/index.ts';
import { newId } from '../../lib/ids.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { exitCodes } from '../command-result.ts';
import { gatherJournal } from './gather-journal.ts';

const box = createSecretBox(['a secret that is long enough for this'], 'stored-secrets');
const installation = newId();
const minute = 60_000;
const created = new Date('2026-11-29T02:30:00.000Z');
const after = (minutes: number) => new Date(created.getTime() + minutes * minute);
const header = { installation, createdAt: created.toISOString() } as BackupHeader;

let folder: string;
let kept: string;
let beside: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-gather-'));
  await mkdir(path.join(folder, 'backups'));
  kept = path.join(folder, 'erasure-journal');
  beside = path.join(folder, 'backups', journalName);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const anErasure = (minutes: number): Erasure => ({
  id: newId(),
  at: after(minutes).toISOString(),
  act: 'deleted',
  subject: 'users',
  keys: [{ id: newId() }],
});
const textOf = (erasures: Erasure[], minutes: number, besideBackup = false) =>
  journalFile({ installation, erasures, until: after(minutes) }, box, { besideBackup }).text;
const without = (text: string, line: number) =>
  text
    .split('\n')
    .filter((_line, at) => at !== line)
    .join('\n');

function gather(more: Partial<Parameters<typeof gatherJournal>[0]> = {}) {
  return gatherJournal({
    header,
    backupFile: path.join(folder, 'backups', 'one.backup'),
    named: null,
    settings: { backups: { journal: kept } as never },
    box,
    withoutJournal: false,
    oldJournal: false,
    damagedJournal: false,
    now: after(600),
    ...more,
  });
}

test('the copy that was made with the backup does not count for what was erased afterwards', async () => {
  const known = anErasure(1);
  await writeFile(beside, textOf([known], 2, true));
  await expect(gather()).rejects.toMatchObject({
    exitCode: exitCodes.refused,
    message: expect.stringContaining(`it ends on ${after(2).toISOString()}`),
  });
  // Under another name it is the same copy.
  await writeFile(path.join(folder, 'moved'), textOf([known], 2, true));
  await expect(gather({ named: path.join(folder, 'moved') })).rejects.toThrow('--old-journal');
  // One of an earlier version is known by its place.
  await writeFile(beside, textOf([known], 2));
  await expect(gather()).rejects.toThrow('--old-journal');
  expect(await gather({ oldJournal: true })).toMatchObject({ erasures: [known], until: after(2) });
  // Whoever restores right after the backup has what there is.
  expect(await gather({ now: after(10) })).toMatchObject({ erasures: [known] });
  // A journal that a worker kept until before the backup says no more.
  await writeFile(kept, textOf([], -5));
  await expect(gather()).rejects.toThrow('--old-journal');
  const later = anErasure(300);
  await writeFile(kept, textOf([known, later], 301));
  expect(await gather()).toMatchObject({ erasures: [known, later], until: after(301) });
});

test('a journal with damaged or missing lines is refused, unless a whole one reaches as far', async () => {
  const erasures = [anErasure(1), anErasure(2), anErasure(3)];
  const whole = textOf(erasures, 10);
  await writeFile(kept, without(whole, 2));
  await expect(gather()).rejects.toMatchObject({
    exitCode: exitCodes.damaged,
    message: expect.stringContaining('1 of its lines are damaged or missing'),
  });
  await expect(gather({ withoutJournal: true })).rejects.toMatchObject({ exitCode: exitCodes.damaged });
  expect((await gather({ damagedJournal: true })).erasures).toEqual([erasures[0], erasures[2]]);
  const named = path.join(folder, 'named');
  await writeFile(named, textOf(erasures, 9));
  await expect(gather({ named })).rejects.toMatchObject({ exitCode: exitCodes.damaged });
  await writeFile(named, whole);
  expect((await gather({ named })).erasures).toEqual(erasures);
});

test('an erasure that only a newer version understands is not passed over', async () => {
  await writeFile(kept, textOf([{ ...anErasure(1), act: 'later' } as never], 10));
  await expect(gather()).rejects.toMatchObject({
    exitCode: exitCodes.damaged,
    message: expect.stringContaining('1 of its lines are of a newer version'),
  });
});
