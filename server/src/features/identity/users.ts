/** People and their accounts: created at sign-up from a verified bearer, never from what a body claims. */
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
import type { IsInvited, OnAccountCreated } from './deps.ts';
import { insertMembership } from './membership-queries.ts';
import { picturePath } from './picture-route.ts';
import { isKnownZone } from './profile-queries.ts';
import {
  findPersonByIdentity,
  insertAccount,
  insertPerson,
  isBeingErased,
  isEmailTaken,
  isTokenOutdated,
  listMemberships,
  lockPersonByIdentity,
  type MembershipRow,
  type PersonRow,
  setRole,
  updateLastLogin,
} from './queries.ts';

export interface ProviderProfile {
  name?: string | undefined;
  displayName?: string | undefined;
  nickname?: string | undefined;
  locale?: string | undefined;
  zoneinfo?: string | undefined;
}

/** What slices above take part in when a person signs up. */
export interface SignUpHooks {
  onAccountCreated: OnAccountCreated;
  isInvited: IsInvited;
}

/** A person and the first account that they belong to; null for one who is invited and has not accepted yet. */
export interface AddedUser {
  userId: string;
  accountId: string | null;
}

async function presentAdded(trx: Transaction<DB>, person: PersonRow): Promise<AddedUser> {
  const [first] = await listMemberships(trx, person.id);
  return { userId: person.id, accountId: first?.account_id ?? null };
}

/**
 * Creates the person of a bearer and an account that they own. A person who is invited to an account gets none of their
 * own. A repeat changes nothing.
 * @throws AppError `conflict` when another identity holds the address: accounts are never merged by address;
 *   `forbidden` when the identity's account has just been deleted.
 */
