/** Owners are told by mail who becomes or stops being an owner, because it may have been done in their name, and who leaves. */
import type { AccountRole } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type ListedMemberRow, listMemberRows, type MemberRow } from '../identity/index.ts';
import { listMailWaits, type MailRequest, requireMailLeft } from '../mail/index.ts';
import type { TeamChange } from './change-team.ts';
import { mailTo } from './mail-to.ts';

/** A person whose role has changed. Null: no member. */
export interface RoleChange {
  userId: string;
  name: string;
  before: AccountRole | null;
  after: AccountRole | null;
}

/**
 * Mails the owners, but not whoever became one, none of `told`, who learn it otherwise, and none who has had all such mails
 * of a day.
 */
export async function mailOwners(
  trx: Transaction<DB>,
  { accountId, accountName, queueMail }: Pick<TeamChange, 'accountId' | 'accountName' | 'queueMail'>,
  { userId, name, before, after }: RoleChange,
  told: readonly string[] = [],
): Promise<void> {
  if ((before === 'owner') === (after === 'owner')) return;
  const mail = { kind: 'owners-changed', accountId, accountName, memberName: name } as const;
  for (const owner of await listOwnersToTell(trx, accountId, mail.kind, [userId, ...told]))
    await queueMail({ ...mail, ...mailTo(owner), change: after === 'owner' ? 'added' : 'gone' });
}

/** Mails the owners that a member has left on their own; of an owner who leaves, `mailOwners` tells. */
export async function mailOwnersOfLeaver(
  trx: Transaction<DB>,
  { accountId, accountName, queueMail }: TeamChange,
  { user_id: userId, email: address, display_name: memberName, role }: MemberRow,
): Promise<void> {
  if (role === 'owner') return;
  const mail = { kind: 'member-left', accountId, accountName, memberName, address, role } as const;
  for (const owner of await listOwnersToTell(trx, accountId, mail.kind, [userId]))
    await queueMail({ ...mail, ...mailTo(owner) });
}

/** The owners but `told` and those who have had all such mails of a day. */
async function listOwnersToTell(
  trx: Transaction<DB>,
  accountId: string,
  kind: MailRequest['kind'],
  told: readonly string[],
): Promise<ListedMemberRow[]> {
  const members = await listMemberRows(trx, accountId, 0);
  const waits = await listMailWaits(trx, accountId, kind, new Date());
  const isTold = (member: ListedMemberRow) =>
    told.includes(member.user_id) || waits.has(member.email.toLowerCase());
  return members.filter((member) => member.role === 'owner' && !isTold(member));
}

/**
 * Mails somebody who was an owner, also when they did it, because it may have been done in their name. It has no limit, or an attacker could use it up first; `requireOwnerMailLeft` bounds it.
 */
export async function mailFormerOwner(
  { accountId, accountName, queueMail }: TeamChange,
  member: MemberRow,
  cause: 'role-changed' | 'left',
): Promise<void> {
  await queueMail({ kind: 'no-longer-owner', ...mailTo(member), accountId, accountName, cause });
}

/**
 * Whether a member may become owner: they must be able to learn of the end. Only this is refused, so that an owner can be
 * demoted or removed at any time.
 * @throws AppError `rate-limited`
 */
export async function requireOwnerMailLeft(
  trx: Transaction<DB>,
  accountId: string,
  { email }: MemberRow,
): Promise<void> {
  await requireMailLeft(trx, accountId, 'no-longer-owner', email, new Date());
}
