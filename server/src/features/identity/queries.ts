import { trialDays } from '@kindling/contract/constants';
import { blockReasons } from '@kindling/contract/operator-reasons';
import type { StoredPlan } from '@kindling/contract/plans';
import type { AccountRole } from '@kindling/contract/rights';
import type { SignInBlock } from '@kindling/contract/users';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { trialEnd } from './plan-columns.ts';

/** A person, whatever accounts they belong to. */
export interface PersonRow {
  id: string;
  sub: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  picture: string | null;
  person_role: string;
  locale: string;
  blocked_at: Date | null;
  tokens_valid_from: Date | null;
}

/** An account that a person belongs to. */
export interface MembershipRow {
  account_id: string;
  role: AccountRole;
  all_locations: boolean;
  location_ids: string[];
  account_name: string;
  plan_state: StoredPlan['state'];
  plan_ends_at: Date | null;
  time_zone: string;
  deletion_scheduled_for: Date | null;
  erasing_since: Date | null;
}

/** Whether a token is older than the person's last "sign out everywhere". Tokens tell their age in whole seconds. */
export function isTokenOutdated(
  person: Pick<PersonRow, 'tokens_valid_from'>,
  bearer: { issuedAt: number },
): boolean {
  const { tokens_valid_from: from } = person;
  return from !== null && bearer.issuedAt * 1000 < from.getTime();
}

const personColumns = sql.raw(`u.id, u.sub, u.email, u.first_name, u.last_name, u.display_name, u.picture,
  u.role as person_role, u.locale, u.blocked_at, u.tokens_valid_from`);

const membershipColumns = sql.raw(`m.account_id, m.role, m.all_locations,
  array(select l.location_id from membership_locations l
         where l.account_id = m.account_id and l.user_id = m.user_id order by 1) as location_ids,
  a.name as account_name, a.plan_state, a.plan_ends_at, a.time_zone, a.deletion_scheduled_for, a.erasing_since`);

/** The person behind a verified identity; the only look-up that has no account yet. */
export async function findPersonByIdentity(
  trx: Transaction<DB>,
  issuer: string,
  sub: string,
): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from users u where u.issuer = ${issuer} and u.sub = ${sub}`.execute(trx);
  return rows[0] ?? null;
}

/** As {@link findPersonByIdentity}; a second call for the same person waits until this transaction ends. */
export async function lockPersonByIdentity(
  trx: Transaction<DB>,
  issuer: string,
  sub: string,
): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from users u where u.issuer = ${issuer} and u.sub = ${sub} for update`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/**
 * Why the person is blocked since then. A block that a restored backup repeats may have no entry,
 * and then no reason.
 */
export async function readSignInBlock(trx: Transaction<DB>, id: string, since: Date): Promise<SignInBlock> {
  const { rows } = await sql<{ action: string; reason: string | null }>`
    select action, details ->> 'reason' as reason from operator_entries
     where target = ${id} and action in ('person.blocked', 'person.unblocked')
     order by at desc, id desc limit 1`.execute(trx);
  const [last] = rows;
  const reason = last?.action === 'person.blocked' ? blockReasons.find((one) => one === last.reason) : null;
  return { since: since.toISOString(), reason: reason ?? null };
}

