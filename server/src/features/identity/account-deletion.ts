/**
 * Account deletion: scheduled by the owner, carried out after two weeks, canceled at any time before. An interrupted
 * deletion is resumed, and every step is safe to repeat.
 */
import { deletionDays, type Profile, recentSignInSeconds } from '@kindling/contract/profile';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { deleteAllOfAccount, forceIndexes } from '../../db/delete-pages.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { adminOf, type Bearer, type CallContext, type SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import { endSessions } from './acting.ts';
import { audit } from './audit.ts';
import { closeChain, sealBatch } from './audit-chain/seal.ts';
import {
  allowLongStatements,
  beginErasureByOperator,
  deleteAccount,
  deletePeopleWithoutAccount,
  dueForErasure,
  findErasure,
  finishErasure,
  insertErasure,
  listDueAccounts,
  listMemberIds,
  lockAccountForErasure,
  lockAccountRow,
  scheduleDeletion,
  unscheduleDeletion,
} from './deletion-queries.ts';
import type { IdentityDeps } from './deps.ts';
import { lockAccount } from './membership-queries.ts';
import { auditOperator } from './operator-audit.ts';
import { getProfile } from './profile.ts';

type Deps = Pick<IdentityDeps, 'db' | 'notify'>;

/**
 * Schedules the deletion. A second request changes nothing.
 * @throws AppError `sign-in-again` when the last sign-in is too long ago, `invalid-input` when `typedName` is not the
 *   account's name, `conflict` when the account is going already, `rate-limited` when it was scheduled too often within a
 *   day.
 */
export async function scheduleAccountDeletion(
  deps: Deps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  typedName: string,
  now: Date = new Date(),
): Promise<Profile> {
  requireRecentSignIn(bearer, now);
  const before = await getProfile(deps, user);
  if (normalizeName(typedName) !== normalizeName(before.accountName))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'accountName', message: 'It is not the name of the account.' }],
    });
  const day = new Date(now.getTime() + deletionDays * 86_400_000);
  await inTenant(deps.db, user.accountId, async (trx) => {
    const scheduled = await scheduleDeletion(trx, user.accountId, day);
    if (scheduled === null) throw new AppError('conflict');
    if (!scheduled.changed) return;
    const scheduledFor = scheduled.at.toISOString();
    await audit(trx, {
      accountId: user.accountId,
      userId: user.userId,
      action: 'account.deletion-scheduled',
      details: { scheduledFor },
    });
    await deps.notify(trx, user.accountId, {
      kind: 'account-deletion-scheduled',
      deletedOn: scheduledFor.slice(0, 10),
      by: 'owner',
    });
  });
  return getProfile(deps, user);
}

/** @throws AppError `sign-in-again` when the last sign-in is too long ago; a provider that does not tell is believed */
export function requireRecentSignIn(
  { signedInAt }: Pick<Bearer, 'signedInAt'>,
  now: Date = new Date(),
): void {
  if (signedInAt !== null && now.getTime() - signedInAt.getTime() > recentSignInSeconds * 1000)
    throw new AppError('sign-in-again');
}

/** The administrator who calls, after a recent sign-in. @throws AppError as {@link requireRecentSignIn} */
export function provedAdminOf(context: Pick<CallContext, 'caller'>): ReturnType<typeof adminOf> {
  const admin = adminOf(context);
  requireRecentSignIn(admin.bearer);
  return admin;
}

/** Takes a scheduled deletion back; without one nothing happens. */
export async function cancelAccountDeletion(deps: Deps, user: SignedInUser): Promise<Profile> {
  await inTenant(deps.db, user.accountId, async (trx) => {
    if (!(await unscheduleDeletion(trx, user.accountId))) return;
    await audit(trx, {
      accountId: user.accountId,
      userId: user.userId,
      action: 'account.deletion-canceled',
    });
    await deps.notify(trx, user.accountId, { kind: 'account-deletion-canceled' });
  });
  return getProfile(deps, user);
}

/**
 * The operator deletes an account: in two weeks, until when its members can take it back, or at once, which nobody can. The
 * caller checks the role, writes the trails, and enqueues the erasure of one that begins at once.
 * @returns the account's name, and when it is deleted
 * @throws AppError `not-found`; `invalid-input` when `typedName` is not the account's name; `conflict` when the deletion is
 *   scheduled or has begun; `rate-limited` when it was scheduled too often within a day
 */
export async function deleteAccountByOperator(
  { notify }: Pick<IdentityDeps, 'notify'>,
  trx: Transaction<DB>,
  accountId: string,
  { typedName, when }: { typedName: string; when: 'in-two-weeks' | 'now' },
  now: Date,
): Promise<{ name: string; scheduledFor: Date }> {
  const account = await lockAccount(trx, accountId);
  if (account === null) throw notFound();
  const { name } = account;
  if (normalizeName(typedName) !== normalizeName(name))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'accountName', message: 'It is not the name of the account.' }],
    });
  if (when === 'now') {
    if (!(await beginErasureByOperator(trx, accountId, now))) throw new AppError('conflict');
    await endSessions(trx, { accountId }, 'member-changed');
    return { name, scheduledFor: now };
  }
  const day = new Date(now.getTime() + deletionDays * 86_400_000);
  const scheduled = await scheduleDeletion(trx, accountId, day, 'operator');
  if (scheduled?.changed !== true) throw new AppError('conflict');
  const deletedOn = day.toISOString().slice(0, 10);
  await notify(trx, accountId, { kind: 'account-deletion-scheduled', deletedOn, by: 'operator' });
  return { name, scheduledFor: day };
}

