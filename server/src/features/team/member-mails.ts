/** Mails to a member about what others did: answered their invitation, or changed their access. */
import type { MemberAccess } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { LostLocations } from '../businesses/index.ts';
import { accessOf, findMemberRow, type MemberRow } from '../identity/index.ts';
import { listMailWaits, type MailRequest } from '../mail/index.ts';
import type { TeamChange } from './change-team.ts';
import type { TeamDeps } from './deps.ts';
import { mailTo, nameLocations } from './mail-to.ts';
import type { InvitationRow } from './queries.ts';

type Mailing = Pick<TeamChange, 'accountId' | 'accountName' | 'queueMail'>;

/**
 * Mails whoever sent an invitation, which is valid only while they may invite. A new owner is told of by `mailOwners`.
 */
export async function mailInviter(
  trx: Transaction<DB>,
  { accountId, accountName, queueMail }: Mailing,
  { invited_by: inviterId, email: address, role }: InvitationRow,
  answered: { answer: 'accepted'; memberName: string } | { answer: 'declined'; memberName: null },
): Promise<void> {
  if (inviterId === null || (answered.answer === 'accepted' && role === 'owner')) return;
  const inviter = await findMemberRow(trx, accountId, inviterId);
  const kind = 'invitation-answered';
  if (inviter === null || !(await hasMailLeft(trx, accountId, kind, inviter))) return;
  await queueMail({ kind, ...mailTo(inviter), accountId, accountName, ...answered, address, role });
}

/** Mails a member what they may do and see from now on, and who changed it. */
export async function mailChangedMember(
  trx: Transaction<DB>,
  mailing: Mailing,
  member: MemberRow,
  access: MemberAccess,
  actor: Pick<MemberRow, 'display_name'>,
): Promise<void> {
  if (await hasMailLeft(trx, mailing.accountId, 'access-changed', member))
    await queueAccess(trx, mailing, member, access, actor);
}

async function queueAccess(
  trx: Transaction<DB>,
  { accountId, accountName, queueMail }: Mailing,
  member: MemberRow,
  { role, locationIds }: MemberAccess,
  actor: Pick<MemberRow, 'display_name'> | null,
): Promise<void> {
  const kind = 'access-changed';
  const locations = locationIds === null ? null : await nameLocations(trx, accountId, locationIds);
  const access = { role, locationCount: locations?.count ?? null, locationNames: locations?.names ?? [] };
  const changedBy = actor?.display_name ?? null;
  const changedOn = new Date().toISOString().slice(0, 10);
  await queueMail({ kind, ...mailTo(member), accountId, accountName, changedBy, ...access, changedOn });
}

/** Mails members what is left to them of locations that are deleted in this transaction; the sweep sends the mails. */
export async function mailLosersOfLocations(
  trx: Transaction<DB>,
  deps: Pick<TeamDeps, 'queueMail'>,
  { accountId, accountName, actorId, memberIds }: LostLocations,
): Promise<void> {
  const others = memberIds.filter((id) => id !== actorId);
  if (others.length === 0) return;
  const queueMail: Mailing['queueMail'] = async (request) => void (await deps.queueMail(request, trx));
  const mailing = { accountId, accountName, queueMail };
  const actor = await findMemberRow(trx, accountId, actorId);
  const waits = await listMailWaits(trx, accountId, 'access-changed', new Date());
  for (const id of others) {
    const member = await findMemberRow(trx, accountId, id);
    if (member !== null && !waits.has(member.email.toLowerCase()))
      await queueAccess(trx, mailing, member, accessOf(member), actor);
  }
}

/** Whether a member may get another such mail today; what it tells happens all the same. */
async function hasMailLeft(
  trx: Transaction<DB>,
  accountId: string,
  kind: MailRequest['kind'],
  { email }: MemberRow,
): Promise<boolean> {
  return !(await listMailWaits(trx, accountId, kind, new Date())).has(email.toLowerCase());
}
