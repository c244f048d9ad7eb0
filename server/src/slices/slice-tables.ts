import type { CopyTable } from '../db/copy-account.ts';
import type { BulkTable } from '../db/delete-pages.ts';
import type { DB } from '../db/types.gen.ts';

/** A table with rows of accounts. */
export interface AccountTable extends CopyTable {
  /**
   * A table of a lower slice that must be copied after this one. Tables are copied in the order of the slices, parents
   * first; this is for a child table in a lower slice than its parent.
   */
  before?: string;
  /** A table of a slice above that must be copied before this one: the parent of a child that lies below it. */
  after?: string;
  /** Column with the id of a person: the rows of the account's members are copied whom the target does not know yet. */
  memberColumn?: string;
}

/** The tables that a slice owns: no other slice may write them (`tools/lib/text-boundaries.mjs`). */
export interface SliceTables {
  /** Tables that are copied when an account moves to another database, parents first. */
  account: readonly AccountTable[];
  /** Tables that are not copied: queues, one-time states and rows without an account. */
  other: readonly string[];
  /**
   * Tables in which one account may have more rows than one statement deletes in time, children first. The end of an account deletes
   * these rows page by page before it deletes the account.
   */
  bulk?: readonly (keyof DB | BulkTable)[];
}

/** A table whose rows carry the account's id. @param keys columns that identify a row */
export function accountTable(
  table: string,
  keys: readonly string[],
  more: Partial<AccountTable> = {},
): AccountTable {
  return {
    schema: 'public',
    table,
    keys,
    where: 'account_id = $1::uuid',
    // Row-level security applies to the owner of the tables, too.
    role: 'kindling_system',
    ...more,
  };
}

/** The tables of an account in the order in which they are copied. */
export function accountTablesOf(slices: readonly { tables: SliceTables }[]): AccountTable[] {
  const ordered: AccountTable[] = [];
  const tables = slices.flatMap((slice) => slice.tables.account);
  for (const table of tables.filter(({ after }) => after === undefined)) {
    const position = ordered.findIndex((one) => one.table === table.before);
    if (table.before !== undefined && position === -1)
      throw new Error(
        `The table ${table.before}, which ${table.table} comes before, belongs to no slice below.`,
      );
    ordered.splice(position === -1 ? ordered.length : position, 0, table);
  }
  for (const table of tables.filter(({ after }) => after !== undefined)) {
    const position = ordered.findIndex((one) => one.table === table.after);
    if (position === -1)
      throw new Error(`The table ${table.after}, which comes before ${table.table}, belongs to no slice.`);
    ordered.splice(position + 1, 0, table);
  }
  return ordered;
}

/** The bulk tables in the order in which an account's rows are deleted: children first, and last those that triggers fill. */
export function bulkTablesOf(slices: readonly { tables: SliceTables }[]): BulkTable[] {
  const bulk = slices
    .toReversed()
    .flatMap(({ tables }) => tables.bulk ?? [])
    .map((table) => (typeof table === 'string' ? { table } : table));
  const derived = new Set<string>(
    slices.flatMap(({ tables }) => tables.account.filter((table) => table.derived).map(({ table }) => table)),
  );
  return [
    ...bulk.filter(({ table }) => !derived.has(table)),
    ...bulk.filter(({ table }) => derived.has(table)),
  ];
}
