/**
 * An administrator acts as a member: with the administrator's own token, in one account, for at most an hour, with a
 * reason. The row of `acting_sessions` decides, and it is asked for each request. Start and end are in the trail of the
 * account and in that of the operator.
 */
import type { Acting, ActingEndCause } from '@kindling/contract/acting';
import { actingMinutes } from '@kindling/contract/constants';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import type { Bearer, SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import {
  type ActingRow,
  type ActingState,
  endActingSessions,
  findOpenActingSession,
  findPersonName,
  insertActingSession,
  listActingStates,
} from './acting-queries.ts';
import { audit } from './audit.ts';
import { supportStarted } from './events.ts';
import { auditOperator } from './operator-audit.ts';
import { findMembershipOf, type MembershipRow, type PersonRow } from './queries.ts';

interface Deps {
  db: Pick<Database, 'pool'>;
}

/** Why a session that is open in the table has ended all the same; null while it goes on. */
function endCauseOf(state: ActingState, now: Date): ActingEndCause | null {
  if (state.expires_at <= now) return 'expired';
  if (state.admin_blocked) return 'blocked';
  if (state.admin_role !== 'Super Admin') return 'role-lost';
  if (state.signed_out) return 'signed-out';
  return state.member_present ? null : 'member-changed';
}

/**
 * Begins to act as a member; an earlier session of the administrator ends.
 * @throws AppError `not-found` when there is no such Regular, unblocked member
 */
export function startActing(
  { db }: Deps,
  { adminId, bearer }: { adminId: string; bearer: Pick<Bearer, 'sessionId'> },
  { userId, accountId, reason }: { userId: string; accountId: string; reason: string },
  now: Date = new Date(),
): Promise<Acting> {
  return inSystem(db, async (trx) => {
    const found = await findMembershipOf(trx, userId, accountId);
    if (found === null || !mayBeActedAs(found)) throw new AppError('not-found');
    // Of two sessions that begin at once, the second ends the first.
    await trx.selectFrom('users').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();
    await endSessions(trx, { adminId }, 'left');
    const id = newId();
    const expiresAt = new Date(now.getTime() + actingMinutes * 60_000);
    await insertActingSession(trx, {
      id,
      admin_id: adminId,
      sign_in_id: bearer.sessionId,
      target_account: accountId,
      target_user: userId,
      reason,
      started_at: now,
      expires_at: expiresAt,
    });
    await audit(trx, {
      accountId,
      userId: null,
      adminId,
      action: 'support.started',
      target: userId,
      personal: { reason, of: userId },
    });
    await auditOperator(trx, { adminId, accountId, action: 'acting.started', target: userId });
    await recordEvents(trx, accountId, [event(supportStarted, { subjectId: userId }, {})]);
    return { id, endsAt: expiresAt.toISOString(), adminName: await findPersonName(trx, adminId) };
  });
}

function mayBeActedAs({ person, membership }: { person: PersonRow; membership: MembershipRow }): boolean {
  return person.person_role === 'Regular' && person.blocked_at === null && membership.erasing_since === null;
}

/** Ends the session of an administrator; without one nothing happens. */
export function stopActing({ db }: Deps, adminId: string): Promise<void> {
  return inSystem(db, (trx) => endSessions(trx, { adminId }, 'left'));
}

/** Ends open sessions of an administrator, or as a member, in the transaction of what ends them. */
export async function endSessions(
  trx: Transaction<DB>,
  which: Parameters<typeof endActingSessions>[1],
  because: ActingEndCause,
): Promise<void> {
  for (const session of await endActingSessions(trx, which, because)) await auditEnd(trx, session, because);
}

async function auditEnd(
  trx: Transaction<DB>,
  { admin_id: adminId, target_account: accountId, target_user: target }: ActingRow,
  because: ActingEndCause,
): Promise<void> {
  const present = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (present !== undefined)
    await audit(trx, {
      accountId,
      userId: null,
      adminId,
      action: 'support.ended',
      target,
      details: { because },
    });
  await auditOperator(trx, { adminId, accountId, action: 'acting.ended', target, details: { because } });
}

/** Ends sessions whose time is over, or whose administrator or member has changed, although no request came. */
export async function endOutdatedActing({ db }: Deps, now: Date = new Date()): Promise<void> {
  const states = await inSystem(db, (trx) => listActingStates(trx, null));
  for (const state of states) {
    const cause = endCauseOf(state, now);
    if (cause !== null) await inSystem(db, (trx) => endSessions(trx, { id: state.id }, cause));
  }
}

/** The open session of an administrator in this sign-in; null when they act as nobody. */
export async function findActing(
  trx: Transaction<DB>,
  adminId: string,
  { sessionId }: Pick<Bearer, 'sessionId'>,
  now: Date = new Date(),
): Promise<ActingState | null> {
  const open = await findOpenActingSession(trx, adminId);
  if (open === null || open.sign_in_id !== sessionId) return null;
  const [state] = await listActingStates(trx, open.id);
  return state === undefined || endCauseOf(state, now) !== null ? null : state;
}

/**
 * The member as whom a request acts.
 * @throws AppError `acting-ended` when the named session is none of this administrator's sign-in, or is over
 */
export async function getActedMember(
  trx: Transaction<DB>,
  adminId: string,
  bearer: Pick<Bearer, 'sessionId'>,
  actingId: string,
): Promise<SignedInUser> {
  const state = await findActing(trx, adminId, bearer);
  if (state === null || state.id !== actingId) throw new AppError('acting-ended');
  const found = await findMembershipOf(trx, state.target_user, state.target_account);
  if (found === null) throw new AppError('acting-ended');
  const { membership } = found;
  return {
    accountId: membership.account_id,
    userId: state.target_user,
    role: membership.role,
    locationIds: membership.all_locations ? null : membership.location_ids,
  };
}
