import type { ActingEndCause } from '@kindling/contract/acting';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface ActingRow {
  id: string;
  admin_id: string;
  sign_in_id: string | null;
  target_account: string;
  target_user: string;
  expires_at: Date;
}

const columns = ['id', 'admin_id', 'sign_in_id', 'target_account', 'target_user', 'expires_at'] as const;

export async function insertActingSession(
  trx: Transaction<DB>,
  session: Omit<ActingRow, 'expires_at'> & { reason: string; started_at: Date; expires_at: Date },
): Promise<void> {
  await trx.insertInto('acting_sessions').values(session).execute();
}

/** The session of an administrator that has no end yet; it may have expired. */
export async function findOpenActingSession(
  trx: Transaction<DB>,
  adminId: string,
): Promise<ActingRow | null> {
  const row = await trx
    .selectFrom('acting_sessions')
    .select(columns)
    .where('admin_id', '=', adminId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends open sessions. @returns those that this call has ended */
export async function endActingSessions(
  trx: Transaction<DB>,
  which: { id: string } | { adminId: string } | { userId: string } | { accountId: string },
  cause: ActingEndCause,
): Promise<ActingRow[]> {
  const [column, value] =
    'id' in which
      ? (['id', which.id] as const)
      : 'adminId' in which
        ? (['admin_id', which.adminId] as const)
        : 'userId' in which
          ? (['target_user', which.userId] as const)
          : (['target_account', which.accountId] as const);
  return trx
    .updateTable('acting_sessions')
    .set({ ended_at: sql<Date>`now()`, end_cause: cause })
    .where(column, '=', value)
    .where('ended_at', 'is', null)
    .returning(columns)
    .execute();
}

/** An open session with what decides whether it goes on. */
export interface ActingState extends ActingRow {
  admin_role: string;
  admin_blocked: boolean;
  /** Whether the administrator's sign-in was ended, here or by "sign out everywhere". */
  signed_out: boolean;
  /** Whether the member is still a Regular, unblocked member of an account that is not being erased. */
  member_present: boolean;
}

/** Open sessions, or the named one, with what decides whether they go on. */
export async function listActingStates(trx: Transaction<DB>, id: string | null): Promise<ActingState[]> {
  const { rows } = await sql<ActingState>`
    select s.id, s.admin_id, s.sign_in_id, s.target_account, s.target_user, s.expires_at,
           a.role as admin_role, a.blocked_at is not null as admin_blocked,
           coalesce(a.tokens_valid_from > s.started_at, false)
             or exists (select from ended_sessions e where e.id = 'session ' || s.sign_in_id) as signed_out,
           exists (select from memberships m
                     join accounts c on c.id = m.account_id
                     join users u on u.id = m.user_id
                    where m.account_id = s.target_account and m.user_id = s.target_user
                      and c.erasing_since is null and u.blocked_at is null and u.role = 'Regular') as member_present
      from acting_sessions s join users a on a.id = s.admin_id
     where s.ended_at is null and (${id}::uuid is null or s.id = ${id}::uuid)
     order by s.id limit 1000`.execute(trx);
  return rows;
}

/** The name of a person, as others see it. */
export async function findPersonName(trx: Transaction<DB>, userId: string): Promise<string> {
  const row = await trx
    .selectFrom('users')
    .select(['display_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.display_name || row?.email || '';
}
