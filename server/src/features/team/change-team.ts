/** What every change of a team begins and ends with. */
import { type AccountRole, mayManageMember } from '@kindling/contract/rights';
import type { Team } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer, SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  accessOf,
  findMemberRow,
  lockAccount,
  type MemberRow,
  requireRecentSignIn,
} from '../identity/index.ts';
import type { MailRequest } from '../mail/index.ts';
import type { TeamDeps } from './deps.ts';
import { readTeam } from './read-team.ts';

export interface LockedTeam {
  accountId: string;
  accountName: string;
  /** The caller as they are now: another request may have changed them since this one was authorized. */
  actor: MemberRow;
  /** True while the account waits for its deletion. */
  closing: boolean;
}

export type ChangeDeps = Pick<TeamDeps, 'db' | 'queueMail' | 'deliverSoon'>;

/** A locked team, and how its change queues mails. */
export interface TeamChange extends LockedTeam {
  /** Stores a mail in the transaction of the change; it is sent after the commit. */
  queueMail(request: MailRequest): Promise<void>;
}

/**
 * Changes the team of the caller's account in one transaction, and sends the mails about it after the commit.
 * @returns the team as the caller sees it now
 * @throws AppError as {@link lockTeam} and `work`
 */
export function changeTeam(
  deps: ChangeDeps,
  user: SignedInUser,
  work: (trx: Transaction<DB>, team: TeamChange) => Promise<void>,
): Promise<Team> {
  return withTeam(deps, user, async (trx, team) => {
    await work(trx, team);
    return readTeam(trx, user);
  });
}

/** As {@link changeTeam}, with the result of `work`. */
export function withTeam<T>(
  deps: ChangeDeps,
  user: SignedInUser,
  work: (trx: Transaction<DB>, team: TeamChange) => Promise<T>,
): Promise<T> {
  return sendingMails(deps, (queue) =>
    inTenant(deps.db, user.accountId, async (trx) => {
      const team = await lockTeam(trx, user);
      return work(trx, { ...team, queueMail: (request) => queue(request, trx) });
    }),
  );
}

/** Runs `work`, and sends the mails that it has stored. */
export async function sendingMails<T>(
  deps: Pick<TeamDeps, 'queueMail' | 'deliverSoon'>,
  work: (queue: (request: MailRequest, trx: Transaction<DB>) => Promise<void>) => Promise<T>,
): Promise<T> {
  const mailIds: string[] = [];
  const result = await work(async (request, trx) => {
    mailIds.push(await deps.queueMail(request, trx));
  });
  await deps.deliverSoon(mailIds);
  return result;
}

/**
 * Locks the team of the caller's account until the transaction ends.
 * @throws AppError `no-membership` when the caller was removed meanwhile
 */
async function lockTeam(trx: Transaction<DB>, { accountId, userId }: SignedInUser): Promise<LockedTeam> {
  const account = await lockAccount(trx, accountId);
  const actor = await findMemberRow(trx, accountId, userId);
  if (account === null || actor === null) throw new AppError('no-membership');
  return { accountId, accountName: account.name, actor, closing: account.closing };
}

/**
 * `becomes` is the role that the other one gets.
 * @throws AppError `role-forbids` when the caller may not manage a member of the role `other`
 */
export function requireManager(
  { actor }: LockedTeam,
  other: AccountRole,
  becomes: AccountRole = other,
): void {
  if (!mayManageMember(accessOf(actor), other, becomes)) throw new AppError('role-forbids');
}

/**
 * A change of who owns the account is the hardest to take back, so whoever makes it must have signed in recently.
 * Null: no member.
 * @throws AppError `sign-in-again`
 */
export function requireSignInForOwners(
  bearer: Pick<Bearer, 'signedInAt'>,
  before: AccountRole | null,
  after: AccountRole | null,
): void {
  if ((before === 'owner') !== (after === 'owner')) requireRecentSignIn(bearer);
}
