// How long a backup and a restore take with a million reviews (ROWS of them, where it is set), encrypted, to a file.
// Beside them a calibration of the same run: the processor hashes 256 MB, the disk takes as many bytes as the backup has, and
// the database sends the reviews to nobody.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { protectionWith } from '../server/src/db/backup/header.ts';
import { loadBackup } from '../server/src/db/backup/load-backup.ts';
import { verifyBackup } from '../server/src/db/backup/verify-backup.ts';
import { openBackupFile, writeBackup } from '../server/src/db/backup/write-backup.ts';
import { openDatabase } from '../server/src/db/client.ts';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { fillReviews } from './lib/review-fill.mjs';

const rowsWanted = Number(process.env.ROWS ?? 1_000_000);
const keys = { key: randomBytes(48).toString('base64url'), secrets: [], unencrypted: false };
const silent = { info() {}, warn() {}, error() {} };

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  const raw = {};
  for (const mode of databases.modes) {
    const source = await databases.create(mode);
    await fillReviews(source, rowsWanted);
    await source.withOwnerConnection((client) => client.query('drop table if exists bench_words'));
    const target = await databases.create(mode);
    const folder = stage.folder();
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'bench.backup');
    const { copied, written } = await timedBackup(source, file);
    const [verify] = await timed(() => verifyBackup(file, keys));
    const [restore] = await timed(async () => {
      const { records } = await openBackupFile(file, keys);
      await loadBackup(target, records, async () => {});
    });
    const [hash] = await timed(async () => hashBytes());
    const [disk] = await timed(async () => writeBytes(join(folder, 'calibration'), written.bytes));
    const [read] = await timed(() => readReviews(source));
    const backup = copied.seconds + written.seconds;
    raw[mode] = {
      rowsWanted,
      rows: written.rows,
      bytes: written.bytes,
      copy: copied.seconds,
      backup,
      verify,
      restore,
      hash,
      disk,
      read,
    };
    rows.push({
      database: mode,
      rows: written.rows,
      'file, MB': Math.round(written.bytes / 1e6),
      'backup, s': backup.toFixed(1),
      'of it copying files, s': copied.seconds.toFixed(1),
      'verify-backup, s': verify.toFixed(1),
      'restore, s': restore.toFixed(1),
      'calibration: hash of 256 MB, s': hash.toFixed(2),
      'file to the disk, s': disk.toFixed(2),
      'reviews to nobody, s': read.toFixed(1),
      'backup / reviews to nobody': (backup / read).toFixed(2),
      'restore / reviews to nobody': (restore / read).toFixed(2),
    });
  }
  finish('backup', {
    tables: [{ title: `Backup and restore of ${rowsWanted} reviews`, rows }],
    foreignCores: foreign(),
    notes: ['The goals: a million reviews are backed up within 60 s and restored within 120 s.'],
    raw,
  });
}

async function timed(work) {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1000, result];
}

/** The embedded database as the program backs it up: a copy of its files, read by an engine of its own. */
async function timedBackup(source, file) {
  const now = new Date().toISOString();
  const header = {
    id: randomUUID(),
    installation: randomUUID(),
    createdAt: now,
    expiresAt: now,
    ...protectionWith(keys),
  };
  const write = (db) =>
    timed(() => writeBackup({ db, file, keys, header, secretCheck: '', readJobs: async () => [] }));
  if (source.copyFiles === null) {
    const [seconds, summary] = await write(source);
    return { copied: { seconds: 0 }, written: { ...summary, seconds } };
  }
  const dataFolder = stage.folder();
  const [copying] = await timed(() => source.copyFiles(dataFolder));
  const [opening, copy] = await timed(() => openDatabase({ dataFolder, log: silent }));
  try {
    const [seconds, summary] = await write(copy);
    return { copied: { seconds: copying }, written: { ...summary, seconds: seconds + opening } };
  } finally {
    await copy.close();
  }
}

function hashBytes() {
  const piece = Buffer.alloc(1024 * 1024, 7);
  const hash = createHash('sha256');
  for (let at = 0; at < 256; at += 1) hash.update(piece);
  return hash.digest('hex');
}

function writeBytes(path, bytes) {
  const descriptor = openSync(path, 'w');
  const piece = randomBytes(1024 * 1024);
  for (let left = bytes; left > 0; left -= piece.length)
    writeSync(descriptor, piece, 0, Math.min(left, piece.length));
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function readReviews(db) {
  await db.withOwnerConnection(async (client) => {
    await client.query('begin read only');
    if (db.mode === 'postgres') await client.query('set local role kindling_system');
    let bytes = 0;
    for await (const piece of db.copy.read(client, 'select * from reviews')) bytes += piece.length;
    await client.query('rollback');
    if (bytes === 0) throw new Error('There are no reviews.');
  });
}
