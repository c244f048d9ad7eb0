import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { databaseModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { parseJournal, readJournalFile, startJournalCopy } from './journal-file.ts';

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

  test('a file of another installation is put aside', async () => {
    await writeFile(file, 'KINDLING-ERASURES 1 00000000-0000-4000-8000-000000000000\n');
    await copy();
    expect((await readdir(path.dirname(file))).filter((name) => name.includes('.other-'))).toHaveLength(1);
    expect(await actsIn()).toHaveLength(4);
  });
});
