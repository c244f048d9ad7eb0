/** What a backup needs to know of the tables, read from the database itself, so that no new table is forgotten. */
import pg from 'pg';
import type { BackupContents } from './records.ts';

export interface BackedUpTable {
  schema: string;
  table: string;
  /** Columns that are stored, sorted by name: databases that were migrated in other steps have them in another order. */
  columns: { name: string; type: string }[];
  /** SQL that sorts the rows the same in every database. */
  order: string;
  /** Row-level security applies to the owner too, who reads as `kindling_system`. */
  walled: boolean;
}

/** Tables whose rows live for minutes, or must not come back with an older backup. */
export const leftOutTables: Readonly<Record<string, string>> = {
  'public.kindling_migrations': 'made by the migrations, and in the contents of the backup',
  'public.restores': 'about this database, not about its rows',
  'public.oauth_states': 'authorizations that were begun live for minutes',
  'public.platform_rate_limits': 'the pace of calls that were made just now',
  'public.rate_limits': 'counts of minutes',
  'public.recent_changes': 'where replicas stood a minute ago',
  'public.spent_proofs': 'proofs of work live for minutes',
  'identity.browser_session':
    'a session that was ended since the backup must stay ended, so people sign in again',
  'identity.record': 'belongs to sessions',
  'identity.one_time_token': 'links in mails live for hours, and one that was used must stay used',
  'identity.rate_limit': 'counts attempts of minutes',
  'identity.registration': 'a sign-up that was not confirmed is repeated',
};

/** What backups left out before the list was in them. It stays as it is. */
const leftOutWithoutList: readonly string[] = [
  'public.kindling_migrations',
  'public.restores',
  'public.oauth_states',
  'public.platform_rate_limits',
  'public.rate_limits',
  'public.recent_changes',
  'public.spent_proofs',
  'identity.browser_session',
  'identity.record',
  'identity.one_time_token',
  'identity.rate_limit',
  'identity.registration',
];

/** What a backup left out, also where this version leaves out something else. */
export const leftOutOf = ({ leftOut }: Pick<BackupContents, 'leftOut'>): readonly string[] =>
  leftOut ?? leftOutWithoutList;

export const quoted = ({ schema, table }: { schema: string; table: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;

interface CatalogRow {
  schema: string;
  table: string;
  walled: boolean;
  columns: { name: string; type: string; collated: boolean }[];
  key: string[] | null;
}

/** All tables of the product and of the sign-in service, sorted by name. @param leftOut names with their schema */
export async function readBackedUpTables(
  client: pg.Client,
  leftOut: readonly string[] = Object.keys(leftOutTables),
): Promise<BackedUpTable[]> {
  const { rows } = await client.query<CatalogRow>(`
    select n.nspname as schema, c.relname as table, c.relforcerowsecurity as walled,
           (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                                              'collated', a.attcollation <> 0) order by a.attname collate "C")
              from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select array_agg(a.attname::text order by k.position)
              from pg_index i cross join unnest(i.indkey) with ordinality k (number, position)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
             where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'identity') and not c.relispartition
     order by n.nspname, c.relname`);
  return rows
    .filter(({ schema, table }) => !leftOut.includes(`${schema}.${table}`))
    .map(({ schema, table, walled, columns, key }) => ({
      schema,
      table,
      walled,
      columns: columns.map(({ name, type }) => ({ name, type })),
      order: orderOf(columns, key),
    }));
}

/** By bytes, because databases have different collations. */
function orderOf(columns: CatalogRow['columns'], key: string[] | null): string {
  const collated = new Set(columns.filter(({ collated }) => collated).map(({ name }) => name));
  if (key === null)
    return `row(${columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ')})::text collate "C"`;
  return key
    .map((name) => `${pg.escapeIdentifier(name)}${collated.has(name) ? ' collate "C"' : ''}`)
    .join(', ');
}

/** The rows of a table as a backup stores them. */
export function rowsQuery(table: BackedUpTable): string {
  const columns = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  return `select ${columns} from ${quoted(table)} order by ${table.order}`;
}

/** Text is the same in every database only with the same settings. */
export const textSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

export async function readSequences(
  client: pg.Client,
): Promise<{ schema: string; name: string; next: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; next: string }>(
    `select schemaname as schema, sequencename as name, (coalesce(last_value + increment_by, start_value))::text as next
       from pg_sequences where schemaname in ('public', 'identity') order by 1, 2`,
  );
  return rows;
}