/** Takes a scheduled deletion back for the members. @throws AppError `conflict` without one, and when it has begun */
export async function keepAccountByOperator(
  { notify }: Pick<IdentityDeps, 'notify'>,
  trx: Transaction<DB>,
  accountId: string,
): Promise<void> {
  if (!(await unscheduleDeletion(trx, accountId))) throw new AppError('conflict');
  await notify(trx, accountId, { kind: 'account-deletion-canceled' });
}

/** As people type it: without regard to case, to how many spaces stand where, and to what cannot be seen. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** What a run that was cut off needs to go on after the account's rows are gone. */
const pendingSchema = z.object({
  subs: z.array(z.string()),
  /** Names by slice. An older version stored those of all slices in one list, which is read as `*`. */
  named: z.union([
    z.record(z.string(), z.array(z.string())),
    z.array(z.string()).transform((all): Record<string, string[]> => ({ '*': all })),
  ]),
});

/**
 * Seconds for which we remember who was deleted. An access token that was given just before lives on for a quarter of
 * an hour (TTL in identity/src/provider.ts) and would make its owner a new, empty account that nobody can sign in to.
 */
export const identityRetentionSeconds = 1200;

export type ErasureDeps = Pick<IdentityDeps, 'db' | 'log' | 'signIns' | 'erasureSteps' | 'bulkTables'>;

/** Accounts to delete now: due ones, and ones whose deletion was cut off. */
export function findDueAccounts({ db }: Pick<IdentityDeps, 'db'>, now: Date = new Date()): Promise<string[]> {
  return inSystem(db, (trx) => listDueAccounts(trx, now));
}

/**
 * Deletes an account that a restored backup brought back, whatever its own row says of a deletion. Without such an account it
 * does nothing.
 */
export async function eraseAgain(
  deps: ErasureDeps,
  accountId: string,
  now: Date = new Date(),
): Promise<void> {
  await inSystem(deps.db, (trx) => dueForErasure(trx, accountId, now));
  await eraseAccount(deps, accountId, now);
}

/**
 * Deletes one account with everything of it, here and at our sign-in service. Does nothing when its day has not come
 * or was taken back.
 * @param signal Ends the work between two pages of rows; the next call goes on.
 * @returns false while we still remember who it was: then it is to be called again after {@link identityRetentionSeconds}.
 */
export async function eraseAccount(
  deps: ErasureDeps,
  accountId: string,
  now: Date = new Date(),
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, log, signIns, erasureSteps } = deps;
  // From here on no user of the account is admitted, and none of its listings is synced.
  const closed = await inSystem(db, async (trx) => {
    if (!(await lockAccountForErasure(trx, accountId, now))) return false;
    await endSessions(trx, { accountId }, 'member-changed');
    return true;
  });
  if (closed) await deleteRows(deps, accountId, now, signal);
  const erasure = await inSystem(db, (trx) => findErasure(trx, accountId));
  if (erasure === null || erasure.finished_at !== null) return true;
  const { subs, named } = pendingSchema.parse(erasure.pending);
  for (const { slice, after } of erasureSteps) await after?.(accountId, named[slice] ?? named['*'] ?? []);
  for (const sub of subs) await signIns?.deleteAccount(sub);
  if (now.getTime() - erasure.started_at.getTime() < identityRetentionSeconds * 1000) return false;
  await inSystem(db, (trx) => finishErasure(trx, accountId, now));
  log.info({ accountId }, 'An account was deleted');
  return true;
}

/** Deletes the rows of a closed account, and remembers what is left to do outside of them. */
async function deleteRows(
  { db, erasureSteps, bulkTables }: ErasureDeps,
  accountId: string,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const named: Record<string, string[]> = {};
  for (const { slice, before } of erasureSteps) named[slice] = (await before?.(accountId)) ?? [];
  for (const table of bulkTables) await deleteAllOfAccount(db, table, accountId, signal);
  while (await runWithCooldown(() => inSystem(db, (trx) => sealBatch(trx, { accountId })), signal))
    signal?.throwIfAborted();
  await inSystem(db, async (trx) => {
    await allowLongStatements(trx);
    await forceIndexes(trx);
    await lockAccountRow(trx, accountId);
    const members = await listMemberIds(trx, accountId);
    const trail = await closeChain(trx, { accountId });
    // Whoever deletes the row knows whose it was; a second run that comes too late knows nothing of it.
    const cause = await deleteAccount(trx, accountId);
    if (cause === null) return;
    // After the account, which can take long: those who have other accounts wait there for the locks of this.
    const subs = await deletePeopleWithoutAccount(trx, members);
    const at = new Date(now.getTime() + performance.now() - began);
    await insertErasure(trx, accountId, { subs, named }, cause, at);
    // Deleting an account must not hide what was done in it: a copy of its trail can be compared with this.
    await auditOperator(trx, {
      adminId: null,
      action: 'account.erased',
      accountId,
      target: trail.hash,
      details: { entries: trail.count },
    });
  });
}
