import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, databaseModes, queryAsOwner, type TestDatabase } from '../testing/database.ts';
import { type CopyTable, copyAccountRows } from './copy-account.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const schema = `
  create table parents (account_id uuid, id int, name text, primary key (account_id, id));
  create table children (
    account_id uuid, parent_id int, id bigint generated always as identity, at timestamptz, rating numeric(3,2),
    share double precision, tags text[], details jsonb, secret bytea, words tsvector generated always as (to_tsvector('simple', coalesce(details ->> 'text', ''))) stored,
    primary key (account_id, id), foreign key (account_id, parent_id) references parents (account_id, id));
  create table child_counts (account_id uuid, parent_id int, total int, primary key (account_id, parent_id));
  create function count_child() returns trigger language plpgsql as $$ begin
    insert into child_counts values (new.account_id, new.parent_id, 1)
    on conflict (account_id, parent_id) do update set total = child_counts.total + 1;
    return null; end $$;
  create trigger counted after insert on children for each row execute function count_child();
`;
const tables: CopyTable[] = [
  { schema: 'public', table: 'parents', where: 'account_id = $1::uuid', keys: ['id'] },
  { schema: 'public', table: 'children', where: 'account_id = $1::uuid', keys: ['id'] },
  {
    schema: 'public',
    table: 'child_counts',
    where: 'account_id = $1::uuid',
    keys: ['parent_id'],
    derived: true,
  },
];

let source: TestDatabase;
let target: TestDatabase;

beforeAll(async () => {
  source = await createTestDatabase('embedded', { empty: true });
  target = await createTestDatabase(databaseModes.at(-1) ?? 'embedded', { empty: true });
  for (const { db } of [source, target]) await queryAsOwner(db, schema);
  await queryAsOwner(
    source.db,
    `insert into parents select account, n, 'Café "' || n || '" \\ {NULL}' from unnest($1::uuid[]) account, generate_series(1, 3) n`,
    [[A, B]],
  );
  await queryAsOwner(
    source.db,
    `insert into children (account_id, parent_id, at, rating, share, tags, details, secret)
     select p.account_id, p.id, timestamptz '2026-01-01 10:00:00.123456+00' + n * interval '1 hour',
       case when n % 4 = 0 then null else 4.10 end, n / 3.0, array['a,b', 'c"d', null, ''],
       case n % 3 when 0 then null when 1 then 'null'::jsonb else jsonb_build_object('text', 'Größe ' || n, 'n', 1.10) end,
       decode(lpad(to_hex(n), 8, '0'), 'hex')
     from parents p, generate_series(1, 40) n`,
  );
});

afterAll(async () => {
  await source.close();
  await target.close();
});

test('a copy that differs from its source is rolled back completely', async () => {
  await queryAsOwner(target.db, `insert into child_counts values ($1, 1, 5)`, [A]);
  await expect(copyAccountRows(source.db, target.db, { accountId: A, tables, batchSize: 7 })).rejects.toThrow(
    'The copy of "public"."child_counts" differs from its source (3 rows became 3); nothing was kept.',
  );
  const { rows } = await queryAsOwner(target.db, 'select count(*) as n from parents');
  expect(rows).toEqual([{ n: 0 }]);
  await queryAsOwner(target.db, 'delete from child_counts');
});

test('copies exactly the rows of one account', async () => {
  const report = await copyAccountRows(source.db, target.db, { accountId: A, tables, batchSize: 7 });
  expect(report.map(({ table, rows }) => ({ table, rows }))).toEqual([
    { table: 'public.parents', rows: 3 },
    { table: 'public.children', rows: 120 },
    { table: 'public.child_counts', rows: 3 },
  ]);
  const read = `select *, details::text as exact, at::text as moment from children where account_id = $1 order by id`;
  const [before, after] = await Promise.all([source, target].map(({ db }) => queryAsOwner(db, read, [A])));
  expect(after?.rows).toEqual(before?.rows);
  const others = await queryAsOwner(target.db, 'select count(*) as n from parents where account_id <> $1', [
    A,
  ]);
  expect(others.rows).toEqual([{ n: 0 }]);
});

test('a table with different columns in both databases is refused', async () => {
  await queryAsOwner(source.db, 'alter table parents add extra int');
  await expect(copyAccountRows(source.db, target.db, { accountId: B, tables })).rejects.toThrow(
    'The table "public"."parents" is not the same in both databases',
  );
});
