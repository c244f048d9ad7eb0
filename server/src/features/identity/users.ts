/** Accounts and users: made at sign-up from a verified bearer, never from what a body claims. */
import { asLanguage, fallbackLanguage, languages, trialDays } from '@kindling/contract/constants';
import { timeZoneSchema } from '@kindling/contract/profile';
import { currentZoneName } from '@kindling/contract/time-zones';
import type { User } from '@kindling/contract/users';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, type IdentityCall } from './audit.ts';
import type { OnAccountCreated } from './deps.ts';
import { picturePath } from './picture-route.ts';
import { isKnownZone } from './profile-queries.ts';
import {
  findUserByIdentity,
  insertAccount,
  insertUser,
  isAccessDenied,
  isBeingErased,
  isEmailTaken,
  isTokenOutdated,
  setRole,
  type UserRow,
  updateLastLogin,
} from './queries.ts';

export interface ProviderProfile {
  name?: string | undefined;
  displayName?: string | undefined;
  nickname?: string | undefined;
  locale?: string | undefined;
  zoneinfo?: string | undefined;
}

/**
 * Makes the account and user of a bearer; a repeat changes nothing.
 * @throws AppError `conflict` when another identity holds the address: accounts are never merged by address;
 *   `forbidden` when the identity's account has just been deleted.
 */
export async function addUser(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  profile: ProviderProfile,
  onAccountCreated: OnAccountCreated,
  now: Date = new Date(),
): Promise<UserRow> {
  try {
    return await createUser(db, bearer, profile, onAccountCreated, now);
  } catch (error) {
    // Two sign-ups met, at any point. Of the same identity: the other call made the user. Of another: it has the address.
    const taken = isUniqueViolation(error);
    if (!taken && !(error instanceof AppError && error.code === 'conflict')) throw error;
    const known = await findUser(db, bearer);
    if (known !== null) return known;
    throw taken
      ? new AppError('conflict', 'The address belongs to another identity.', { cause: error })
      : error;
  }
}

/** A provider's word for a person: control and direction characters out, as in a name that is typed here. */
function sanitizeName(name: string): string {
  return toStorableText(
    name
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(0, 200),
  );
}

/** The zone that a new account counts in: the browser's, where the database knows it too. */
async function resolveZone(trx: Transaction<DB>, zoneinfo: string | undefined): Promise<string> {
  const zone = timeZoneSchema.safeParse(currentZoneName(zoneinfo ?? ''));
  return zone.success && (await isKnownZone(trx, zone.data)) ? zone.data : 'UTC';
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

function createUser(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  profile: ProviderProfile,
  onAccountCreated: OnAccountCreated,
  now: Date,
): Promise<UserRow> {
  return inSystem(db, async (trx) => {
    const known = await findUserByIdentity(trx, bearer.issuer, bearer.sub);
    if (known !== null) return requireCurrentToken(known, bearer);
    if (await isBeingErased(trx, bearer.sub)) throw new AppError('forbidden');
    if (await isEmailTaken(trx, bearer.email))
      throw new AppError('conflict', 'The address belongs to another identity.');
    const displayName = sanitizeName(
      profile.displayName ?? profile.name ?? profile.nickname ?? bearer.email.split('@')[0] ?? '',
    );
    const [firstName = '', ...rest] = displayName.split(' ');
    const account = { id: newId(), name: displayName === '' ? bearer.email : displayName };
    const locale =
      languages.find((language) => profile.locale?.toLowerCase().startsWith(language)) ?? fallbackLanguage;
    await insertAccount(trx, {
      ...account,
      locale,
      timeZone: await resolveZone(trx, profile.zoneinfo),
      trialEndsAt: new Date(now.getTime() + trialDays * 86_400_000),
    });
    const userId = newId();
    await insertUser(trx, {
      accountId: account.id,
      id: userId,
      issuer: bearer.issuer,
      sub: bearer.sub,
      email: bearer.email,
      firstName,
      lastName: rest.join(' '),
      displayName,
      role: 'Regular',
      locale,
    });
    await onAccountCreated(trx, account);
    await audit(trx, { accountId: account.id, userId, action: 'account.created', target: account.id });
    const made = await findUserByIdentity(trx, bearer.issuer, bearer.sub);
    if (made === null) throw new Error('The user that was just made is not there.');
    return made;
  });
}

/** Records a sign-in; false means that this person may not use the app and must be signed out. */
export async function saveLogin(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<boolean> {
  const user = await findUser(db, bearer);
  // A first sign-in whose `adduser` has not arrived yet is no reason to sign somebody out.
  if (user === null) return true;
  if (isAccessDenied(user)) return false;
  const touch = (email: string) =>
    inTenant(db, user.account_id, (trx) => updateLastLogin(trx, user.account_id, user.id, email));
  await touch(bearer.email).catch((error) => {
    // Another user has the new address: this one keeps the address it had.
    if (!isUniqueViolation(error)) throw error;
    return touch(user.email);
  });
  return true;
}

/** @throws AppError `not-found` for a bearer without a user record, `forbidden` for a blocked one. */
export async function getUser(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  now: Date = new Date(),
): Promise<User> {
  const row = await findUser(db, bearer);
  if (row === null) throw new AppError('not-found');
  if (isAccessDenied(row)) throw new AppError('forbidden');
  return presentUser(row, now);
}

/** Notes in the bearer's account that a body named somebody else; a bearer without a user record has none. */
export async function auditMismatch(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  call: IdentityCall,
): Promise<void> {
  const user = await findUser(db, bearer);
  if (user === null) return;
  await inTenant(db, user.account_id, (trx) =>
    audit(trx, {
      accountId: user.account_id,
      userId: user.id,
      action: 'identity.mismatch',
      details: { call },
    }),
  );
}

/** Gives the user with this address a role. Returns false when there is no such user. */
export async function changeRole(
  db: Pick<Database, 'pool'>,
  email: string,
  role: 'Regular' | 'Super Admin',
): Promise<boolean> {
  return inSystem(db, async (trx) => (await setRole(trx, email, role)) > 0);
}

async function findUser(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<UserRow | null> {
  const row = await inSystem(db, (trx) => findUserByIdentity(trx, bearer.issuer, bearer.sub));
  return row === null ? null : requireCurrentToken(row, bearer);
}

/** @throws AppError `unauthenticated` for a token from before "sign out everywhere". */
function requireCurrentToken(row: UserRow, bearer: Bearer): UserRow {
  if (isTokenOutdated(row, bearer)) throw new AppError('unauthenticated');
  return row;
}

function presentUser(row: UserRow, now: Date): User {
  return {
    id: row.id,
    uid: row.sub,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: row.display_name,
    picture: picturePath(row.picture),
    accountName: row.account_name,
    role: row.role === 'Super Admin' ? 'Super Admin' : 'Regular',
    impersonated: false,
    locale: asLanguage(row.locale),
    timeZone: row.time_zone,
    sub_ends: daysLeft(row.trial_ends_at, now, row.time_zone),
    deletionScheduledFor: row.deletion_scheduled_for?.toISOString() ?? null,
  };
}

/** Whole days from today to the last day, counted on the calendar of the account's time zone. */
export function daysLeft(ends: Date, now: Date, timeZone: string): number {
  const day = (at: Date) =>
    Date.parse(`${new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)}T00:00:00Z`);
  return Math.round((day(ends) - day(now)) / 86_400_000);
}
