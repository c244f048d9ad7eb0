import type { ImportProblem, ImportSettings } from '@kindling/contract/imports';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Layout } from './layout.ts';

export interface ImportFile {
  name: string;
  bytes: number;
  /** Modification time in ms since 1970, as the sender claims; missing when the sender did not give it. */
  lastModified?: number | undefined;
}

export interface ImportRow {
  id: string;
  state: string;
  kind: string | null;
  hidden: boolean;
  files: ImportFile[];
  location_id: string | null;
  location_name: string | null;
  source: string | null;
  layout: Layout | null;
  settings: ImportSettings | null;
  rows: number;
  done: number;
  added: number;
  unchanged: number;
  changed: number;
  invalid: number;
  problem: ImportProblem | null;
  problem_line: number | null;
  created_at: Date;
  created_by_name: string | null;
  updated_at: Date;
  finished_at: Date | null;
}

function selectImports(trx: Transaction<DB>, accountId: string) {
  return trx
    .selectFrom('imports as i')
    .leftJoin('locations as l', (join) =>
      join.onRef('l.account_id', '=', 'i.account_id').onRef('l.id', '=', 'i.location_id'),
    )
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.account_id', '=', 'i.account_id').onRef('m.user_id', '=', 'i.created_by'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'i.id',
      'i.state',
      'i.kind',
      'i.hidden',
      'i.location_id',
      'l.name as location_name',
      'i.source',
      'i.rows',
      'i.done',
      'i.added',
      'i.unchanged',
      'i.changed',
      'i.invalid',
      'i.problem_line',
      'i.created_at',
      'i.updated_at',
      'i.finished_at',
      sql<ImportFile[]>`i.files`.as('files'),
      sql<Layout | null>`i.layout`.as('layout'),
      sql<ImportSettings | null>`i.settings`.as('settings'),
      sql<ImportProblem | null>`i.problem`.as('problem'),
      sql<string | null>`coalesce(nullif(u.display_name, ''), u.email)`.as('created_by_name'),
    ])
    .where('i.account_id', '=', accountId);
}

/** Newest first; all imports, or those that changed in the last day. */
export function listImportRows(
  trx: Transaction<DB>,
  accountId: string,
  options: { recent: boolean; limit: number },
): Promise<ImportRow[]> {
  return selectImports(trx, accountId)
    .$if(options.recent, (query) => query.where(sql<SqlBool>`i.updated_at > now() - interval '1 day'`))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(options.limit)
    .execute();
}

/** Ids of the imports in these states that this person began, newest first. */
export async function listOwnImportIdsInStates(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  states: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .where('state', 'in', [...states])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.id);
}

