/** What the check of joins (`tools/check-statements.mjs`) is told about the statements of the product. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { arrivedIn, sumArrived } from '../features/alerts/arrived-queries.ts';
import { isActivated } from '../features/billing/queries.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from './database.ts';
import { recordStatements } from './record-statements.ts';

describe.each(databaseModes)('recorded statements (%s)', (mode) => {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-statements-'));
    database = await createTestDatabase(mode);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('each statement of the product once, with its scope, its file and its equal ids', async () => {
    const { db } = database;
    const account = crypto.randomUUID();
    const stop = recordStatements(folder);
    try {
      for (const _ of [1, 2]) {
        await inTenant(db, account, (trx) => {
          const period = { from: new Date(0), to: new Date() };
          return sumArrived(trx, account, arrivedIn(account, period));
        });
        // One session runs both scopes one after the other.
        await inSystem(db, isActivated);
        await inSystem(db, (trx) => sql`select 'of a test'`.execute(trx));
        await db.health();
      }
      await Promise.all([inSystem(db, isActivated), inTenant(db, account, isActivated)]);
    } finally {
      stop();
    }
    await inSystem(db, (trx) => sql`select 'later'`.execute(trx));

    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    const lines = (await readFile(path.join(folder, name), 'utf8')).trim().split('\n');
    const recorded = lines.map((line) => JSON.parse(line));
    const activated = 'select "on_since" from "plan_activation"';
    const billing = 'server/src/features/billing/queries.ts';
    expect(recorded.filter(({ scope }) => scope !== 'session')).toEqual([
      {
        scope: 'tenant',
        origin: 'server/src/features/alerts/arrived-queries.ts',
        text: expect.stringContaining('from reviews'),
        same: [
          [0, 1],
          [0, 2],
        ],
      },
      { scope: 'system', origin: billing, text: activated, same: [] },
      { scope: 'tenant', origin: billing, text: activated, same: [] },
    ]);
    expect(recorded.map(({ text }) => text).filter((text) => /^(begin|commit)/i.test(text))).toEqual([]);
    expect(recorded.filter(({ scope }) => scope === 'session').map(({ text }) => text)).toEqual(['select 1']);
  });
});