export async function addUser(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  profile: ProviderProfile,
  hooks: SignUpHooks,
  now: Date = new Date(),
): Promise<AddedUser> {
  try {
    return await inSystem(db, async (trx) =>
      presentAdded(trx, await createUser(trx, bearer, profile, hooks, now)),
    );
  } catch (error) {
    // Two sign-ups met, at any point. Of the same identity: the other call made the user. Of another: it has the address.
    const taken = isUniqueViolation(error);
    if (!taken && !(error instanceof AppError && error.code === 'conflict')) throw error;
    const known = await findPerson(db, bearer);
    if (known !== null) return inSystem(db, (trx) => presentAdded(trx, known));
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

/** Whether two calls met that would create the same row. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

async function createUser(
  trx: Transaction<DB>,
  bearer: Bearer,
  profile: ProviderProfile,
  hooks: SignUpHooks,
  now: Date,
): Promise<PersonRow> {
  const known = await findPersonByIdentity(trx, bearer.issuer, bearer.sub);
  if (known !== null) return requireCurrentToken(known, bearer);
  const person = await createPerson(trx, bearer, profile);
  if (!(await hooks.isInvited(trx, bearer.email)))
    await createAccount(trx, person, profile.zoneinfo, hooks.onAccountCreated, now);
  return getPerson(trx, bearer);
}

/**
 * The person of a bearer, locked until the transaction ends. One whom we do not know yet is created without an account of
 * their own.
 * @throws AppError `forbidden` for a blocked person, `conflict` when another identity holds the address
 */
export async function ensurePerson(trx: Transaction<DB>, bearer: Bearer): Promise<{ id: string }> {
  const known = await lockPersonByIdentity(trx, bearer.issuer, bearer.sub);
  if (known === null) return createPerson(trx, bearer, {});
  if (known.blocked_at !== null) throw new AppError('forbidden');
  return requireCurrentToken(known, bearer);
}

async function createPerson(
  trx: Transaction<DB>,
  bearer: Bearer,
  profile: ProviderProfile,
): Promise<NewPerson> {
  if (await isBeingErased(trx, bearer.sub)) throw new AppError('forbidden');
  if (await isEmailTaken(trx, bearer.email))
    throw new AppError('conflict', 'The address belongs to another identity.');
  const displayName = sanitizeName(
    profile.displayName ?? profile.name ?? profile.nickname ?? bearer.email.split('@')[0] ?? '',
  );
  const [firstName = '', ...rest] = displayName.split(' ');
  const locale =
    languages.find((language) => profile.locale?.toLowerCase().startsWith(language)) ?? fallbackLanguage;
  const { issuer, sub, email } = bearer;
  const person = {
    id: newId(),
    issuer,
    sub,
    email,
    firstName,
    lastName: rest.join(' '),
    displayName,
    locale,
  };
  await insertPerson(trx, person);
  return person;
}

async function getPerson(trx: Transaction<DB>, { issuer, sub }: Bearer): Promise<PersonRow> {
  const made = await findPersonByIdentity(trx, issuer, sub);
  if (made === null) throw new Error('The user that was just created is missing.');
  return made;
}

type NewPerson = Pick<PersonRow, 'id' | 'email' | 'locale'> & { displayName: string };

/** Creates an account that the person owns, named after them. @returns its id */
async function createAccount(
  trx: Transaction<DB>,
  person: NewPerson,
  zoneinfo: string | undefined,
  onAccountCreated: OnAccountCreated,
  now: Date,
): Promise<string> {
  const account = { id: newId(), name: person.displayName === '' ? person.email : person.displayName };
  await insertAccount(trx, {
    ...account,
    locale: person.locale,
    timeZone: await resolveZone(trx, zoneinfo),
    trialEndsAt: new Date(now.getTime() + trialDays * 86_400_000),
  });
  await insertMembership(trx, account.id, person.id, { role: 'owner', locationIds: null });
  await onAccountCreated(trx, account);
  await audit(trx, {
    accountId: account.id,
    userId: person.id,
    action: 'account.created',
    target: account.id,
  });
  return account.id;
}

/**
 * Creates an account for a person who belongs to none, for example one who was removed from a team.
 * @throws AppError `not-found` for a bearer without a user record, `conflict` when they belong to an account
 */
export async function startOwnAccount(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  zoneinfo: string | undefined,
  onAccountCreated: OnAccountCreated,
  now: Date = new Date(),
): Promise<string> {
  return inSystem(db, async (trx) => {
    const person = await lockPersonByIdentity(trx, bearer.issuer, bearer.sub);
    if (person === null) throw new AppError('not-found');
    requireCurrentToken(person, bearer);
    if (person.blocked_at !== null) throw new AppError('forbidden');
    if ((await listMemberships(trx, person.id)).length > 0) throw new AppError('conflict');
    const { id, email, display_name: displayName, locale } = person;
    return createAccount(trx, { id, email, displayName, locale }, zoneinfo, onAccountCreated, now);
  });
}

/** Records a sign-in; false means that this person may not use the app and must be signed out. */
export async function saveLogin(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<boolean> {
  const person = await findPerson(db, bearer);
  // A first sign-in whose `adduser` has not arrived yet is no reason to sign somebody out.
  if (person === null) return true;
  if (person.blocked_at !== null) return false;
  const memberships = await inSystem(db, (trx) => listMemberships(trx, person.id));
  if (memberships.length > 0 && memberships.every(isClosed)) return false;
  const touch = (email: string) => inSystem(db, (trx) => updateLastLogin(trx, person.id, email));
  await touch(bearer.email).catch((error) => {
    // Another user has the new address: this one keeps the address it had.
    if (!isUniqueViolation(error)) throw error;
    return touch(person.email);
  });
  return true;
}

/**
 * The user record of a bearer with the accounts that they belong to. `current` is the account that the header names when
 * the person belongs to it, else the first one; null for a person without an account.
 * @throws AppError `not-found` for a bearer without a user record, `forbidden` for a blocked one
 */
export async function getUser(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  account: string | undefined,
  now: Date = new Date(),
): Promise<User> {
  const person = await findPerson(db, bearer);
  if (person === null) throw new AppError('not-found');
  if (person.blocked_at !== null) throw new AppError('forbidden');
  const all = await inSystem(db, (trx) => listMemberships(trx, person.id));
  const memberships = all.filter((one) => !isClosed(one));
  if (all.length > 0 && memberships.length === 0) throw new AppError('forbidden');
  const current = memberships.find((one) => one.account_id === account) ?? memberships[0] ?? null;
  return presentUser(person, memberships, current, now);
}

/** Whether the account is being deleted right now. */
function isClosed(membership: MembershipRow): boolean {
  return membership.erasing_since !== null;
}

/** Notes in the bearer's accounts that a body named somebody else; a bearer without a user record has none. */
export async function auditMismatch(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  call: IdentityCall,
): Promise<void> {
  const person = await findPerson(db, bearer);
  if (person === null) return;
  const [first] = await inSystem(db, (trx) => listMemberships(trx, person.id));
  if (first === undefined) return;
  await inTenant(db, first.account_id, (trx) =>
    audit(trx, {
      accountId: first.account_id,
      userId: person.id,
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

async function findPerson(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<PersonRow | null> {
  const row = await inSystem(db, (trx) => findPersonByIdentity(trx, bearer.issuer, bearer.sub));
  return row === null ? null : requireCurrentToken(row, bearer);
}

/** @throws AppError `unauthenticated` for a token from before "sign out everywhere". */
function requireCurrentToken(person: PersonRow, bearer: Bearer): PersonRow {
  if (isTokenOutdated(person, bearer)) throw new AppError('unauthenticated');
  return person;
}

function presentUser(
  person: PersonRow,
  memberships: readonly MembershipRow[],
  current: MembershipRow | null,
  now: Date,
): User {
  return {
    id: person.id,
    uid: person.sub,
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    displayName: person.display_name,
    picture: picturePath(person.picture),
    accountName: current?.account_name ?? '',
    role: person.person_role === 'Super Admin' ? 'Super Admin' : 'Regular',
    impersonated: false,
    locale: asLanguage(person.locale),
    timeZone: current?.time_zone ?? 'UTC',
    sub_ends: current === null ? null : daysLeft(current.trial_ends_at, now, current.time_zone),
    deletionScheduledFor: current?.deletion_scheduled_for?.toISOString() ?? null,
    account: current === null ? null : presentMembership(current),
    accounts: memberships.map(presentMembership),
  };
}

function presentMembership(row: MembershipRow): User['accounts'][number] {
  return {
    id: row.account_id,
    name: row.account_name,
    role: row.role,
    locationIds: row.all_locations ? null : row.location_ids,
  };
}

/** Whole days from today to the last day, counted on the calendar of the account's time zone. */
export function daysLeft(ends: Date, now: Date, timeZone: string): number {
  const day = (at: Date) =>
    Date.parse(`${new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)}T00:00:00Z`);
  return Math.round((day(ends) - day(now)) / 86_400_000);
}
