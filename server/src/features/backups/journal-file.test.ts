import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onMeasurement } from '@kindling/service/measurements';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { databaseModes, queryAsOwner } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { newestOf, readJournalFile, readWholeJournal, startJournalCopy } from './journal-file.ts';
import { journalFile, parseJournal } from './journal-lines.ts';

describe.each(databaseModes)('the erasure journal, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-journal-'));
    file = path.join(folder, 'disk', 'erasure-journal');
    app = await startTestApp(mode);
    user = await app.signIn('ann@example.com');
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function copy(now: Date = new Date()): Promise<void> {
    const { db, box, log } = app.services;
    const journal = startJournalCopy({ db, box, log, file, now: () => now });
    await journal.stop();
  }
  const actsIn = async () =>
    (await readJournalFile(file, app.services.box))?.erasures.map(({ act, subject }) => `${act} ${subject}`);

  test('has each erasure and disconnection once, and no words of anybody', async () => {
    await copy();
    expect(await actsIn()).toEqual([]);
    const { connectionId } = await connectListings(app, user);
    const status = (to: string) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('connections').set({ status: to }).where('id', '=', connectionId).execute(),
      );
    await status('disconnected');
    await status('active');
    await copy();
    await copy();
    expect(await actsIn()).toEqual(['disconnected connections', 'connected connections']);
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.deleteFrom('connections').where('id', '=', connectionId).execute(),
    );
    await copy();
    expect(await actsIn()).toEqual([
      'disconnected connections',
      'connected connections',
      'deleted connections',
      // With it went its listings.
      'deleted listings',
    ]);
    expect(await readFile(file, 'utf8')).not.toMatch(
      /ann@|connections|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[^\n]/,
    );
  });

  test('goes on behind half a line, leaves out what is too old, and refuses another secret', async () => {
    await appendFile(file, 'v1.half');
    await copy();
    expect(await actsIn()).toHaveLength(4);
    const other = createSecretBox(['another secret that is long enough'], 'stored-secrets');
    const text = await readFile(file, 'utf8');
    expect(() => parseJournal(text, other)).toThrow('the secret does not open the erasure journal');
    expect(() => parseJournal('something else', other)).toThrow('not an erasure journal');
    await copy(new Date(Date.now() + 46 * 86_400_000));
    expect(await actsIn()).toEqual([]);
  });

  test('a file that somebody replaced, shortened or damaged while it is kept is begun anew', async () => {
    const { db, box, log } = app.services;
    const journal = startJournalCopy({ db, box, log, file });
    await journal.copyNow();
    const whole = await readFile(file, 'utf8');
    const lines = whole.trimEnd().split('\n');
    for (const text of [
      null,
      lines.slice(0, 2).join('\n'),
      whole.slice(0, -3),
      lines.filter((_line, at) => at !== 2).join('\n'),
    ]) {
      if (text === null) await rm(file);
      else await writeFile(file, `${text}\n`);
      await journal.copyNow();
      expect(await actsIn()).toHaveLength(4);
      expect(await readJournalFile(file, box)).toMatchObject({ lost: 0, newer: 0, besideBackup: false });
    }
    await journal.stop();
    const aside = (await readdir(path.dirname(file))).filter((name) => name.includes('.damaged-'));
    expect(aside.length).toBeGreaterThan(0);
    for (const name of aside) await rm(path.join(path.dirname(file), name));
  });

  test('lines that are missing, damaged or of a newer version are counted; half a line at the end is not', async () => {
    const { box } = app.services;
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    const parsed = (change: (lines: string[]) => string[], end = '\n') =>
      parseJournal(`${change([...lines]).join('\n')}${end}`, box);
    expect(parsed((all) => all)).toMatchObject({ lost: 0, newer: 0 });
    expect(parsed((all) => [...all, 'v1.half'], '')).toMatchObject({ lost: 0, newer: 0 });
    expect(
      parsed((all) => all.map((line, at) => (at === 2 || at === 3 ? line.slice(1) : line))),
    ).toMatchObject({
      lost: 2,
      erasures: [expect.anything(), expect.anything()],
    });
    expect(parsed((all) => all.filter((_line, at) => at !== 2))).toMatchObject({ lost: 1 });
    expect(parsed((all) => [...all, 'v1.whole'])).toMatchObject({ lost: 1 });
    const { installation, erasures, until } = parsed((all) => all);
    const later = journalFile(
      { installation, erasures: [{ ...erasures[0], act: 'later' } as never], until },
      box,
    );
    expect(parseJournal(later.text, box)).toMatchObject({ lost: 0, newer: 1, erasures: [] });
    // An earlier version numbered no lines.
    const context = `erasure-journal ${installation}`;
    const old = [...erasures, { until: until?.toISOString() }].map((line) =>
      box.seal(JSON.stringify(line), context),
    );
    expect(parseJournal(`${lines[0]}\n${old.join('\n')}\n`, box)).toMatchObject({
      lost: 0,
      newer: 0,
      erasures,
    });
  });

  test('a copy that fails is reported, and the next one that succeeds', async () => {
    const { db, box, log } = app.services;
    const reports: boolean[] = [];
    const stopListening = onMeasurement({
      erasureJournalCopied: ({ succeeded }) => void reports.push(succeeded),
    });
    const blocked = path.join(folder, 'blocked');
    await writeFile(blocked, 'no folder');
    const journal = startJournalCopy({ db, box, log, file: path.join(blocked, 'erasure-journal') });
    await expect(journal.copyNow()).rejects.toThrow();
    await rm(blocked);
    await journal.copyNow();
    expect(reports).toEqual([false, true]);
    stopListening();
    await journal.stop();
  });

  test('keeps what is erased after a clock was ahead', async () => {
    const { db, box, log } = app.services;
    const own = path.join(folder, 'ahead', 'erasure-journal');
    const note = (at: string) =>
      queryAsOwner(
        db,
        `insert into erasure_journal (at, act, subject, keys)
         values (now() + interval '${at}', 'deleted', 'users', jsonb_build_array(jsonb_build_object('id', gen_random_uuid())))`,
      );
    const journal = startJournalCopy({ db, box, log, file: own });
    await note('2 days');
    await journal.copyNow();
    await note('0 days');
    await journal.copyNow();
    await journal.stop();
    const acts = (await readJournalFile(own, box))?.erasures.filter(({ subject }) => subject === 'users');
    expect(acts).toHaveLength(2);
    await queryAsOwner(db, `delete from erasure_journal where subject = 'users'`);
  });

  test('many erasures, of one moment, are read page by page, each once', async () => {
    const { db } = app.services;
    const count = 2500;
    await queryAsOwner(
      db,
      `insert into erasure_journal (at, act, subject, keys)
       select now() - (n / 1500) * interval '1 minute' - interval '1 hour', 'deleted', 'users',
              jsonb_build_array(jsonb_build_object('id', gen_random_uuid())) from generate_series(1, ${count}) n`,
    );
    const { erasures } = await readWholeJournal(db, new Date());
    const read = erasures.filter(({ subject }) => subject === 'users').map(({ id }) => id);
    expect([read.length, new Set(read).size]).toEqual([count, count]);
    await queryAsOwner(db, `delete from erasure_journal where subject = 'users'`);
    // More than a call takes as arguments.
    const many = erasures.flatMap((erasure) => Array.from({ length: 60 }, () => erasure));
    expect(newestOf(many)).toBe(Date.parse(erasures.at(-1)?.at ?? ''));
  });

  test('a file of another installation is put aside', async () => {
    await writeFile(file, 'KINDLING-ERASURES 1 00000000-0000-4000-8000-000000000000\n');
    await copy();
    expect((await readdir(path.dirname(file))).filter((name) => name.includes('.other-'))).toHaveLength(1);
    expect(await actsIn()).toHaveLength(4);
  });
});
