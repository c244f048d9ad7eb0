import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/types.gen.ts';
import type { ArchivedTable } from './content.ts';

/** Rows of a transaction. */
const pageRows = 500;

/** How the rows of an account are found in a table. */
function ownRows({ rows = 'account_id' }: ArchivedTable, accountId: string) {
  if (rows === 'members')
    return sql<SqlBool>`t.id in (select m.user_id from memberships m where m.account_id = ${accountId}::uuid)`;
  return sql<SqlBool>`${sql.ref(`t.${rows}`)} = ${accountId}::uuid`;
}

/**
 * The next rows of a table with its archived columns, as PostgreSQL writes them in JSON. The position of a row is its keys,
 * which the database reads back with their own types.
 * @param withoutListings listings whose rows are left out, where the table asks for that
 */
export async function listArchivedRows(
  trx: Transaction<DB>,
  accountId: string,
  table: ArchivedTable,
  { after, withoutListings }: { after: string | null; withoutListings: readonly string[] },
): Promise<{ rows: Record<string, unknown>[]; next: string | null }> {
  const { keys, columns } = table;
  const name = sql.table(table.table);
  const list = (prefix: string, names: readonly string[]) =>
    sql.join(names.map((column) => sql.ref(`${prefix}.${column}`)));
  const object = (names: readonly string[]) =>
    names.length === 0 ? sql`'{}'::json` : sql`(select row_to_json(o) from (select ${list('t', names)}) o)`;
  const position = after === null || keys.length === 0 ? null : after;
  const start =
    position === null ? sql`` : sql`cross join jsonb_populate_record(null::${name}, ${position}::jsonb) p`;
  const beyond = position === null ? sql`` : sql`and (${list('t', keys)}) > (${list('p', keys)})`;
  const permitted =
    table.exportableOnly === true && withoutListings.length > 0
      ? sql`and (t.listing_id is null or t.listing_id <> all(${[...withoutListings]}::uuid[]))`
      : sql``;
  const order = keys.length === 0 ? sql`` : sql`order by ${list('t', keys)}`;
  const { rows } = await sql<{ content: Record<string, unknown>; position: string }>`
    select ${object(columns)} as content, ${object(keys)}::text as position from ${name} t ${start}
     where ${ownRows(table, accountId)} ${beyond} ${permitted} ${order} limit ${pageRows}`.execute(trx);
  const last = rows.length < pageRows ? undefined : rows.at(-1);
  return { rows: rows.map(({ content }) => content), next: last?.position ?? null };
}

/** The column with the owner of a picture, which is its name in the archive, and the one with its media type. */
export interface PictureTable {
  table: 'business_logos' | 'code_logos' | 'user_pictures';
  key: 'business_id' | 'hash' | 'user_id';
}

/** Pictures in the order of their keys. */
export async function listPictures(
  trx: Transaction<DB>,
  accountId: string,
  { table, key }: PictureTable,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ key: string; type: string; bytes: Buffer }[]> {
  const own =
    table === 'user_pictures'
      ? sql<SqlBool>`t.user_id in (select m.user_id from memberships m where m.account_id = ${accountId}::uuid)`
      : sql<SqlBool>`t.account_id = ${accountId}::uuid`;
  const name = sql.ref(`t.${key}`);
  const { rows } = await sql<{ key: string; type: string; bytes: Buffer }>`
    select ${name}::text as key, t.type, t.bytes from ${sql.table(table)} t
     where ${own} and (${after}::text is null or ${name}::text > ${after}) order by ${name}::text limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** Ids of codes in their order. */
export async function listCodeIds(
  trx: Transaction<DB>,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('codes')
    .select('id')
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
