import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withCallerScope, withoutLocationLimit } from '../lib/caller-scope.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../testing/database.ts';
import { setRoleSql } from './embedded/session-roles.ts';
import { migrate } from './migrate.ts';
import { inSystem, inTenant, retryTransient } from './transaction.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';

const things = `
  create table things (account_id uuid not null, id int not null, text text not null, primary key (account_id, id));
  alter table things enable row level security;
  alter table things force row level security;
  create policy tenant on things for all to kindling_app
    using (account_id = (select current_setting('app.account')::uuid))
    with check (account_id = (select current_setting('app.account')::uuid));
  create policy system on things for all to kindling_system using (true) with check (true);
  create function fail_with(code text) returns void language plpgsql as
    'begin raise exception using message = code, errcode = code; end';
`;

describe.each(databaseModes)('transactions, %s', (mode) => {
  let testDb: TestDatabase;

  beforeAll(async () => {
    testDb = await createTestDatabase(mode, { poolSize: 4 });
    const extraSets = [{ set: 'test', migrations: [{ name: '0001-things', sql: things }] }];
    await migrate(testDb.db, { log: testDb.options.log, extraSets });
    await inSystem(testDb.db, (trx) =>
      sql`insert into things values (${A}, 1, 'of a'), (${B}, 1, 'of b'), (${B}, 2, 'of b')`.execute(trx),
    );
  });

  afterAll(() => testDb.close());

  const texts = async (account: string): Promise<string[]> => {
    const { rows } = await inTenant(testDb.db, account, (trx) =>
      sql<{ text: string }>`select text from things order by id`.execute(trx),
    );
    return rows.map(({ text }) => text);
  };

  test('a tenant sees its own rows, the system sees all rows', async () => {
    expect(await texts(A)).toEqual(['of a']);
    expect(await texts(B)).toEqual(['of b', 'of b']);
    const all = await inSystem(testDb.db, (trx) => sql`select * from things`.execute(trx));
    expect(all.rows).toHaveLength(3);
  });

  test('a tenant cannot insert, update or delete rows of another tenant', async () => {
    const insert = inTenant(testDb.db, A, (trx) =>
      sql`insert into things values (${B}, 9, 'smuggled')`.execute(trx),
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
    const give = inTenant(testDb.db, A, (trx) => sql`update things set account_id = ${B}`.execute(trx));
    await expect(give).rejects.toMatchObject({ code: '42501' });
    const remove = await inTenant(testDb.db, A, (trx) =>
      sql`delete from things where account_id = ${B}`.execute(trx),
    );
    expect(remove.numAffectedRows).toBe(0n);
    const truncate = inTenant(testDb.db, A, (trx) => sql`truncate things`.execute(trx));
    await expect(truncate).rejects.toMatchObject({ code: '42501' });
  });

  test('without an account, queries of the tenant role fail', async () => {
    const never = async (): Promise<unknown> => {
      const client = await testDb.db.pool.connect();
      try {
        await client.query(`begin; select ${setRoleSql('kindling_app')}`);
        return await client.query('select * from things');
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    // 42704 (unknown setting) on a connection that never had an account, 22P02 (empty setting) on the others.
    await expect(never()).rejects.toMatchObject({ code: expect.stringMatching(/^(42704|22P02)$/) });
    await Promise.all([texts(A), texts(B), texts(A), texts(B)]);
    await expect(never()).rejects.toMatchObject({ code: '22P02' });
  });

  test('role and account end with the transaction, also with a failed one', async () => {
    await expect(
      inTenant(testDb.db, A, async () => {
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await expect(inTenant(testDb.db, A, (trx) => sql`select 1/0`.execute(trx))).rejects.toThrow(
      'division by zero',
    );
    const states = await Promise.all(
      Array.from({ length: 8 }, () =>
        testDb.db.pool.query(
          `select current_user = session_user as own, coalesce(current_setting('app.account', true), '') as account`,
        ),
      ),
    );
    for (const { rows } of states) expect(rows).toEqual([{ own: true, account: '' }]);
  });

  test('interleaved transactions of several tenants stay isolated, also after errors', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        if (index % 5 === 0) {
          return inTenant(testDb.db, A, (trx) => sql`select * from things, nowhere`.execute(trx)).catch(
            () => 'failed',
          );
        }
        if (index % 7 === 0) {
          return inTenant(testDb.db, B, async (trx) => {
            await sql`update things set text = 'undone'`.execute(trx);
            throw new Error('undo');
          }).catch(() => 'failed');
        }
        return texts(index % 2 === 0 ? A : B);
      }),
    );
    const expected = results.map((_, index) => {
      if (index % 5 === 0 || index % 7 === 0) return 'failed';
      return index % 2 === 0 ? ['of a'] : ['of b', 'of b'];
    });
    expect(results).toEqual(expected);
  });

  describe('a caller who is limited to some locations', () => {
    const L = '00000000-0000-4000-8000-0000000000a1';
    const user = '00000000-0000-4000-8000-0000000000a2';
    const limited = <T>(locationIds: string[], work: () => Promise<T>) =>
      withCallerScope({ accountId: A, locationIds, actor: { kind: 'person', userId: user } }, work);
    const state = async (account = A): Promise<unknown> => {
      const { rows } = await inTenant(testDb.db, account, (trx) =>
        sql`select current_user as role, current_setting('app.locations', true) as locations,
              current_setting('app.actor', true) as actor`.execute(trx),
      );
      return rows[0];
    };
    const unlimited = { role: 'kindling_app', locations: expect.toBeOneOf([null, '']) };

    test('has a role of its own, in every transaction of their account and in no other', async () => {
      await limited([L], async () => {
        expect(await state()).toEqual({ role: 'kindling_limited', locations: `{${L}}`, actor: user });
        expect(await state(B)).toMatchObject(unlimited);
        expect(await withoutLocationLimit(state)).toMatchObject(unlimited);
        expect(await withCallerScope(null, state)).toMatchObject(unlimited);
        expect(await texts(A)).toEqual(['of a']);
      });
      expect(await limited([], state)).toMatchObject({ role: 'kindling_limited', locations: '{}' });
      expect(await state()).toMatchObject(unlimited);
    });

    test('cannot use a limited table without naming locations, and names them by UUIDs only', async () => {
      const forgotten = async (): Promise<unknown> => {
        const client = await testDb.db.pool.connect();
        try {
          await client.query(
            `begin; select set_config('app.account', '${A}', true), ${setRoleSql('kindling_limited')}`,
          );
          return await client.query(`insert into locations (account_id, id, business_id, name)
            values ('${A}', '${L}', '${L}', 'nobody’s')`);
        } finally {
          await client.query('rollback');
          client.release();
        }
      };
      await expect(forgotten()).rejects.toMatchObject({ code: expect.stringMatching(/^(42704|22P02)$/) });
      await expect(limited([`${L}}', true); drop table things; --`], state)).rejects.toThrow(TypeError);
    });
  });

  test('an id that is not a UUID never reaches the database', async () => {
    const hostile = `${A}', true); drop table things; --`;
    await expect(inTenant(testDb.db, hostile, async () => 1)).rejects.toThrow(TypeError);
    expect(await texts(A)).toEqual(['of a']);
  });

  test('a deadlock or conflict is retried, another error is not', async () => {
    let runs = 0;
    const raise = (code: string) => () => {
      runs += 1;
      return inSystem(testDb.db, (trx) => sql`select fail_with(${code})`.execute(trx));
    };
    await expect(retryTransient(raise('40001'), 3)).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(3);
    await expect(retryTransient(raise('23505'), 3)).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(4);
  });

  test('a connection lost inside a transaction fails only that transaction', async () => {
    const idled = Promise.withResolvers<void>();
    const log = { ...testDb.options.log, warn: () => idled.resolve() };
    const short = await createTestDatabase(mode, { idleInTransactionTimeoutMs: 100, log });
    const slow = inSystem(short.db, async (trx) => {
      await idled.promise;
      return sql`select 1`.execute(trx);
    });
    await expect(slow).rejects.toThrow();
    const next = await inSystem(short.db, (trx) => sql`select 2 as n`.execute(trx));
    expect(next.rows).toEqual([{ n: 2 }]);
    await short.close();
  });

  test('values have the JavaScript types of the generated types', async () => {
    const { rows } = await testDb.db.pool.query(
      `select 9007199254740991::bigint as big, date '2026-03-01' as day, 4.50::numeric(3,2) as average,
         timestamptz '2026-03-01 00:30:00+02' as moment, (timestamptz '2026-03-01 00:30:00+02')::date as utc_day`,
    );
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        day: '2026-03-01',
        average: '4.50',
        moment: new Date('2026-02-28T22:30:00Z'),
        utc_day: '2026-02-28',
      },
    ]);
    await expect(testDb.db.pool.query('select 9007199254740993::bigint')).rejects.toThrow(RangeError);
  });
});
