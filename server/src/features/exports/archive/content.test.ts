/** Every table and every column of the product is in the archive of an account, or left out with a reason. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMode, createTestDatabase, queryAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { archivedTables, leftOutTables } from './content.ts';
import { pictureTables } from './picture-sources.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(anyMode);
});
afterAll(() => database.close());

async function columnsByTable(): Promise<Map<string, { name: string; type: string }[]>> {
  const { rows } = await queryAsOwner<{ table: string; name: string; type: string }>(
    database.db,
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
  );
  return Map.groupBy(rows, ({ table }) => table);
}

test('each table is in the archive or left out: decide in content.ts what becomes of a new one', async () => {
  const decided = [...archivedTables.map(({ table }) => table), ...Object.keys(leftOutTables)];
  expect(decided.toSorted()).toEqual([...(await columnsByTable()).keys()].toSorted());
  for (const table of pictureTables) expect(leftOutTables[table]).toMatch(/pictures/);
});

test('so is each column of an archived table', async () => {
  const present = await columnsByTable();
  for (const { table, columns, leftOut = {} } of archivedTables) {
    const decided = [...columns, ...Object.keys(leftOut)];
    const wanted = (present.get(table) ?? []).map(({ name }) => name).filter((name) => name !== 'account_id');
    expect.soft(decided.toSorted(), table).toEqual(wanted.toSorted());
  }
});

test('rows are read in the order of the primary key, so that none is read twice or left out', async () => {
  const { rows } = await queryAsOwner<{ table: string; keys: string[] }>(
    database.db,
    `select i.indrelid::regclass::text as table, array(
        select a.attname::text from unnest(i.indkey) with ordinality k (number, position)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
         where a.attname <> 'account_id' order by k.position) as keys
       from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisprimary and c.relnamespace = 'public'::regnamespace`,
  );
  const primary = new Map(rows.map(({ table, keys }) => [table, keys]));
  for (const { table, keys } of archivedTables) expect.soft(keys, table).toEqual(primary.get(table));
});

test('no archived column can hold a secret or bytes', async () => {
  const present = await columnsByTable();
  const included = archivedTables.flatMap(({ table, columns }) =>
    columns.map((name) => ({
      table,
      name,
      type: present.get(table)?.find((one) => one.name === name)?.type,
    })),
  );
  expect(included.filter(({ type }) => type === 'bytea')).toEqual([]);
  const suspicious = /hash|secret|sealed|password|ticket|verifier|lease|fence|(^|_)tokens?$|token_hash/;
  expect(included.filter(({ name }) => suspicious.test(name))).toEqual([]);
});

test('each file has a name of its own', () => {
  const names = archivedTables.map(({ file }) => file);
  expect(new Set(names).size).toBe(names.length);
});
