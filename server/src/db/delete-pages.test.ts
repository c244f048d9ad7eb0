import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, featureModes, queryAsOwner, type TestDatabase } from '../testing/database.ts';
import { untilLocksWait } from '../testing/lock-waits.ts';
import { deletePages } from './delete-pages.ts';
import { inSystem } from './transaction.ts';

describe.each(featureModes)('deletion in pages, %s', (mode) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
    await queryAsOwner(
      database.db,
      `insert into help_messages (key, reference, sent_at)
       select gen_random_uuid(), 'R' || n, now() - make_interval(days => n) from generate_series(1, 25) n`,
    );
  });
  afterAll(() => database.close());

  const left = async () =>
    (await queryAsOwner<{ reference: string }>(database.db, 'select reference from help_messages')).rows
      .length;

  test('deletes what fulfils the condition, whatever the size of a page', async () => {
    const old = sql`sent_at < now() - interval '20 days'`;
    expect(await deletePages(database.db, 'help_messages', old, { pageSize: 2 })).toBe(6);
    expect(await left()).toBe(19);
  });

  test('keeps a row that no longer fulfils it when its turn comes', async () => {
    const old = sql`sent_at < now() - interval '18 days'`;
    const deleting = await inSystem(database.db, async (trx) => {
      await sql`update help_messages set sent_at = now() where reference = 'R18'`.execute(trx);
      const work = deletePages(database.db, 'help_messages', old);
      if (mode === 'postgres') await untilLocksWait(database.db, 1);
      return { work };
    });
    expect(await deleting.work).toBe(1);
    expect(await left()).toBe(18);
  });

  test('goes on to the last page where others have deleted rows of an earlier one', async () => {
    const old = sql`sent_at < now() - interval '13 days'`;
    const deleting = await inSystem(database.db, async (trx) => {
      await sql`delete from help_messages where reference in ('R14', 'R16')`.execute(trx);
      const work = deletePages(database.db, 'help_messages', old, { pageSize: 2 });
      if (mode === 'postgres') await untilLocksWait(database.db, 1);
      return { work };
    });
    expect(await deleting.work).toBe(3);
    expect(await left()).toBe(13);
  });

  test('ends between two pages', async () => {
    const stop = new AbortController();
    stop.abort();
    const work = deletePages(database.db, 'help_messages', sql`true`, { pageSize: 5, signal: stop.signal });
    await expect(work).rejects.toThrow(/abort/i);
    expect(await left()).toBe(8);
  });
});
