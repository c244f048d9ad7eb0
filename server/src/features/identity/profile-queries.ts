import type { Language } from '@kindling/contract/constants';
import type { AlertChoices } from '@kindling/contract/profile';
import { sql, type Transaction, type UpdateResult } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** A user within an account. */
export interface UserKey {
  accountId: string;
  userId: string;
}

export interface ProfileRow {
  id: string;
  sub: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  picture: string | null;
  locale: string;
  alerts: unknown;
  role: string;
  account_name: string;
  time_zone: string;
  deletion_scheduled_for: Date | null;
}

export async function findProfile(
  trx: Transaction<DB>,
  { accountId, userId }: UserKey,
): Promise<ProfileRow | null> {
  const row = await trx
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select([
      'u.id',
      'u.sub',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.display_name',
      'u.picture',
      'u.locale',
      'm.alerts',
      'm.role',
      'a.name as account_name',
      'a.time_zone',
      'a.deletion_scheduled_for',
    ])
    .where('m.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** False, as from the updates below, when it was so already. */
export async function updateNames(
  trx: Transaction<DB>,
  userId: string,
  { firstName, lastName, displayName }: { firstName: string; lastName: string; displayName: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName, display_name: displayName })
    .where('id', '=', userId)
    .where(
      sql<boolean>`(first_name, last_name, display_name) is distinct from (${firstName}, ${lastName}, ${displayName})`,
    )
    .executeTakeFirst();
  return hasUpdated(result);
}

function hasUpdated({ numUpdatedRows }: UpdateResult): boolean {
  return numUpdatedRows > 0n;
}

/** Programs know old names of zones that the database does not; with one of those every day would fail to be counted. */
export async function isKnownZone(trx: Transaction<DB>, zone: string): Promise<boolean> {
  const { rows } =
    await sql`select from pg_timezone_names where lower(name) = lower(${zone}) limit 1`.execute(trx);
  return rows.length > 0;
}

export async function updateLocale(trx: Transaction<DB>, userId: string, locale: Language): Promise<boolean> {
  const result = await trx
    .updateTable('users')
    .set({ locale })
    .where('id', '=', userId)
    .where('locale', '<>', locale)
    .executeTakeFirst();
  return hasUpdated(result);
}

/**
 * Calls at the same time wait for the account's row, so that only one of them finds another name.
 * @returns the former name; null when it was the same
 */
export async function updateAccountName(
  trx: Transaction<DB>,
  accountId: string,
  name: string,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update accounts a set name = ${name}
      from (select id, name from accounts where id = ${accountId} for no key update) before
     where a.id = before.id and before.name <> ${name}
    returning before.name`.execute(trx);
  return rows[0]?.name ?? null;
}

/** An account that is gone has UTC. */
export async function findAccountZone(trx: Transaction<DB>, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}

/** Today as `YYYY-MM-DD` in the account's time zone. */
export async function findToday(trx: Transaction<DB>, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('accounts')
    .select(sql<string>`to_char(now() at time zone time_zone, 'YYYY-MM-DD')`.as('today'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.today;
}

export async function updateTimeZone(
  trx: Transaction<DB>,
  accountId: string,
  timeZone: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('accounts')
    .set({ time_zone: timeZone })
    .where('id', '=', accountId)
    .where('time_zone', '<>', timeZone)
    .executeTakeFirst();
  return hasUpdated(result);
}

export async function updateAlerts(
  trx: Transaction<DB>,
  { accountId, userId }: UserKey,
  alerts: AlertChoices,
): Promise<boolean> {
  const stored = JSON.stringify(alerts);
  const result = await trx
    .updateTable('memberships')
    .set({ alerts: stored })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`alerts is distinct from ${stored}::jsonb`)
    .executeTakeFirst();
  return hasUpdated(result);
}

export interface PictureRow {
  hash: string;
  type: string;
  bytes: Buffer;
}

/** Puts the picture and its name at the user together; null takes both away. */
export async function savePicture(
  trx: Transaction<DB>,
  userId: string,
  picture: PictureRow | null,
): Promise<boolean> {
  const hash = picture?.hash ?? null;
  const result = await trx
    .updateTable('users')
    .set({ picture: hash })
    .where('id', '=', userId)
    .where(sql<boolean>`picture is distinct from ${hash}`)
    .executeTakeFirst();
  if (!hasUpdated(result)) return false;
  if (picture === null) await trx.deleteFrom('user_pictures').where('user_id', '=', userId).execute();
  else
    await trx
      .insertInto('user_pictures')
      .values({ user_id: userId, ...picture })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture))
      .execute();
  return true;
}

/** The picture of a member of this account. */
export async function findPicture(
  trx: Transaction<DB>,
  accountId: string,
  hash: string,
): Promise<PictureRow | null> {
  const row = await trx
    .selectFrom('user_pictures as p')
    .innerJoin('memberships as m', 'm.user_id', 'p.user_id')
    .select(['p.hash', 'p.type', 'p.bytes'])
    .where('m.account_id', '=', accountId)
    .where('p.hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** When the present second began: tokens of it go on, because the browser that changed something asks for a new one at once. */
export const presentSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000);

/** A moment that was set already and is later stays: what was refused once is not let in again. */
const laterOfValidFrom = (from: Date) => sql<Date>`greatest(tokens_valid_from, ${from}::timestamptz)`;

/** Refuses, from `from` on, every access token that was issued before it. */
export async function revokeTokensBefore(trx: Transaction<DB>, userId: string, from: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ tokens_valid_from: laterOfValidFrom(from) })
    .where('id', '=', userId)
    .execute();
}

/** The same for whoever has this identity, in any account; the sign-in service knows nothing else of a person. */
export async function revokeTokensOfIdentity(
  trx: Transaction<DB>,
  issuer: string,
  sub: string,
  from: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ tokens_valid_from: laterOfValidFrom(from) })
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .execute();
}