/** The accounts of a person, the one they joined first at the beginning. Across all tenants. */
export async function listMemberships(trx: Transaction<DB>, userId: string): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select ${membershipColumns} from memberships m join accounts a on a.id = m.account_id
     where m.user_id = ${userId} order by m.created_at, m.account_id`.execute(trx);
  return rows;
}

/**
 * The person behind a verified identity, with the membership in the named account, or in the only one where none is named.
 * @returns `memberships` has at most two rows: two tell that the account must be named
 */
export async function findCaller(
  trx: Transaction<DB>,
  { issuer, sub }: { issuer: string; sub: string },
  accountId: string | undefined,
): Promise<{ person: PersonRow; memberships: MembershipRow[] } | null> {
  const named = accountId === undefined ? sql`true` : sql`m.account_id = ${accountId}::uuid`;
  const { rows } = await sql<PersonRow & (MembershipRow | { account_id: null })>`
    select ${personColumns}, ${membershipColumns}
      from users u
      left join memberships m on m.user_id = u.id and ${named}
      left join accounts a on a.id = m.account_id
     where u.issuer = ${issuer} and u.sub = ${sub} limit 2`.execute(trx);
  const [person] = rows;
  if (person === undefined) return null;
  return { person, memberships: rows.filter((row) => row.account_id !== null) };
}

/** A person with their membership in the account; null when they do not belong to it. Across all tenants. */
export async function findMembershipOf(
  trx: Transaction<DB>,
  userId: string,
  accountId: string,
): Promise<{ person: PersonRow; membership: MembershipRow } | null> {
  const { rows } = await sql<PersonRow & MembershipRow>`
    select ${personColumns}, ${membershipColumns}
      from memberships m
      join users u on u.id = m.user_id
      join accounts a on a.id = m.account_id
     where m.user_id = ${userId} and m.account_id = ${accountId}`.execute(trx);
  const [row] = rows;
  return row === undefined ? null : { person: row, membership: row };
}

/** True while the account of this identity is being deleted, and until its last access token has ended. */
export async function isBeingErased(trx: Transaction<DB>, sub: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account_erasures')
    .select('erased_account')
    .where('finished_at', 'is', null)
    .where(sql<boolean>`pending @> ${JSON.stringify({ subs: [sub] })}::jsonb`)
    .executeTakeFirst();
  return row !== undefined;
}

/** An account begins with a trial. */
export async function insertAccount(
  trx: Transaction<DB>,
  account: { id: string; name: string; locale: string; timeZone: string },
  now: Date = new Date(),
): Promise<void> {
  const endsAt = trialEnd(now, trialDays, account.timeZone);
  await trx
    .insertInto('accounts')
    .values({
      id: account.id,
      name: account.name,
      locale: account.locale,
      time_zone: account.timeZone,
      trial_ends_at: endsAt,
      plan_ends_at: endsAt,
    })
    .execute();
}

/**
 * Stores a new person. Waits for another transaction that stores the same one.
 * @returns null, and stores nothing, when the identity is stored already or another one has the address
 */
export async function insertPerson(
  trx: Transaction<DB>,
  person: {
    id: string;
    issuer: string;
    sub: string;
    email: string;
    firstName: string;
    lastName: string;
    displayName: string;
    locale: string;
  },
): Promise<PersonRow | null> {
  const { id, issuer, sub, email, firstName, lastName, displayName, locale } = person;
  const { rows } = await sql<PersonRow>`
    insert into users as u (id, issuer, sub, email, first_name, last_name, display_name, role, locale)
    values (${id}, ${issuer}, ${sub}, ${email}, ${firstName}, ${lastName}, ${displayName}, 'Regular', ${locale})
    on conflict do nothing returning ${personColumns}`.execute(trx);
  return rows[0] ?? null;
}

/** Across all tenants, because a sign-in has no account. */
export async function updateLastLogin(trx: Transaction<DB>, userId: string, email: string): Promise<void> {
  await trx.updateTable('users').set({ last_login_at: new Date(), email }).where('id', '=', userId).execute();
}

export async function updateAddress(
  trx: Transaction<DB>,
  { issuer, sub }: { issuer: string; sub: string },
  email: string,
): Promise<void> {
  await trx.updateTable('users').set({ email }).where('issuer', '=', issuer).where('sub', '=', sub).execute();
}

/** The person who has signed in with this address. Across all tenants. */
export async function findPersonIdByAddress(trx: Transaction<DB>, email: string): Promise<string | null> {
  const person = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return person?.id ?? null;
}

/** An account with its members, to move it to another database. */
export interface OwnedAccount {
  id: string;
  people: { id: string; sub: string; email: string }[];
}

/** The accounts that somebody owns, by their address, or one account by its id. Across all tenants. */
export async function findOwnedAccounts(trx: Transaction<DB>, emailOrId: string): Promise<OwnedAccount[]> {
  const { rows } = await sql<OwnedAccount>`
    select owned.account_id as id,
           jsonb_agg(jsonb_build_object('id', u.id, 'sub', u.sub, 'email', u.email) order by u.id) as people
      from (select distinct m.account_id from memberships m join users named on named.id = m.user_id
             where m.role = 'owner'
               and (lower(named.email) = ${emailOrId.toLowerCase()} or m.account_id::text = ${emailOrId})) owned
      join memberships m on m.account_id = owned.account_id
      join users u on u.id = m.user_id
     group by 1 order by 1`.execute(trx);
  return rows;
}

/** Whether this database has the account, or another person with the address of one of its members. */
export async function isAccountPresent(trx: Transaction<DB>, account: OwnedAccount): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id = ${account.id}
    union all
    select from users
     where lower(email) = any (${account.people.map(({ email }) => email.toLowerCase())})
       and not id = any (${account.people.map(({ id }) => id)}::uuid[])`.execute(trx);
  return rows.length > 0;
}

/** Which of these people this database has already, as members of another account. */
export async function listKnownPeople(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => row.id);
}

/** The language of whoever has this address; null for an address that nobody here has. Across all tenants. */
export async function findLocaleOfAddress(trx: Transaction<DB>, email: string): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .select('locale')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.locale ?? null;
}
