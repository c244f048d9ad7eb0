import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/types.gen.ts';

export interface ArchiveRow {
  account_id: string;
  id: string;
  user_id: string;
  language: string;
  state: string;
  failure: string | null;
  progress: unknown;
  files_done: number;
  files_total: number;
  bytes: number;
  parts: number;
  created_at: Date;
  ready_at: Date | null;
  expires_at: Date;
}

const columns = [
  'account_id',
  'id',
  'user_id',
  'language',
  'state',
  'failure',
  'progress',
  'files_done',
  'files_total',
  'bytes',
  'parts',
  'created_at',
  'ready_at',
  'expires_at',
] as const;

const isKept = sql<SqlBool>`expires_at > now()`;

/** The archive of the account that is not expired, replaced or deleted. */
export async function findArchive(trx: Transaction<DB>, accountId: string): Promise<ArchiveRow | null> {
  const row = await trx
    .selectFrom('account_archives')
    .select(columns)
    .where('account_id', '=', accountId)
    .where(isKept)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findArchiveById(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<ArchiveRow | null> {
  const row = await trx
    .selectFrom('account_archives')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isKept)
    .executeTakeFirst();
  return row ?? null;
}

/** Archives that the account began since, whatever became of them: their rows are kept for a day at least. */
export async function countBegunArchives(
  trx: Transaction<DB>,
  accountId: string,
  since: Date,
): Promise<number> {
  const row = await trx
    .selectFrom('account_archives')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertArchive(
  trx: Transaction<DB>,
  accountId: string,
  row: { id: string; userId: string; language: string; filesTotal: number; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('account_archives')
    .values({
      account_id: accountId,
      id: row.id,
      user_id: row.userId,
      language: row.language,
      files_total: row.filesTotal,
      expires_at: row.expiresAt,
    })
    .execute();
}

/** Nobody gets the archives of the account from now on, and the sweep deletes their parts. */
export async function expireArchives(trx: Transaction<DB>, accountId: string): Promise<boolean> {
  const result = await trx
    .updateTable('account_archives')
    .set({ expires_at: sql`now()`, ticket_hash: null })
    .where('account_id', '=', accountId)
    .where(isKept)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Stores the next part with how far the archive is. False when another worker has stored it, or the archive is wanted no
 * more; then nothing is stored.
 */
export async function storeArchivePart(
  trx: Transaction<DB>,
  { account_id, id, parts }: Pick<ArchiveRow, 'account_id' | 'id' | 'parts'>,
  part: { bytes: Buffer; directory: Buffer; progress: unknown; filesDone: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('account_archives')
    .set({
      progress: JSON.stringify(part.progress),
      files_done: part.filesDone,
      bytes: sql`bytes + ${part.bytes.length}::bigint`,
      parts: sql`parts + 1`,
      touched_at: sql`now()`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('parts', '=', parts)
    .where(isKept)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await trx
    .insertInto('account_archive_parts')
    .values({
      account_id,
      archive_id: id,
      number: parts,
      bytes: part.bytes,
      directory: part.directory,
    })
    .execute();
  return true;
}

/** The records of all finished files in their order. */
export async function readDirectory(trx: Transaction<DB>, accountId: string, id: string): Promise<Buffer> {
  const rows = await trx
    .selectFrom('account_archive_parts')
    .select('directory')
    .where('account_id', '=', accountId)
    .where('archive_id', '=', id)
    .where(sql<SqlBool>`length(directory) > 0`)
    .orderBy('number')
    .execute();
  return Buffer.concat(rows.map(({ directory }) => directory));
}

export async function endArchive(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  end: { state: 'ready'; expiresAt: Date } | { state: 'failed'; failure: string },
): Promise<void> {
  await trx
    .updateTable('account_archives')
    .set(
      end.state === 'ready'
        ? { state: 'ready', ready_at: sql`now()`, expires_at: end.expiresAt }
        : { state: 'failed', failure: end.failure },
    )
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Starts an archive from its beginning: its sources are not those of this version. */
export async function resetArchive(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  filesTotal: number,
): Promise<void> {
  await trx
    .deleteFrom('account_archive_parts')
    .where('account_id', '=', accountId)
    .where('archive_id', '=', id)
    .execute();
  await trx
    .updateTable('account_archives')
    .set({ progress: JSON.stringify({}), files_done: 0, files_total: filesTotal, bytes: 0, parts: 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function setArchiveTicket(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  ticket: { hash: Buffer; userId: string; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('account_archives')
    .set({ ticket_hash: ticket.hash, ticket_user_id: ticket.userId, ticket_expires_at: ticket.expiresAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Across all accounts: an address names none. It works once. */
export async function takeArchiveTicket(
  trx: Transaction<DB>,
  hash: Buffer,
): Promise<(ArchiveRow & { ticket_user_id: string | null }) | null> {
  const row = await trx
    .updateTable('account_archives')
    .set({ ticket_hash: null })
    .where('ticket_hash', '=', hash)
    .where(sql<SqlBool>`ticket_expires_at > now()`)
    .where('state', '=', 'ready')
    .where(isKept)
    .returning([...columns, 'ticket_user_id'])
    .executeTakeFirst();
  return row ?? null;
}

export async function findArchivePart(
  trx: Transaction<DB>,
  accountId: string,
  { id, number }: { id: string; number: number },
): Promise<Buffer | null> {
  const row = await trx
    .selectFrom('account_archive_parts')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('archive_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Bytes of all archives of the installation. */
export async function sumArchiveBytes(trx: Transaction<DB>): Promise<number> {
  const row = await trx
    .selectFrom('account_archives')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow();
  return row.bytes;
}

/** Deletes parts of archives that nobody gets any more. Returns how many. */
export async function deleteExpiredParts(trx: Transaction<DB>, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from account_archive_parts p using (
      select o.account_id, o.archive_id, o.number from account_archive_parts o
        join account_archives a on a.account_id = o.account_id and a.id = o.archive_id
       where a.expires_at <= now() or a.state = 'failed' limit ${limit}) gone
     where p.account_id = gone.account_id and p.archive_id = gone.archive_id and p.number = gone.number
    returning p.number`.execute(trx);
  return rows.length;
}

/** Deletes the rows of archives without parts that are older than a day: until then they count for the limit. */
export async function deleteExpiredArchives(trx: Transaction<DB>): Promise<void> {
  await sql`delete from account_archives a
    where a.expires_at <= now() and a.created_at < now() - interval '1 day' and not exists (
      select from account_archive_parts p where p.account_id = a.account_id and p.archive_id = a.id)`.execute(
    trx,
  );
  await sql`update account_archives set bytes = 0 where bytes > 0 and (expires_at <= now() or state = 'failed')`.execute(
    trx,
  );
}

/** Running archives that no worker has touched for so long, and whether they have taken too long. */
export async function listNeglectedArchives(
  trx: Transaction<DB>,
  idleSeconds: number,
): Promise<{ account_id: string; id: string; is_too_old: boolean }[]> {
  return trx
    .selectFrom('account_archives')
    .select(['account_id', 'id', sql<boolean>`created_at < now() - interval '23 hours'`.as('is_too_old')])
    .where('state', '=', 'running')
    .where(isKept)
    .where(sql<SqlBool>`touched_at <= now() - ${idleSeconds} * interval '1 second'`)
    .limit(200)
    .execute();
}

export async function findAccountName(trx: Transaction<DB>, accountId: string): Promise<string> {
  const row = await trx.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirst();
  return row?.name ?? '';
}
