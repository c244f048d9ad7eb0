import type { Language } from '@kindling/contract/constants';
import type { NoticeInput, NoticeTone } from '@kindling/contract/maintenance';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface ModeRow {
  read_only_since: Date | null;
  changed_by: string | null;
  changed_at: Date | null;
  version: number;
}

export interface NoticeRow {
  id: string;
  tone: NoticeTone;
  texts: Partial<Record<Language, string>>;
  fallback: Language;
  shown_from: Date;
  work_from: Date | null;
  shown_until: Date;
  version: number;
  /** Name of the person. */
  changed_by: string | null;
  changed_at: Date;
}

export async function getMode(system: Transaction<DB>): Promise<ModeRow> {
  return system
    .selectFrom('maintenance_mode')
    .leftJoin('users', 'users.id', 'maintenance_mode.changed_by')
    .select(['read_only_since', 'users.display_name as changed_by', 'changed_at', 'version'])
    .executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends. */
export async function lockMode(
  system: Transaction<DB>,
): Promise<Pick<ModeRow, 'read_only_since' | 'version'>> {
  return system
    .selectFrom('maintenance_mode')
    .select(['read_only_since', 'version'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setMode(
  system: Transaction<DB>,
  mode: { readOnlySince: Date | null; changedBy: string | null; at: Date },
): Promise<void> {
  await system
    .updateTable('maintenance_mode')
    .set((eb) => ({
      read_only_since: mode.readOnlySince,
      changed_by: mode.changedBy,
      changed_at: mode.at,
      version: eb('version', '+', 1),
    }))
    .execute();
}

/** Notices that end after `now`, in the order of their beginning. */
export async function listOpenNotices(
  system: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<NoticeRow[]> {
  const rows = await system
    .selectFrom('maintenance_notices')
    .leftJoin('users', 'users.id', 'maintenance_notices.changed_by')
    .select([
      'maintenance_notices.id as id',
      'tone',
      'texts',
      'fallback',
      'shown_from',
      'work_from',
      'shown_until',
      'version',
      'users.display_name as changed_by',
      'changed_at',
    ])
    .where('shown_until', '>', now)
    .orderBy('shown_from')
    .orderBy('maintenance_notices.id')
    .limit(limit)
    .execute();
  // Checks and the contract allow exactly these words.
  return rows as NoticeRow[];
}

export async function countOpenNotices(system: Transaction<DB>, now: Date): Promise<number> {
  const { count } = await system
    .selectFrom('maintenance_notices')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('shown_until', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NoticeChange {
  id: string;
  notice: NoticeInput;
  changedBy: string;
  at: Date;
}

export async function insertNotice(system: Transaction<DB>, change: NoticeChange): Promise<void> {
  await system
    .insertInto('maintenance_notices')
    .values({ id: change.id, ...columnsOf(change) })
    .execute();
}

/** @returns false, without a change, when the notice has another version */
export async function updateNotice(
  system: Transaction<DB>,
  { version, ...change }: NoticeChange & { version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await system
    .updateTable('maintenance_notices')
    .set({ ...columnsOf(change), version: version + 1 })
    .where('id', '=', change.id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false, without a change, when the notice has another version */
export async function deleteNotice(system: Transaction<DB>, id: string, version: number): Promise<boolean> {
  const { numDeletedRows } = await system
    .deleteFrom('maintenance_notices')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isNoticePresent(system: Transaction<DB>, id: string): Promise<boolean> {
  const row = await system
    .selectFrom('maintenance_notices')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

function columnsOf({ notice, changedBy, at }: NoticeChange) {
  return {
    tone: notice.tone,
    texts: sql<NoticeRow['texts']>`${JSON.stringify(notice.texts)}::jsonb`,
    fallback: notice.fallback,
    shown_from: new Date(notice.shownFrom),
    work_from: notice.workFrom === null ? null : new Date(notice.workFrom),
    shown_until: new Date(notice.shownUntil),
    changed_by: changedBy,
    changed_at: at,
  };
}
