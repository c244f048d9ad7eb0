/** People and their accounts: created at sign-up from a verified bearer, never from what a body claims. */
import { asLanguage, fallbackLanguage, languages } from '@kindling/contract/constants';
import { planStateAt } from '@kindling/contract/plans';
import { timeZoneSchema } from '@kindling/contract/profile';
import { currentZoneName } from '@kindling/contract/time-zones';
import type { SavedLogin, User } from '@kindling/contract/users';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { findActing } from './acting.ts';
import { audit, type IdentityCall } from './audit.ts';
import { daysLeft } from './days-left.ts';
import type { IsInvited, OnAccountCreated } from './deps.ts';
import { insertMembership } from './membership-queries.ts';
import { picturePath } from './picture-route.ts';
import { isKnownZone, presentSecond, revokeTokensOfIdentity } from './profile-queries.ts';
import {
  findMembershipOf,
  findPersonByIdentity,
  insertAccount,
  insertPerson,
  isBeingErased,
  isTokenOutdated,
  listMemberships,
  lockPersonByIdentity,
  type MembershipRow,
  type PersonRow,
  readSignInBlock,
  updateAddress,
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

/** Without what depends on how the person signed in, and on the other accounts of the installation. */
export type UserRecord = Omit<User, 'operator' | 'secondFactorMissing'>;

/** A person and the first account that they belong to; null for one who is invited and has not accepted yet. */
export interface SignedUp {
  userId: string;
  accountId: string | null;
}

/**
 * Creates the person of a bearer and an account that they own. A person who is invited to an account gets none of their
 * own. A repeat changes nothing.
 * @throws AppError as {@link findOrCreatePerson}
 */
export async function signUp(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  profile: ProviderProfile,
  hooks: SignUpHooks,
  now: Date = new Date(),
): Promise<SignedUp> {
  return inSystem(db, async (trx) => {
    const { person, isNew } = await findOrCreatePerson(trx, bearer, profile);
    if (isNew && !(await hooks.isInvited(trx, bearer.email)))
      await createAccount(trx, person, profile.zoneinfo, hooks.onAccountCreated, now);
    const [first] = await listMemberships(trx, person.id);
    return { userId: person.id, accountId: first?.account_id ?? null };
  });
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

/**
 * The person of a bearer, locked until the transaction ends. One whom we do not know yet is created, without an account.
 * @throws AppError `conflict` when another identity holds the address: accounts are never merged by address;
 *   `forbidden` when the identity's account has just been deleted; `unauthenticated` for an outdated token
 */
export async function findOrCreatePerson(
  trx: Transaction<DB>,
  bearer: Bearer,
  profile: ProviderProfile,
): Promise<{ person: PersonRow; isNew: boolean }> {
  const { issuer, sub, email } = bearer;
  const known = await lockPersonByIdentity(trx, issuer, sub);
  if (known !== null) return { person: requireCurrentToken(known, bearer), isNew: false };
  if (await isBeingErased(trx, sub)) throw new AppError('forbidden');
  const created = await insertPerson(trx, {
    id: newId(),
    issuer,
    sub,
    email,
    ...describePerson(bearer, profile),
  });
  if (created !== null) return { person: created, isNew: true };
  // Another call has just created the same identity, or another identity has the address.
  const other = await lockPersonByIdentity(trx, issuer, sub);
  if (other === null) throw new AppError('conflict', 'The address belongs to another identity.');
  return { person: requireCurrentToken(other, bearer), isNew: false };
}

/** Names and language of a new person, from what the provider says about them. */
function describePerson({ email }: Bearer, profile: ProviderProfile) {
  const displayName = sanitizeName(
    profile.displayName ?? profile.name ?? profile.nickname ?? email.split('@')[0] ?? '',
  );
  const [firstName = '', ...rest] = displayName.split(' ');
  const locale =
    languages.find((language) => profile.locale?.toLowerCase().startsWith(language)) ?? fallbackLanguage;
  return { firstName, lastName: rest.join(' '), displayName, locale };
}

/** Creates an account that the person owns, named after them. @returns its id */
async function createAccount(
  trx: Transaction<DB>,
  person: Pick<PersonRow, 'id' | 'email' | 'display_name' | 'locale'>,
  zoneinfo: string | undefined,
  onAccountCreated: OnAccountCreated,
  now: Date,
): Promise<string> {
  const account = { id: newId(), name: person.display_name || person.email };
  await insertAccount(
    trx,
    {
      ...account,
      locale: person.locale,
      timeZone: await resolveZone(trx, zoneinfo),
    },
    now,
  );
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
 * @throws AppError `not-found` for a bearer without a user record, `forbidden` for an administrator, `conflict` when
 *   they belong to an account
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
    if (person.blocked_at !== null || person.person_role === 'Super Admin') throw new AppError('forbidden');
    if ((await listMemberships(trx, person.id)).length > 0) throw new AppError('conflict');
    return createAccount(trx, person, zoneinfo, onAccountCreated, now);
  });
}

