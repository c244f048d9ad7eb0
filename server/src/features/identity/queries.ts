import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface UserRow {
  account_id: string;
  id: string;
  sub: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  picture: string | null;
  role: string;
  locale: string;
  blocked_at: Date | null;
  account_name: string;
  trial_ends_at: Date;
  time_zone: string;
  alerts: unknown;
  tokens_valid_from: Date | null;
  deletion_scheduled_for: Date | null;
  erasing_since: Date | null;
}

/** Whether a token is older than the person's last "sign out everywhere". Tokens tell their age in whole seconds. */
export function isTokenOutdated(row: UserRow, bearer: { issuedAt: number }): boolean {
  return row.tokens_valid_from !== null && bearer.issuedAt * 1000 < row.tokens_valid_from.getTime();
}

/** Whether this person may not work any more: blocked, or the account is being deleted right now. */
export function isAccessDenied(row: UserRow): boolean {
  return row.blocked_at !== null || row.erasing_since !== null;
}

/** The user behind a verified identity; the only look-up that has no account yet. */
export async function findUserByIdentity(
  trx: Transaction<DB>,
  issuer: string,
  sub: string,
): Promise<UserRow | null> {
  const row = await trx
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select([
      'u.account_id',
      'u.id',
      'u.sub',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.display_name',
      'u.picture',
      'u.role',
      'u.locale',
      'u.blocked_at',
      'a.name as account_name',
      'a.trial_ends_at',
      'a.time_zone',
      'u.alerts',
      'u.tokens_valid_from',
      'a.deletion_scheduled_for',
      'a.erasing_since',
    ])
    .where('u.issuer', '=', issuer)
    .where('u.sub', '=', sub)
    .executeTakeFirst();
  return row ?? null;
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

/** True when another identity already holds this address; addresses are unique without regard to case. */
export async function isEmailTaken(trx: Transaction<DB>, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAccount(
  trx: Transaction<DB>,
  account: { id: string; name: string; locale: string; timeZone: string; trialEndsAt: Date },
): Promise<void> {
  await trx
    .insertInto('accounts')
    .values({
      id: account.id,
      name: account.name,
      locale: account.locale,
      time_zone: account.timeZone,
      trial_ends_at: account.trialEndsAt,
    })
    .execute();
}

export async function insertUser(
  trx: Transaction<DB>,
  user: {
    accountId: string;
    id: string;
    issuer: string;
    sub: string;
    email: string;
    firstName: string;
    lastName: string;
    displayName: string;
    role: string;
    locale: string;
  },
): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      account_id: user.accountId,
      id: user.id,
      issuer: user.issuer,
      sub: user.sub,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      display_name: user.displayName,
      role: user.role,
      locale: user.locale,
    })
    .execute();
}

export async function updateLastLogin(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  email: string,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ last_login_at: new Date(), email })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}

export async function setRole(trx: Transaction<DB>, email: string, role: string): Promise<number> {
  const result = await trx
    .updateTable('users')
    .set({ role })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function insertAuditEntry(
  trx: Transaction<DB>,
  entry: {
    accountId: string;
    id: string;
    userId: string | null;
    action: string;
    target: string | null;
    details: object;
    requestId: string | null;
  },
): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      account_id: entry.accountId,
      id: entry.id,
      user_id: entry.userId,
      action: entry.action,
      target: entry.target,
      details: JSON.stringify(entry.details),
      request_id: entry.requestId,
    })
    .execute();
}

/** The account of the user with this address, and the subjects of all its users. Across all tenants. */
export async function findAccountByEmail(
  trx: Transaction<DB>,
  email: string,
): Promise<{ id: string; subs: string[] } | null> {
  const rows = await trx
    .selectFrom('users as named')
    .innerJoin('users as member', 'member.account_id', 'named.account_id')
    .select(['member.account_id', 'member.sub'])
    .where(sql<string>`lower(named.email)`, '=', email.toLowerCase())
    .execute();
  const [first] = rows;
  return first === undefined ? null : { id: first.account_id, subs: rows.map((row) => row.sub) };
}
