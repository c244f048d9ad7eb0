/**
 * Whether the tables can be spread over machines by account, as Citus does it: read from the catalog of a migrated database, without
 * Citus. docs/operations.md has the steps, decision 0114 what is missing.
 */

import { identityMigrations } from '@kindling/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  joinsAcross,
  keysAcross,
  notDistributed,
  uniqueBeyondAccount,
  viewsOfAccount,
} from '../db/distribution.ts';
import { migrate } from '../db/migrate.ts';
import { anyMode, createTestDatabase, queryAsOwner, silentLog, type TestDatabase } from './database.ts';

describe('spread by account', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(anyMode);
    await migrate(database.db, {
      log: silentLog,
      extraSets: [{ set: 'identity', migrations: identityMigrations }],
    });
  });
  afterAll(() => database.close());

  async function rows<Row extends Record<string, unknown>>(sql: string): Promise<Row[]> {
    return (await queryAsOwner<Row>(database.db, sql)).rows;
  }

  /** Tables by `schema.name`, with their distribution column, or null for those without one. */
  const tables = `select c.oid, n.nspname || '.' || c.relname as name,
      (select a.attnum from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
          and a.attname = case when c.relname = 'accounts' then 'id' else 'account_id' end) as key,
      (select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
          and a.attname = case when c.relname = 'accounts' then 'id' else 'account_id' end) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and n.nspname in ('public', 'identity')`;
  const listed = new Map(Object.entries(notDistributed));
  const kindOf = (name: string) => listed.get(name)?.kind ?? 'distributed';

  test('each table without an account is listed as reference or local, with a reason, and no other one is', async () => {
    const found = await rows<{ name: string; key: number | null; type: string | null }>(tables);
    expect(found.length).toBeGreaterThan(80);
    const withoutAccount = found.filter(({ key }) => key === null).map(({ name }) => name);
    const chosen = found.filter(({ name, key }) => key !== null && listed.has(name)).map(({ name }) => name);
    expect([...listed.keys()].sort()).toEqual([...withoutAccount, ...chosen].sort());
    for (const [name, { reason }] of listed) expect(reason, name).not.toBe('');
    // One type, so that the rows of an account are in one place.
    const types = found.filter(({ name }) => !listed.has(name)).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['uuid']));
  });

  test('keys and unique indexes of distributed tables contain the account, except for the listed ones', async () => {
    const found = await rows<{ name: string; index: string }>(
      `select t.name, i.indexrelid::regclass::text as index from (${tables}) t join pg_index i on i.indrelid = t.oid
        where (i.indisunique or i.indisexclusion) and t.key is not null and not t.key = any (i.indkey::int2[])`,
    );
    const indexes = found.filter(({ name }) => kindOf(name) === 'distributed').map(({ index }) => index);
    expect(indexes.sort()).toEqual(Object.keys(uniqueBeyondAccount).sort());
  });

  test('distributed tables have a primary key, or their shards are moved while writes wait', async () => {
    const found = await rows<{ name: string }>(
      `select t.name from (${tables}) t where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
    );
    expect(found.filter(({ name }) => kindOf(name) === 'distributed')).toEqual([
      { name: 'public.domain_events' },
    ]);
  });

  test('foreign keys of distributed tables contain the account or lead to reference tables', async () => {
    const found = await rows<{ key: string; own: string; other: string; together: boolean; action: string }>(
      `select f.conname as key, own.name as own, other.name as other, f.confdeltype as action,
              coalesce(exists (select from unnest(f.conkey, f.confkey) as pair(a, b)
                where pair.a = own.key and pair.b = other.key), false) as together
         from pg_constraint f
         join (${tables}) own on own.oid = f.conrelid join (${tables}) other on other.oid = f.confrelid
        where f.contype = 'f'`,
    );
    expect(found.length).toBeGreaterThan(50);
    const allowed = ({ own, other, together }: (typeof found)[number]): boolean => {
      const [from, to] = [kindOf(own), kindOf(other)];
      if (to === 'distributed') return from === 'distributed' && together;
      if (to === 'reference') return true;
      return from === 'local';
    };
    expect(
      found
        .filter((one) => !allowed(one))
        .map(({ own, key }) => `${own} ${key}`)
        .sort(),
    ).toEqual([...keysAcross].sort());
  });

  test('each view is of the account of the transaction', async () => {
    const found = await rows<{ name: string; definition: string }>(
      `select schemaname || '.' || viewname as name, definition from pg_views where schemaname in ('public', 'identity')`,
    );
    expect(found.map(({ name }) => name)).toEqual(viewsOfAccount);
    for (const { definition } of found) expect(definition).toContain("current_setting('app.account'");
  });

  test('listed joins are of existing tables, and say why', async () => {
    const names = (await rows<{ name: string }>(tables)).map(({ name }) => name);
    for (const { file, tables: joined, reason } of joinsAcross) {
      expect(names, file).toEqual(expect.arrayContaining([...joined]));
      expect(reason, file).not.toBe('');
    }
  });
});
