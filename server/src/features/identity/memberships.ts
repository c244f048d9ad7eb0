/**
 * How people join an account, change and go, after it was created. Each write runs in its caller's transaction, with its entry in the account's trail. Callers
 * that change or end a membership hold the lock of `lockAccount`, which makes the rule of the last owner hold.
 */
import type { AccountRole, MemberAccess } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from './audit.ts';
import { memberChanged, memberJoined, memberRemoved } from './events.ts';
import {
  accessOf,
  deleteMembership,
  deleteMembershipLocations,
  findMemberRow,
  hasOtherOwner,
  insertMembership,
  type MemberRow,
  updateMembership,
} from './membership-queries.ts';

/** A membership, and who changes it. */
export interface MembershipKey {
  accountId: string;
  userId: string;
  /** The member who acts; the same as `userId` when people act for themselves. */
  actorId: string;
}

/** Makes a person a member. @throws AppError `already-member` */
export async function addMembership(
  trx: Transaction<DB>,
  { accountId, userId, actorId }: MembershipKey,
  access: MemberAccess,
): Promise<void> {
  if ((await findMemberRow(trx, accountId, userId)) !== null) throw new AppError('already-member');
  await insertMembership(trx, accountId, userId, access);
  await audit(trx, {
    accountId,
    userId: actorId,
    action: 'member.joined',
    target: userId,
    details: describeAccess(access),
  });
  await recordEvents(trx, accountId, [event(memberJoined, { subjectId: userId }, {})]);
}

/**
 * Gives a member another role and other locations; does nothing when they have them.
 * @returns whether anything changed
 * @throws AppError `last-owner` when nobody would own the account afterwards
 */
export async function changeMembership(
  trx: Transaction<DB>,
  { accountId, userId, actorId }: MembershipKey,
  member: MemberRow,
  access: MemberAccess,
): Promise<boolean> {
  const fields = changedFields(member, access);
  if (fields.length === 0) return false;
  if (access.role !== 'owner') await requireOtherOwner(trx, accountId, member);
  await updateMembership(trx, accountId, userId, access);
  const details = { formerRole: member.role, ...describeAccess(access) };
  await recordChange(trx, { accountId, userId, actorId }, details, fields);
  return true;
}

/**
 * Takes locations, which are about to be deleted, from the members who are limited to them. Callers delete them in the same
 * transaction, and hold the lock of the account.
 * @returns the ids of these members
 */
export async function removeLocationsFromMembers(
  trx: Transaction<DB>,
  { accountId, actorId }: Omit<MembershipKey, 'userId'>,
  locationIds: readonly string[],
): Promise<string[]> {
  const members = await deleteMembershipLocations(trx, accountId, locationIds);
  for (const member of members) {
    const { user_id: userId, role, location_count: locationCount } = member;
    await recordChange(trx, { accountId, userId, actorId }, { formerRole: role, role, locationCount }, [
      'locations',
    ]);
  }
  return members.map((member) => member.user_id);
}

type ChangedField = 'role' | 'locations';

async function recordChange(
  trx: Transaction<DB>,
  { accountId, userId, actorId }: MembershipKey,
  details: { formerRole: AccountRole; role: AccountRole; locationCount: number | null },
  fields: ChangedField[],
): Promise<void> {
  await audit(trx, { accountId, userId: actorId, action: 'member.changed', target: userId, details });
  await recordEvents(trx, accountId, [event(memberChanged, { subjectId: userId }, { fields })]);
}

function changedFields(before: MemberRow, after: MemberAccess): ChangedField[] {
  const sorted = (ids: readonly string[] | null) => JSON.stringify(ids === null ? null : [...ids].sort());
  const fields: ChangedField[] = [];
  if (before.role !== after.role) fields.push('role');
  if (sorted(accessOf(before).locationIds) !== sorted(after.locationIds)) fields.push('locations');
  return fields;
}

/**
 * Ends a membership; what the person made for the account stays.
 * @throws AppError `last-owner` when nobody would own the account afterwards
 */
export async function endMembership(
  trx: Transaction<DB>,
  { accountId, userId, actorId }: MembershipKey,
  member: MemberRow,
): Promise<void> {
  await requireOtherOwner(trx, accountId, member);
  await deleteMembership(trx, accountId, userId);
  await audit(trx, {
    accountId,
    userId: actorId,
    action: actorId === userId ? 'member.left' : 'member.removed',
    target: userId,
    details: { role: member.role },
  });
  await recordEvents(trx, accountId, [event(memberRemoved, { subjectId: userId }, {})]);
}

async function requireOtherOwner(trx: Transaction<DB>, accountId: string, member: MemberRow): Promise<void> {
  if (member.role === 'owner' && !(await hasOtherOwner(trx, accountId, member.user_id)))
    throw new AppError('last-owner');
}

function describeAccess({ role, locationIds }: MemberAccess) {
  return { role, locationCount: locationIds?.length ?? null };
}
