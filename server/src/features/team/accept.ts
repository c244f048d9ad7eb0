/**
 * What invited people do, who belong to the account not yet: look at the invitation, accept or decline it. The token of
 * the link only finds the invitation; who may answer it is decided by the confirmed address of the bearer.
 */
import { type InvitationPreview, maxMembers, type OwnInvitation } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import {
  addMembership,
  countMembers,
  findAdmittedPerson,
  findOrCreatePerson,
  lockAccount,
} from '../identity/index.ts';
import { type ChangeDeps, requireSignInForOwners, sendingMails, type TeamChange } from './change-team.ts';
import type { TeamDeps } from './deps.ts';
import { endInvitation } from './end-invitations.ts';
import { hashOfToken } from './invitations.ts';
import { mailInviter } from './member-mails.ts';
import { mailOwners } from './owner-mails.ts';
import { presentOwnInvitation, presentPreview, stateOf } from './present.ts';
import {
  findInvitation,
  findInvitationByToken,
  type InvitationRow,
  listInvitationsTo,
  listInvitedLocations,
  markAccepted,
} from './queries.ts';

/** @throws AppError `not-found` for an unknown token, `rate-limited` for a network that asks too often */
export async function lookUpInvitation(
  { db, lookUpLimit }: Pick<TeamDeps, 'db' | 'lookUpLimit'>,
  network: string,
  token: string,
): Promise<InvitationPreview> {
  const wait = await lookUpLimit.consume(network);
  if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
  const invitation = await inSystem(db, (trx) => findInvitationByToken(trx, hashOfToken(token)));
  if (invitation === null) throw notFound();
  return presentPreview(invitation, new Date());
}

/** @throws AppError as `findAdmittedPerson` */
export async function listOwnInvitations(
  { db }: Pick<TeamDeps, 'db'>,
  bearer: Bearer,
): Promise<OwnInvitation[]> {
  const rows = await inSystem(db, async (trx) => {
    await findAdmittedPerson(trx, bearer);
    return listWaitingInvitations(trx, bearer.email);
  });
  return rows.map(presentOwnInvitation);
}

/** Invitations that an address can accept now. Across all tenants. */
export async function listWaitingInvitations(trx: Transaction<DB>, email: string): Promise<InvitationRow[]> {
  const now = new Date();
  const rows = await listInvitationsTo(trx, email, now);
  return rows.filter((row) => stateOf(row, now) === 'valid');
}

/**
 * Makes the bearer a member, exactly once, and tells whoever invited them by mail. A person whom we do not know yet is
 * created, without an account of their own.
 * @returns the id of the account
 * @throws AppError `not-found`, `invitation-other-address`, `invitation-used`, `invitation-revoked`, `invitation-expired`,
 *   `account-closing`, `already-member`, `limit-reached`, `forbidden` for a blocked person and an administrator, `sign-in-again` as
 *   `requireSignInForOwners`
 */
export function acceptInvitation(deps: ChangeDeps, bearer: Bearer, id: string): Promise<string> {
  return answering(deps, (trx, queueMail) => acceptIn(trx, bearer, id, queueMail));
}

/** Runs the answer to an invitation in one transaction across tenants, and sends the mails that it has stored. */
function answering<T>(
  deps: ChangeDeps,
  work: (trx: Transaction<DB>, queueMail: TeamChange['queueMail']) => Promise<T>,
): Promise<T> {
  return sendingMails(deps, (queue) =>
    inSystem(deps.db, (trx) => work(trx, (request) => queue(request, trx))),
  );
}

async function acceptIn(
  trx: Transaction<DB>,
  bearer: Bearer,
  id: string,
  queueMail: TeamChange['queueMail'],
): Promise<string> {
  const { account, invitation } = await lockValidInvitation(trx, bearer, id);
  const accountId = invitation.account_id;
  requireSignInForOwners(bearer, null, invitation.role);
  if (account.closing) throw new AppError('account-closing');
  if ((await countMembers(trx, accountId)) >= maxMembers) throw new AppError('limit-reached');
  const { person } = await findOrCreatePerson(trx, bearer, {});
  if (person.blocked_at !== null || person.person_role === 'Super Admin') throw new AppError('forbidden');
  const userId = person.id;
  const { role, all_locations: all } = invitation;
  const access = { role, locationIds: all ? null : await listInvitedLocations(trx, accountId, id) };
  await addMembership(trx, { accountId, userId, actorId: userId }, access);
  await markAccepted(trx, { accountId, id, userId }, new Date());
  const change = { userId, name: person.display_name, before: null, after: role };
  const mailing = { accountId, accountName: account.name, queueMail };
  await mailOwners(trx, mailing, change);
  await mailInviter(trx, mailing, invitation, { answer: 'accepted', memberName: person.display_name });
  return accountId;
}

/**
 * Ends an invitation to the bearer, who may be a person whom we do not know, and tells whoever sent it by mail.
 * @throws AppError `not-found`, `invitation-other-address`, `invitation-used`, `invitation-revoked`, `invitation-expired`, and
 *   as `findAdmittedPerson`
 */
export function declineInvitation(deps: ChangeDeps, bearer: Bearer, id: string): Promise<void> {
  return answering(deps, (trx, queueMail) => declineIn(trx, bearer, id, queueMail));
}

async function declineIn(
  trx: Transaction<DB>,
  bearer: Bearer,
  id: string,
  queueMail: TeamChange['queueMail'],
): Promise<void> {
  const person = await findAdmittedPerson(trx, bearer);
  const { account, invitation } = await lockValidInvitation(trx, bearer, id);
  await endInvitation(trx, invitation, { userId: person?.id ?? null, action: 'invitation.declined' });
  const mailing = { accountId: invitation.account_id, accountName: account.name, queueMail };
  await mailInviter(trx, mailing, invitation, { answer: 'declined', memberName: null });
}

/**
 * The invitation with its account, which stays locked until the transaction ends.
 * @throws AppError `not-found`, `invitation-other-address`, `invitation-used`, `invitation-revoked`, `invitation-expired`
 */
async function lockValidInvitation(trx: Transaction<DB>, bearer: Bearer, id: string) {
  const found = await findInvitation(trx, id);
  if (found === null) throw notFound();
  const account = await lockAccount(trx, found.account_id);
  // Read again behind the lock, which every change of an invitation holds.
  const invitation = await findInvitation(trx, id);
  if (account === null || invitation === null) throw notFound();
  if (invitation.email.toLowerCase() !== bearer.email.toLowerCase())
    throw new AppError('invitation-other-address');
  switch (stateOf(invitation, new Date())) {
    case 'accepted':
      throw new AppError('invitation-used');
    case 'revoked':
      throw new AppError('invitation-revoked');
    case 'expired':
      throw new AppError('invitation-expired');
    case 'valid':
      return { account, invitation };
  }
}
