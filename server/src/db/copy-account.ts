/**
 * Copies one account's rows from one database to another (from the embedded one to a server, or back) and verifies that
 * both are equal. Values are copied in PostgreSQL's text format, which is exact for every type.
 */
import pg from 'pg';
import type { Database } from './client.ts';

export interface CopyTable {
  schema: string;
  table: string;
  /** SQL condition that selects the account's rows; `$1` is its id as text, or `parameter`. */
  where: string;
  parameter?: string;
  /** Columns that identify a row; the comparison sorts by them. */
  keys: readonly string[];
  /** Filled by triggers of tables before it, so its rows are compared and not copied. */
  derived?: boolean;
  /** Triggers of tables before it write rows into it; they are deleted before the source's rows are copied. */
  clearFirst?: boolean;
  /**
   * Role for reading and writing the rows, for example `kindling_system` where row-level security applies to the owner
   * too.
   */
  role?: string;
}

export interface CopyOptions {
  accountId: string;
  /** Parents before children. */
  tables: readonly CopyTable[];
  /** Rows per round trip (default 500). */
  batchSize?: number;
}

export interface CopiedTable {
  table: string;
  rows: number;
  /** MD5 of the sorted rows' MD5s; equal in both databases. */
  hash: string;
}

interface Column {
  name: string;
  type: string;
}

const DEFAULT_BATCH_SIZE = 500;

/**
 * Copies the tables in order, in one transaction of the target and from one snapshot of the source, and then compares row
 * counts and hashes.
 * @throws Error with one sentence when anything differs; the whole copy is rolled back.
 */
export async function copyAccountRows(
  source: Pick<Database, 'withOwnerConnection'>,
  target: Pick<Database, 'withOwnerConnection'>,
  options: CopyOptions,
): Promise<CopiedTable[]> {
  return source.withOwnerConnection((from) =>
    target.withOwnerConnection((to) =>
      inTransaction(from, 'begin isolation level repeatable read read only', () =>
        inTransaction(to, 'begin', async () => {
          const moved: CopiedTable[] = [];
          for (const table of options.tables) moved.push(await copyTable(from, to, table, options));
          return moved;
        }),
      ),
    ),
  );
}

async function inTransaction<T>(client: pg.Client, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The server rolls back a lost connection. Report the first error, not that of the rollback.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function copyTable(
  from: pg.Client,
  to: pg.Client,
  table: CopyTable,
  options: CopyOptions,
): Promise<CopiedTable> {
  const name = `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.table)}`;
  const role = table.role === undefined ? 'none' : pg.escapeIdentifier(table.role);
  for (const client of [from, to]) await client.query(`set local role ${role}`);
  const columns = await columnsOf(from, name);
  const targetColumns = await columnsOf(to, name);
  if (JSON.stringify(columns) !== JSON.stringify(targetColumns)) {
    throw new Error(
      `The table ${name} is not the same in both databases; bring both to the same version first.`,
    );
  }
  const parameter = table.parameter ?? options.accountId;
  if (table.clearFirst) await to.query(`delete from ${name} where ${table.where}`, [parameter]);
  if (!table.derived) await copyRows(from, to, name, columns, table, options);
  const before = await tableChecksum(from, name, columns, table, parameter);
  const after = await tableChecksum(to, name, columns, table, parameter);
  if (before.rows !== after.rows || before.hash !== after.hash) {
    throw new Error(
      `The copy of ${name} differs from its source (${before.rows} rows became ${after.rows}); nothing was kept.`,
    );
  }
  return { table: `${table.schema}.${table.table}`, ...after };
}

/** Writable columns sorted by name, so that databases with another column order compare as equal. */
async function columnsOf(client: pg.Client, name: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attname collate "C"`,
    [name],
  );
  return rows;
}

async function copyRows(
  from: pg.Client,
  to: pg.Client,
  name: string,
  columns: readonly Column[],
  table: CopyTable,
  options: CopyOptions,
): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column.name));
  const texts = names.map((column) => `${column}::text`).join(', ');
  await from.query(`declare moving no scroll cursor for select ${texts} from ${name} where ${table.where}`, [
    table.parameter ?? options.accountId,
  ]);
  const casts = columns.map((column, index) => `v.c${index}::${column.type}`).join(', ');
  const lists = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  const insert = `insert into ${name} (${names.join(', ')}) overriding system value
    select ${casts} from unnest(${lists}) as v(${aliases})`;
  const fetch = `fetch ${options.batchSize ?? DEFAULT_BATCH_SIZE} from moving`;
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({ text: fetch, rowMode: 'array' });
    if (rows.length === 0) break;
    await to.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  }
  await from.query('close moving');
}

async function tableChecksum(
  client: pg.Client,
  name: string,
  columns: readonly Column[],
  table: CopyTable,
  parameter: string,
): Promise<{ rows: number; hash: string }> {
  const texts = columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`).join(', ');
  // Sort by bytes, because the two databases may have different collations.
  const order = table.keys.map((key) => `${pg.escapeIdentifier(key)}::text collate "C"`).join(', ');
  const { rows } = await client.query<{ rows: number; hash: string }>(
    `select count(*) as rows, md5(coalesce(string_agg(md5(row(${texts})::text), '' order by ${order}), '')) as hash
     from ${name} where ${table.where}`,
    [parameter],
  );
  const [result] = rows;
  if (!result) throw new Error(`The table ${name} could not be compared.`);
  return result;
}
