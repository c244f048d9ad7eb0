/**
 * What the operator decides about a person: their role, whether they are shut out, and their end. Every change holds the locks
 * of all administrators, so that of two who act against each other at once the second one finds what the first one did.
 */
import type { Role } from '@kindling/contract/constants';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { normalizeName } from './account-deletion.ts';
import { endSessions } from './acting.ts';
import { insertErasure } from './deletion-queries.ts';
import { revokeTokensBefore } from './profile-queries.ts';

/** A person about whom something is decided. */
export interface DecidedPerson {
  id: string;
  sub: string;
  email: string;
  display_name: string;
  locale: string;
  role: string;
  blocked_at: Date | null;
}

/** Who decides about whom. */
export interface PersonDecision {
  /** Null: the operator, by a command of the terminal. */
  adminId: string | null;
  userId: string;
}

/**
 * Gives a person another role.
 * @param change `expected` null: whatever role they have
 * @returns the person as they were; null when they have the role
 * @throws AppError `not-found`; `own-person`; `conflict` when the role is not the expected one any more; `last-admin`;
 *   `forbidden` when the caller is no administrator any more
 */
export async function changePersonRole(
  trx: Transaction<DB>,
  decision: PersonDecision,
  { role, expected }: { role: Role; expected: Role | null },
): Promise<DecidedPerson | null> {
  const { person, admins } = await lockForDecision(trx, decision);
  if (expected !== null && person.role !== expected) throw new AppError('conflict');
  if (person.role === role) return null;
  if (role === 'Regular') {
    requireAnotherAdmin(admins, person.id);
    await endSessions(trx, { adminId: person.id }, 'role-lost');
  } else await endSessions(trx, { userId: person.id }, 'member-changed');
  await trx.updateTable('users').set({ role }).where('id', '=', person.id).execute();
  return person;
}

/**
 * Shuts a person out: their next request is refused, and their streams end. The caller ends their sign-ins.
 * @throws AppError as {@link changePersonRole}; `conflict` when they are blocked already
 */
export async function blockPerson(
  trx: Transaction<DB>,
  decision: PersonDecision,
  now: Date,
): Promise<DecidedPerson> {
  const { person, admins } = await lockForDecision(trx, decision);
  if (person.blocked_at !== null) throw new AppError('conflict');
  if (person.role === 'Super Admin') requireAnotherAdmin(admins, person.id);
  await endSessions(trx, { adminId: person.id }, 'blocked');
  await endSessions(trx, { userId: person.id }, 'member-changed');
  await trx.updateTable('users').set({ blocked_at: now }).where('id', '=', person.id).execute();
  // Tokens from before stay refused when the block is lifted.
  await revokeTokensBefore(trx, person.id, now);
  return person;
}

/** Repeats a block that a restored backup does not know. Without an effect for an unknown or blocked person. */
export async function blockAgain(trx: Transaction<DB>, userId: string, since: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ blocked_at: since })
    .where('id', '=', userId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await endSessions(trx, { adminId: userId }, 'blocked');
  await endSessions(trx, { userId }, 'member-changed');
  await revokeTokensBefore(trx, userId, since);
}

/** Repeats the loss of a role that a restored backup does not know. Without an effect for who is no administrator. */
export async function demoteAgain(trx: Transaction<DB>, userId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ role: 'Regular' })
    .where('id', '=', userId)
    .where('role', '=', 'Super Admin')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await endSessions(trx, { adminId: userId }, 'role-lost');
}

/** @throws AppError as {@link changePersonRole}; `conflict` when they are not blocked */
export async function unblockPerson(trx: Transaction<DB>, decision: PersonDecision): Promise<DecidedPerson> {
  const { person } = await lockForDecision(trx, decision);
  if (person.blocked_at === null) throw new AppError('conflict');
  await trx.updateTable('users').set({ blocked_at: null }).where('id', '=', person.id).execute();
  return person;
}

/**
 * Deletes a person who belongs to no account. The erasure that is stored with it, under an id of its own, deletes their sign-in
 * and remembers them as long as their last access token may live; the caller enqueues it.
 * @returns the person, and the id of the erasure
 * @throws AppError as {@link changePersonRole}; `invalid-input` when `typedEmail` is not their address; `conflict` when they
 *   belong to an account
 */
export async function deletePersonWithoutAccount(
  trx: Transaction<DB>,
  decision: PersonDecision,
  typedEmail: string,
  now: Date,
): Promise<{ person: DecidedPerson; erasureId: string }> {
  const { person, admins } = await lockForDecision(trx, decision);
  if (normalizeName(typedEmail) !== normalizeName(person.email))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'email', message: 'It is not the address of the person.' }],
    });
  if (person.role === 'Super Admin') requireAnotherAdmin(admins, person.id);
  // The person's sessions are deleted with them.
  await endSessions(trx, { adminId: person.id }, 'role-lost');
  await endSessions(trx, { userId: person.id }, 'member-changed');
  const { numDeletedRows } = await trx
    .deleteFrom('users as u')
    .where('u.id', '=', person.id)
    .where(sql<boolean>`not exists (select from memberships m where m.user_id = u.id)`)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('conflict');
  const erasureId = newId();
  const pending = { subs: [person.sub], named: {} };
  await insertErasure(trx, erasureId, pending, { cause: 'operator', warnedAt: [] }, now);
  return { person, erasureId };
}

/** Locks every administrator in one order, then the person; a decision that waited sees what the other one changed. */
async function lockForDecision(
  trx: Transaction<DB>,
  { adminId, userId }: PersonDecision,
): Promise<{ person: DecidedPerson; admins: readonly string[] }> {
  if (adminId === userId) throw new AppError('own-person');
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'blocked_at'])
    .where('role', '=', 'Super Admin')
    .orderBy('id')
    .forUpdate()
    .execute();
  const admins = rows.filter((row) => row.blocked_at === null).map(({ id }) => id);
  if (adminId !== null && !admins.includes(adminId)) throw new AppError('forbidden');
  const person = await trx
    .selectFrom('users')
    .select(['id', 'sub', 'email', 'display_name', 'locale', 'role', 'blocked_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) throw notFound();
  return { person, admins };
}

function requireAnotherAdmin(admins: readonly string[], personId: string): void {
  if (!admins.some((id) => id !== personId)) throw new AppError('last-admin');
}
