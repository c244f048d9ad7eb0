/**
 * Loads the rows of a backup into a database of the same schema, in one transaction: all of them, or nothing. Triggers do
 * not run, because what they did is in the backup. Foreign keys and indexes are made again after the rows, which checks all
 * of them and takes a fraction of the time; an ordinary owner of the tables may do all of that.
 */
import pg from 'pg';
import type { Database } from '../client.ts';
import { type BackedUpTable, leftOutOf, quoted, readBackedUpTables, textSettings } from './catalog.ts';
import { BackupFileError } from './header.ts';
import { readRows } from './read-rows.ts';
import type { BackupContents, BackupRecord, TableEnd, TableHead } from './records.ts';
import { createRowHash } from './row-hash.ts';
import type { TableSummary } from './write-backup.ts';

type LoadingDatabase = Pick<Database, 'withOwnerConnection' | 'copy' | 'mode'>;

/**
 * @param records of the backup, from the beginning
 * @param afterwards runs in the same transaction, after the last check
 * @returns rows and hash of each table, equal to those of the backup
 * @throws Error when anything differs; the database is as before then
 */
export async function loadBackup(
  db: LoadingDatabase,
  records: AsyncGenerator<BackupRecord>,
  afterwards: (client: pg.Client) => Promise<void>,
): Promise<TableSummary[]> {
  const first = (await records.next()).value as BackupRecord | undefined;
  if (first?.kind !== 'contents') throw new Error('The backup does not begin with its contents.');
  const contents = first.value;
  return db.withOwnerConnection(async (client) => {
    await client.query('begin');
    try {
      await client.query(textSettings);
      const tables = await readBackedUpTables(client, leftOutOf(contents));
      const restore = await takeAwayRules(client, tables);
      const loaded = await loadRecords(db, client, tables, { contents, records });
      await restore();
      await compareRows(db, client, tables, loaded);
      if (db.mode === 'postgres') await client.query('set local role none');
      await afterwards(client);
      await client.query('commit');
      return [...loaded].map(([table, end]) => ({ table, ...end }));
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

interface Definition {
  table: string;
  name: string;
  definition: string;
}

/** Empties the tables and takes away what slows the loading or acts on rows. @returns what puts it all back */
async function takeAwayRules(
  client: pg.Client,
  tables: readonly BackedUpTable[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<Definition>(`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'identity'::regnamespace)`);
  const { rows: indexes } = await client.query<Definition>(`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace) and c.relkind = 'r' and not i.indisprimary
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  const { rows: triggers } = await client.query<Omit<Definition, 'definition'>>(`
    select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgenabled = 'O' and c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace)`);
  const walled = tables.filter((one) => one.walled).map(quoted);
  const run = (statements: string[]) => client.query(statements.join(';\n'));
  await run([
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...triggers.map(({ table, name }) => `alter table ${table} disable trigger ${name}`),
    `truncate ${tables.map(quoted).join(', ')}`,
    ...indexes.map(({ name }) => `drop index ${name}`),
    // COPY refuses tables whose policies apply to whoever loads them.
    ...walled.map((table) => `alter table ${table} no force row level security`),
  ]);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await run([
      ...triggers.map(({ table, name }) => `alter table ${table} enable trigger ${name}`),
      ...walled.map((table) => `alter table ${table} force row level security`),
    ]);
  };
}

async function loadRecords(
  db: LoadingDatabase,
  client: pg.Client,
  tables: readonly BackedUpTable[],
  { contents, records }: { contents: BackupContents; records: AsyncGenerator<BackupRecord> },
): Promise<Map<string, TableEnd>> {
  const missing = new Map(tables.map((table) => [`${table.schema}.${table.table}`, table]));
  const loaded = new Map<string, TableEnd>();
  // Not a `for` loop: a table reads the records of its rows itself.
  for (let next = await records.next(); next.done !== true; next = await records.next()) {
    const record = next.value;
    if (record.kind !== 'table') continue;
    const name = `${record.value.schema}.${record.value.table}`;
    const table = missing.get(name);
    if (table === undefined || !haveSameColumns(table, record.value))
      throw new Error(`The table ${name} of the backup does not fit the database.`);
    missing.delete(name);
    loaded.set(name, await loadTable(db, client, table, records));
  }
  const [left] = missing.keys();
  if (left !== undefined) throw new Error(`The backup does not have the table ${left}.`);
  for (const { schema, name, next } of contents.sequences)
    await client.query('select setval($1::regclass, $2::bigint, false)', [
      `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
      next,
    ]);
  return loaded;
}

const haveSameColumns = (own: BackedUpTable, { columns }: TableHead): boolean =>
  JSON.stringify(own.columns) === JSON.stringify(columns);

async function loadTable(
  db: LoadingDatabase,
  client: pg.Client,
  table: BackedUpTable,
  records: AsyncGenerator<BackupRecord>,
): Promise<TableEnd> {
  let end: TableEnd | null = null;
  const hash = createRowHash();
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: record, done } = await records.next();
      if (done === true) return;
      if (record.kind === 'table-end') end = record.value;
      if (record.kind !== 'rows') return;
      hash.add(record.bytes);
      yield record.bytes;
    }
  }
  const columns = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await db.copy.write(client, `${quoted(table)} (${columns})`, rows());
  const read = hash.end();
  const expected = end as TableEnd | null;
  if (expected?.rows !== read.rows || expected.sha256 !== read.sha256)
    throw new BackupFileError(
      'damaged',
      `the backup is damaged: the rows of ${table.table} do not have their hash.`,
    );
  return expected;
}

/** Reads every table again, because only what can be read back was restored. */
async function compareRows(
  db: LoadingDatabase,
  client: pg.Client,
  tables: readonly BackedUpTable[],
  loaded: ReadonlyMap<string, TableEnd>,
): Promise<void> {
  for (const table of tables) {
    const hash = createRowHash();
    for await (const bytes of readRows(db, client, table)) hash.add(bytes);
    const found = hash.end();
    const expected = loaded.get(`${table.schema}.${table.table}`);
    if (found.rows !== expected?.rows || found.sha256 !== expected.sha256)
      throw new Error(
        `The table ${table.table} differs from the backup after it was loaded (${expected?.rows} rows became ${found.rows}).`,
      );
  }
}