/** Records a sign-in; status false means that this person may not use the app, and a block tells why. */
export async function saveLogin(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<SavedLogin> {
  const person = await findPerson(db, bearer);
  // A first sign-in whose `adduser` has not arrived yet is no reason to sign somebody out.
  if (person === null) return { status: true };
  const { id, blocked_at: since } = person;
  if (since !== null)
    return { status: false, block: await inSystem(db, (trx) => readSignInBlock(trx, id, since)) };
  const memberships = await inSystem(db, (trx) => listMemberships(trx, person.id));
  if (person.person_role === 'Regular' && memberships.length > 0 && memberships.every(isClosed))
    return { status: false };
  const touch = (email: string) => inSystem(db, (trx) => updateLastLogin(trx, person.id, email));
  await touch(bearer.email).catch((error) => {
    // Another user has the new address: this one keeps the address it had.
    if (!isUniqueViolation(error)) throw error;
    return touch(person.email);
  });
  return { status: true };
}

/**
 * Stores another address of a person, as the sign-in service changed it, and refuses tokens that name the earlier one. Where another
 * person has it here, the sign-in later tries again.
 */
export async function changeAddress(
  db: Pick<Database, 'pool'>,
  identity: { issuer: string; sub: string },
  email: string,
): Promise<void> {
  await inSystem(db, async (trx) => {
    await updateAddress(trx, identity, email);
    await revokeTokensOfIdentity(trx, identity.issuer, identity.sub, presentSecond());
  }).catch((error) => {
    if (!isUniqueViolation(error)) throw error;
  });
}

/**
 * The user record of a bearer with the accounts that they belong to. `current` is the account that the header names when
 * the person belongs to it, else the first one; null for a person without an account.
 * @throws AppError `not-found` for a bearer without a user record, `forbidden` for a blocked one
 */
export async function getUser(
  { db, plansEnabled }: { db: Pick<Database, 'pool'>; plansEnabled: boolean },
  bearer: Bearer,
  account: string | undefined,
  now: Date = new Date(),
): Promise<UserRecord> {
  const person = await findPerson(db, bearer);
  if (person === null) throw new AppError('not-found');
  if (person.blocked_at !== null) throw new AppError('forbidden');
  if (person.person_role === 'Super Admin') return getAdmin({ db, plansEnabled }, person, bearer, now);
  const all = await inSystem(db, (trx) => listMemberships(trx, person.id));
  const memberships = all.filter((one) => !isClosed(one));
  if (all.length > 0 && memberships.length === 0) throw new AppError('forbidden');
  const current = memberships.find((one) => one.account_id === account) ?? memberships[0] ?? null;
  return presentUser(person, memberships, { current, plansEnabled, now });
}

/**
 * The record of an administrator, who has no account of their own in the app. While they act as a member it is that of
 * the member.
 */
async function getAdmin(
  { db, plansEnabled }: { db: Pick<Database, 'pool'>; plansEnabled: boolean },
  admin: PersonRow,
  bearer: Bearer,
  now: Date,
): Promise<UserRecord> {
  const own = presentUser(admin, [], { current: null, plansEnabled, now });
  return inSystem(db, async (trx) => {
    const session = await findActing(trx, admin.id, bearer, now);
    if (session === null) return own;
    const found = await findMembershipOf(trx, session.target_user, session.target_account);
    if (found === null) return own;
    const { person, membership } = found;
    return {
      ...presentUser(person, [membership], { current: membership, plansEnabled, now }),
      impersonated: true,
      acting: {
        id: session.id,
        endsAt: session.expires_at.toISOString(),
        adminName: own.displayName || own.email,
      },
    };
  });
}

/** Whether the account is being deleted right now. */
function isClosed(membership: MembershipRow): boolean {
  return membership.erasing_since !== null;
}

/**
 * Writes into the trail of the account that the bearer joined first that a body named somebody else. A bearer without a
 * user record or an account, and a blocked one, leaves no entry.
 */
export async function auditMismatch(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  call: IdentityCall,
): Promise<void> {
  await inSystem(db, async (trx) => {
    const person = await lockPersonByIdentity(trx, bearer.issuer, bearer.sub);
    if (person === null || requireCurrentToken(person, bearer).blocked_at !== null) return;
    const [first] = await listMemberships(trx, person.id);
    if (first === undefined) return;
    await audit(trx, {
      accountId: first.account_id,
      userId: person.id,
      action: 'identity.mismatch',
      details: { call },
    });
  });
}

/**
 * For routes that a bearer may call before we know them as a person.
 * @returns the person, null for one whom we do not know yet
 * @throws AppError `forbidden` for a blocked person and an administrator, who joins no account, `unauthenticated` for an
 *   outdated token
 */
export async function findAdmittedPerson(trx: Transaction<DB>, bearer: Bearer): Promise<PersonRow | null> {
  const person = await findPersonByIdentity(trx, bearer.issuer, bearer.sub);
  if (person === null) return null;
  requireCurrentToken(person, bearer);
  if (person.blocked_at !== null || person.person_role === 'Super Admin') throw new AppError('forbidden');
  return person;
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
  { current, plansEnabled, now }: { current: MembershipRow | null; plansEnabled: boolean; now: Date },
): UserRecord {
  const plan =
    current === null || !plansEnabled ? null : { state: current.plan_state, endsAt: current.plan_ends_at };
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
    acting: null,
    locale: asLanguage(person.locale),
    timeZone: current?.time_zone ?? 'UTC',
    sub_ends: plan?.endsAt ? daysLeft(plan.endsAt, now, current?.time_zone ?? 'UTC') : null,
    planState: plan === null ? null : planStateAt(plan, now),
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
