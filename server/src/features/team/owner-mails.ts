/** Owners are told by mail who becomes or stops being an owner, because it may have been done in their name. */
import type { AccountRole } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type ListedMemberRow, listMemberRows } from '../identity/index.ts';
import { listMailWaits } from '../mail/index.ts';
import type { TeamChange } from './change-team.ts';
import { mailTo } from './mail-to.ts';

/** A person whose role has changed. Null: no member. */
export interface RoleChange {
  userId: string;
  /** Who changed it. */
  actorId: string;
  name: string;
  before: AccountRole | null;
  after: AccountRole | null;
}

/**
 * Mails the owners, but not whoever became one, none of `told`, who learn it otherwise, and none who has had all such mails
 * of a day. Somebody whose ownership another
 * member took is mailed as well while they are a member.
 */
export async function mailOwners(
  trx: Transaction<DB>,
  { accountId, accountName, queueMail }: Pick<TeamChange, 'accountId' | 'accountName' | 'queueMail'>,
  { userId, actorId, name, before, after }: RoleChange,
  told: readonly string[] = [],
): Promise<void> {
  if ((before === 'owner') === (after === 'owner')) return;
  const mail = { kind: 'owners-changed', accountId, accountName, memberName: name } as const;
  const members = await listMemberRows(trx, accountId, 0);
  const waits = await listMailWaits(trx, accountId, mail.kind, new Date());
  const isTold = (member: ListedMemberRow) =>
    told.includes(member.user_id) || waits.has(member.email.toLowerCase());
  for (const member of members.filter((one) => !isTold(one))) {
    if (member.user_id === userId) {
      if (before === 'owner' && actorId !== userId)
        await queueMail({ ...mail, ...mailTo(member), change: 'you' });
    } else if (member.role === 'owner') {
      await queueMail({ ...mail, ...mailTo(member), change: after === 'owner' ? 'added' : 'gone' });
    }
  }
}
