/** What becomes of a mail after it was stored: refused by the mail server, returned later, or reported as unwanted. */
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { lockAccount } from '../identity/index.ts';
import type { EndedMail } from '../mail/index.ts';
import { maskAddress } from './addresses.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import {
  findRecipientOfMail,
  type MailedRecipient,
  markReminderEnded,
  markReturned,
  markSent,
} from './recipient-queries.ts';
import { suppress } from './suppressions.ts';

/** RFC 3463, X.1.Y: the address itself is wrong. */
const wrongAddress = /(?:^|[^\d.])5\.1\.\d{1,3}(?!\d)/;

/** Notes the end of an invitation's mail, in the transaction of the mail slice. Needs a transaction of the system. */
export async function noteEndedMail(
  deps: Pick<ReviewRequestsDeps, 'now'>,
  trx: Transaction<DB>,
  { id, state, answer }: EndedMail,
): Promise<void> {
  const recipient = await findRecipientOfMail(trx, id);
  if (recipient === null) return;
  const { accountId, isReminder } = recipient;
  const sentAt = state === 'sent' ? nowOf(deps) : null;
  if (isReminder) await markReminderEnded(trx, accountId, recipient.id, sentAt);
  else if (sentAt === null) await markReturned(trx, accountId, recipient.id, 'refused');
  else await markSent(trx, accountId, recipient.id, sentAt);
  if (sentAt === null && wrongAddress.test(answer)) await suppressRecipient(deps, trx, recipient, 'refused');
}

/** What a report of a mail server says about one mail of ours. */
export interface MailReport {
  /** The id in the Message-ID of the mail. */
  emailId: string;
  kind: 'bounced' | 'complained';
  /** Of a bounce (RFC 3463), such as `5.1.1`. */
  status: string | null;
}

/** Applies a report. A repeated one changes nothing. @returns whether a mail of ours was meant */
export function applyReport(
  deps: Pick<ReviewRequestsDeps, 'db' | 'now'>,
  { emailId, kind, status }: MailReport,
): Promise<boolean> {
  return inSystem(deps.db, async (trx) => {
    const recipient = await findRecipientOfMail(trx, emailId);
    if (recipient === null) return false;
    await lockAccount(trx, recipient.accountId);
    if (kind === 'bounced') await markReturned(trx, recipient.accountId, recipient.id, 'bounced');
    // A full mailbox or a refused text says nothing about the address.
    if (kind === 'complained' || wrongAddress.test(status ?? ''))
      await suppressRecipient(deps, trx, recipient, kind);
    return true;
  });
}

async function suppressRecipient(
  deps: Pick<ReviewRequestsDeps, 'now'>,
  trx: Transaction<DB>,
  { accountId, hash, email }: MailedRecipient,
  reason: 'refused' | 'bounced' | 'complained',
): Promise<void> {
  // The address is erased already, and with it what could be invited again.
  if (hash === null || email === null) return;
  await suppress(deps, trx, { accountId, hash }, reason, maskAddress(email));
}
