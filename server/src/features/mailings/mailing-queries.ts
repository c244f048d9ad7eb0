/** SQL about mailings. All of it needs a transaction of the system. */
import type { Language } from '@kindling/contract/constants';
import type {
  MailingDraft,
  MailingKind,
  MailingState,
  MailingText,
  Segment,
  StopReason,
} from '@kindling/contract/mailings';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';

export interface MailingRow {
  id: string;
  kind: MailingKind;
  state: MailingState;
  segment: Segment;
  texts: Partial<Record<Language, MailingText>>;
  fallback: Language;
  per_minute: number;
  version: number;
  changed_at: Date;
  confirmed_by: string | null;
  recipients: number | null;
  listed: number | null;
  starts_at: Date | null;
  time_zone: string | null;
  next_part_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  stop_reason: StopReason | null;
}

/** With the names of the administrators. */
export interface ShownMailingRow extends MailingRow {
  changed_by_name: string | null;
  confirmed_by_name: string | null;
  stopped_by_name: string | null;
}

const columns =
  sql.raw(`m.id, m.kind, m.state, m.segment, m.texts, m.fallback, m.per_minute, m.version, m.changed_at,
  m.confirmed_by, m.recipients, m.listed, m.starts_at, m.time_zone, m.next_part_at, m.started_at, m.ended_at, m.stop_reason`);
const names = sql.raw(`changer.display_name as changed_by_name, confirmer.display_name as confirmed_by_name,
  stopper.display_name as stopped_by_name`);
const withNames = sql.raw(`mailings m left join users changer on changer.id = m.changed_by
  left join users confirmer on confirmer.id = m.confirmed_by left join users stopper on stopper.id = m.stopped_by`);

export async function findMailing(system: Transaction<DB>, id: string): Promise<ShownMailingRow | null> {
  const { rows } = await sql<ShownMailingRow>`
    select ${columns}, ${names} from ${withNames} where m.id = ${id}::uuid`.execute(system);
  return rows[0] ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockMailing(system: Transaction<DB>, id: string): Promise<MailingRow | null> {
  const { rows } = await sql<MailingRow>`
    select ${columns} from mailings m where m.id = ${id}::uuid for update`.execute(system);
  return rows[0] ?? null;
}

/** As a row of the list: how many recipients are done, how many mails are on their way, and its place in the order. */
export type ListedMailingRow = ShownMailingRow & { done: number | null; queued: number; position: string };

export async function listMailings(
  system: Transaction<DB>,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<ListedMailingRow[]> {
  const behind =
    after === null
      ? sql``
      : sql`where (m.changed_at, m.id) < (${after.time}::timestamptz, ${after.id}::uuid)`;
  // From the mails on their way, which are few, because a mailing may have many recipients.
  const { rows } = await sql<ListedMailingRow>`
    with open_mails as materialized (
      select r.mailing_id, count(*)::int as count
        from emails e join mailing_recipients r on r.email_id = e.id and r.state = 'queued'
       where e.state in ('queued', 'sending')
       group by r.mailing_id
    )
    select ${columns}, ${names}, coalesce((select o.count from open_mails o where o.mailing_id = m.id), 0) as queued,
           case when m.state = 'sending' then m.listed - (select count(*)::int from mailing_recipients r
             where r.mailing_id = m.id and r.state = 'waiting') end as done,
           to_char(m.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from ${withNames} ${behind}
     order by m.changed_at desc, m.id desc limit ${limit}`.execute(system);
  return rows;
}

/** Keeps two administrators from exceeding a limit together. */
export async function lockDrafts(system: Transaction<DB>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('mailing drafts'))`.execute(system);
  const { count } = await system
    .selectFrom('mailings')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface DraftChange {
  draft: MailingDraft;
  adminId: string;
  at: Date;
}

export async function insertMailing(system: Transaction<DB>, id: string, change: DraftChange): Promise<void> {
  await system
    .insertInto('mailings')
    .values({ id, created_at: change.at, ...columnsOf(change) })
    .execute();
}

/** The caller has locked the row and compared its version. */
export async function updateDraft(system: Transaction<DB>, id: string, change: DraftChange): Promise<void> {
  await system
    .updateTable('mailings')
    .set((eb) => ({ ...columnsOf(change), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

function columnsOf({ draft, adminId, at }: DraftChange) {
  return {
    kind: draft.kind,
    segment: sql<Segment>`${JSON.stringify(draft.segment)}::jsonb`,
    texts: sql<MailingRow['texts']>`${JSON.stringify(draft.texts)}::jsonb`,
    fallback: draft.fallback,
    per_minute: draft.perMinute,
    changed_by: adminId,
    changed_at: at,
  };
}

export async function deleteMailing(system: Transaction<DB>, id: string): Promise<void> {
  await system.deleteFrom('mailings').where('id', '=', id).execute();
}

interface Confirmation {
  adminId: string;
  recipients: number;
  listed: number;
  startsAt: Date;
  timeZone: string | null;
  at: Date;
}

export async function confirmMailing(
  system: Transaction<DB>,
  id: string,
  { adminId, recipients, listed, startsAt, timeZone, at }: Confirmation,
): Promise<void> {
  await system
    .updateTable('mailings')
    .set((eb) => ({
      state: 'scheduled',
      confirmed_by: adminId,
      recipients,
      listed,
      starts_at: startsAt,
      time_zone: timeZone,
      next_part_at: startsAt,
      changed_by: adminId,
      changed_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Notes that a part was sent, and when the next one is due; null when there is none. */
export async function noteProgress(
  system: Transaction<DB>,
  id: string,
  { nextPartAt, now }: { nextPartAt: Date | null; now: Date },
): Promise<void> {
  await system
    .updateTable('mailings')
    .set((eb) => ({
      state: nextPartAt === null ? 'finished' : 'sending',
      next_part_at: nextPartAt,
      started_at: eb.fn.coalesce('started_at', sql<Date>`${now}`),
      ...(nextPartAt === null ? { ended_at: now } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

/** @param by null: the program stopped it */
export async function noteStop(
  system: Transaction<DB>,
  id: string,
  { by, reason, now }: { by: string | null; reason: StopReason; now: Date },
): Promise<void> {
  await system
    .updateTable('mailings')
    .set((eb) => ({
      state: 'stopped',
      next_part_at: null,
      ended_at: now,
      stopped_by: by,
      stop_reason: reason,
      changed_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Those that are due, the longest waiting first. */
export async function listDue(system: Transaction<DB>, now: Date, limit: number): Promise<string[]> {
  const rows = await system
    .selectFrom('mailings')
    .select('id')
    .where('next_part_at', '<=', now)
    .orderBy('next_part_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether somebody may still send to many people. */
export async function isAdministrator(system: Transaction<DB>, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  const row = await system
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'Super Admin')
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a backup was restored after this time. */
export async function wasRestoredSince(system: Transaction<DB>, since: Date): Promise<boolean> {
  const row = await system
    .selectFrom('restores')
    .select('backup_id')
    .where('began_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** The mailing that ended first, if that was before `before`. */
export async function findEnded(system: Transaction<DB>, before: Date): Promise<string | null> {
  const row = await system
    .selectFrom('mailings')
    .select('id')
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
