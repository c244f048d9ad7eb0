import type { AccountRole, MemberAccess } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** A member with their names, as the team sees them. */
interface NamedMemberRow {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  picture: string | null;
  locale: string;
  role: AccountRole;
  all_locations: boolean;
  created_at: Date;
}

/** A member with all their locations. */
export interface MemberRow extends NamedMemberRow {
  location_ids: string[];
}

/** A member in the list of all, with the number of their locations and the first ones only. */
export interface ListedMemberRow extends NamedMemberRow {
  location_count: number;
  first_location_ids: string[];
}

export function accessOf(row: Pick<MemberRow, 'role' | 'all_locations' | 'location_ids'>): MemberAccess {
  return { role: row.role, locationIds: row.all_locations ? null : row.location_ids };
}

/**
 * Makes changes of the team of one account wait for each other until this transaction ends, so that two at once cannot
 * both pass a check of what is there. Work that only adds rows to the account does not wait.
 */
export async function lockAccount(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ name: string; closing: boolean } | null> {
  const row = await trx
    .selectFrom('accounts')
    .select(['name', 'deletion_scheduled_for', 'erasing_since'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  return { name: row.name, closing: row.deletion_scheduled_for !== null || row.erasing_since !== null };
}

const memberColumns =
  sql.raw(`m.user_id, u.email, u.first_name, u.last_name, u.display_name, u.picture, u.locale,
  m.role, m.all_locations, m.created_at`);

/**
 * Owners first, then by the role and the day of joining. The counts are materialized, so that no plan counts again for
 * each row.
 */
export async function listMemberRows(
  trx: Transaction<DB>,
  accountId: string,
  listedLocations: number,
): Promise<ListedMemberRow[]> {
  const { rows } = await sql<ListedMemberRow>`
    with counts as materialized (
      select user_id, count(*)::int as location_count from membership_locations
       where account_id = ${accountId} group by user_id)
    select ${memberColumns}, coalesce(c.location_count, 0) as location_count,
           array(select l.location_id from membership_locations l
                  where l.account_id = m.account_id and l.user_id = m.user_id
                  order by 1 limit ${listedLocations}) as first_location_ids
      from memberships m join users u on u.id = m.user_id left join counts c on c.user_id = m.user_id
     where m.account_id = ${accountId}
     order by array_position(array['owner', 'manager', 'responder', 'viewer'], m.role), m.created_at, m.user_id`.execute(
    trx,
  );
  return rows;
}

export async function findMemberRow(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns},
           array(select l.location_id from membership_locations l
                  where l.account_id = m.account_id and l.user_id = m.user_id order by 1) as location_ids
      from memberships m join users u on u.id = m.user_id
     where m.account_id = ${accountId} and m.user_id = ${userId}`.execute(trx);
  return rows[0] ?? null;
}

export async function isMemberAddress(
  trx: Transaction<DB>,
  accountId: string,
  email: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', accountId)
    .where(sql<string>`lower(u.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMembers(trx: Transaction<DB>, accountId: string): Promise<number> {
  const row = await trx
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether somebody else owns the account, too; a blocked person cannot act as owner, so they do not count. */
export async function hasOtherOwner(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'owner')
    .where('m.user_id', '!=', userId)
    .where('u.blocked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Across all tenants: the person has no rights in the account before this. */
export async function insertMembership(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  { role, locationIds }: MemberAccess,
): Promise<void> {
  await trx
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, role, all_locations: locationIds === null })
    .execute();
  await insertMembershipLocations(trx, accountId, userId, locationIds ?? []);
}

export async function updateMembership(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  { role, locationIds }: MemberAccess,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ role, all_locations: locationIds === null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await trx
    .deleteFrom('membership_locations')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await insertMembershipLocations(trx, accountId, userId, locationIds ?? []);
}

async function insertMembershipLocations(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  locationIds: readonly string[],
): Promise<void> {
  if (locationIds.length === 0) return;
  await trx
    .insertInto('membership_locations')
    .values(locationIds.map((id) => ({ account_id: accountId, user_id: userId, location_id: id })))
    .execute();
}

export async function deleteMembership(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}

/** @returns the members who were limited to one of the locations, with the number of those that they have left */
export async function deleteMembershipLocations(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: readonly string[],
): Promise<Pick<ListedMemberRow, 'user_id' | 'role' | 'location_count'>[]> {
  const { rows } = await sql<Pick<ListedMemberRow, 'user_id' | 'role' | 'location_count'>>`
    with gone as (
      delete from membership_locations
       where account_id = ${accountId} and location_id = any(${[...locationIds]}::uuid[]) returning user_id)
    select m.user_id, m.role,
           (select count(*)::int from membership_locations l
             where l.account_id = m.account_id and l.user_id = m.user_id
               and l.location_id <> all(${[...locationIds]}::uuid[])) as location_count
      from memberships m
     where m.account_id = ${accountId} and m.user_id in (select user_id from gone)
     order by m.user_id`.execute(trx);
  return rows;
}
