/** Owners are told by mail who becomes or stops being an owner, because it may have been done in their name. */
import type { AccountRole } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type ListedMemberRow, listMemberRows, type MemberRow } from '../identity/index.ts';
import { listMailWaits, requireMailLeft } from '../mail/index.ts';
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
  const members = await listMemberRows(trx, accountId, 0);
  const waits = await listMailWaits(trx, accountId, mail.kind, new Date());
  const isTold = (member: ListedMemberRow) =>
    [userId, ...told].includes(member.user_id) || waits.has(member.email.toLowerCase());
  for (const member of members.filter((one) => one.role === 'owner' && !isTold(one)))
    await queueMail({ ...mail, ...mailTo(member), change: after === 'owner' ? 'added' : 'gone' });
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