export async function findImportRow(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<ImportRow | null> {
  return (await selectImports(trx, accountId).where('i.id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertImport(
  trx: Transaction<DB>,
  accountId: string,
  created: { id: string; userId: string; files: readonly ImportFile[] },
): Promise<void> {
  await trx
    .insertInto('imports')
    .values({
      account_id: accountId,
      id: created.id,
      created_by: created.userId,
      files: JSON.stringify(created.files),
    })
    .execute();
}

/** Locks an import in the state `uploading` until the end of the transaction. @returns false in another state */
export async function lockUploadingImport(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to the number of bytes written for an import. */
export async function addWrittenBytes(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  bytes: number,
): Promise<void> {
  await sql`update imports set written = written + ${bytes}, updated_at = clock_timestamp()
             where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export interface ImportChange {
  state?: string;
  kind?: string;
  locationId?: string;
  source?: string;
  layout?: Layout | null;
  settings?: ImportSettings | null;
  hidden?: boolean;
  rows?: number;
  problem?: ImportProblem | null;
  problemLine?: number | null;
  finished?: true;
  /** Resets all counts and the progress to 0. */
  resetCounts?: true;
  /** Releases the lease. */
  releaseLease?: true;
}

/**
 * Changes an import if it is in one of these states. The row stays locked until the end of the transaction.
 * @returns false in another state
 */
export async function changeImport(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  from: readonly string[],
  change: ImportChange,
): Promise<boolean> {
  const { layout, settings } = change;
  const result = await trx
    .updateTable('imports')
    .set({
      updated_at: sql`clock_timestamp()`,
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.kind === undefined ? {} : { kind: change.kind }),
      ...(change.locationId === undefined ? {} : { location_id: change.locationId }),
      ...(change.source === undefined ? {} : { source: change.source }),
      ...(layout === undefined ? {} : { layout: jsonOrNull(layout) }),
      ...(settings === undefined ? {} : { settings: jsonOrNull(settings) }),
      ...(change.hidden === undefined ? {} : { hidden: change.hidden }),
      ...(change.rows === undefined ? {} : { rows: change.rows }),
      ...(change.problem === undefined
        ? {}
        : { problem: change.problem, problem_line: change.problemLine ?? null }),
      ...(change.finished ? { finished_at: sql<Date>`now()` } : {}),
      ...(change.resetCounts ? { done: 0, added: 0, unchanged: 0, changed: 0, invalid: 0 } : {}),
      ...(change.releaseLease ? { worker: null, lease_until: null } : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Notes that an import was undone, for a restored backup from before; its reviews are deleted one by one. */
export async function undoAgain(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await changeImport(trx, accountId, id, ['finished'], { state: 'undone', hidden: false });
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

export interface ImportCounts {
  done: number;
  added: number;
  unchanged: number;
  changed: number;
  invalid: number;
}

export const zeroCounts: ImportCounts = { done: 0, added: 0, unchanged: 0, changed: 0, invalid: 0 };

/**
 * Adds a page's counts and renews the lease.
 * @returns false when this worker has lost the lease or the import was discarded; the caller must then roll back the page
 */
export async function addCountsAndRenewLease(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  holder: { worker: string; state: string; leaseSeconds: number },
  counts: ImportCounts,
): Promise<boolean> {
  const result = await sql`
    update imports
       set done = done + ${counts.done}, added = added + ${counts.added}, unchanged = unchanged + ${counts.unchanged},
           changed = changed + ${counts.changed}, invalid = invalid + ${counts.invalid},
           lease_until = now() + make_interval(secs => ${holder.leaseSeconds}), updated_at = clock_timestamp()
     where account_id = ${accountId}::uuid and id = ${id}::uuid and worker = ${holder.worker}::uuid
       and state = ${holder.state}`.execute(trx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/**
 * Acquires the lease, so that this worker is the only one that reads files of the account. Two imports at once would not
 * see each other's rows and could miss or duplicate some.
 * @returns `busy` while another worker has a lease, null when the import is in none of these states
 */
export async function acquireImportLease(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  states: readonly string[],
  holder: { worker: string; leaseSeconds: number },
): Promise<{ state: string; hidden: boolean } | 'busy' | null> {
  // Locking the account's row serializes workers that acquire a lease at the same moment.
  await sql`select from accounts where id = ${accountId}::uuid for no key update`.execute(trx);
  const { rows } = await sql<{ state: string; hidden: boolean; busy: boolean }>`
    select i.state, i.hidden, exists (
             select from imports o where o.account_id = i.account_id and o.lease_until > now()) as busy
      from imports i
     where i.account_id = ${accountId}::uuid and i.id = ${id}::uuid
       and i.state = any(${[...states]}::text[])`.execute(trx);
  const [row] = rows;
  if (row === undefined) return null;
  if (row.busy) return 'busy';
  await sql`
    update imports set worker = ${holder.worker}::uuid,
           lease_until = now() + make_interval(secs => ${holder.leaseSeconds}), updated_at = clock_timestamp()
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
  return row;
}

/** Releases the lease if this worker still holds it. */
export async function releaseImportLease(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  worker: string,
): Promise<void> {
  await sql`update imports set worker = null, lease_until = null
             where account_id = ${accountId}::uuid and id = ${id}::uuid and worker = ${worker}::uuid`.execute(
    trx,
  );
}

/** Expires every lease, also for runs that no worker has started yet. Only when no other process can hold a lease. */
export async function expireLeases(system: Transaction<DB>): Promise<void> {
  await sql`update imports set lease_until = now()
             where lease_until > now() or (lease_until is null and state in ('checking', 'publishing', 'undoing'))`.execute(
    system,
  );
}

/** Ids of the locations that have reviews from finished imports. */
export async function listImportedLocations(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('imports')
    .select('location_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('state', '=', 'finished')
    .where('location_id', 'is not', null)
    .execute();
  return rows.flatMap((row) => (row.location_id === null ? [] : [row.location_id]));
}

/** Sets the final number of added reviews. */
export async function setAddedCount(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  added: number,
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ added })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function findTimeZone(trx: Transaction<DB>, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.time_zone;
}

/**
 * Lists at most `limit` abandoned imports of all accounts: `resume` was started and no worker has its lease, `discard` has
 * had no action of its owner for `days` days.
 */
export async function listAbandonedImports(
  system: Transaction<DB>,
  days: number,
  limit: number,
): Promise<{ account_id: string; id: string; need: 'resume' | 'discard' }[]> {
  const { rows } = await sql<{ account_id: string; id: string; need: 'resume' | 'discard' }>`
    select account_id, id, case when state in ('checking', 'publishing', 'undoing') then 'resume' else 'discard' end as need
      from imports
     where (state in ('checking', 'publishing', 'undoing') and coalesce(lease_until, updated_at + interval '1 minute') < now())
        or (state in ('uploading', 'read', 'checked') and updated_at < now() - make_interval(days => ${days}))
     order by updated_at limit ${limit}`.execute(system);
  return rows;
}
