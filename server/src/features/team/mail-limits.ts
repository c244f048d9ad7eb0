/**
 * How many invitations are mailed within 24 hours. The stored mails are the count, so a restart forgets none and all
 * processes count the same.
 */
import {
  invitationsPerAddressAndAccount,
  invitationsPerAddressAndDay,
  invitationsPerDay,
} from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { lastDay, listMailOfAccount, listMailOfOtherAccounts, secondsToWait } from '../mail/index.ts';

const template = 'team-invitation';

/** When other accounts invited the mailbox of the address within 24 hours, newest first. Across all tenants. */
export async function listOtherInvitations(
  trx: Transaction<DB>,
  accountId: string,
  email: string,
  now: Date,
): Promise<Date[]> {
  const page = { template, since: lastDay(now), limit: invitationsPerAddressAndDay } as const;
  const mails = await listMailOfOtherAccounts(trx, accountId, email, page);
  return mails.map((mail) => mail.created_at);
}

/**
 * Counts the account's own mails in the caller's transaction, which holds the lock of the account, so calls at the same time
 * cannot pass both. `others` was read before: accounts that invite one address in the same moment do not see each other.
 * The account's own limits come first, so that a refusal tells as little as possible of what others sent.
 * @throws AppError `rate-limited` when the account, the address or its mailbox has had all mails of a day
 */
export async function requireMailsLeft(
  trx: Transaction<DB>,
  accountId: string,
  email: string,
  others: readonly Date[],
  now: Date,
): Promise<void> {
  const page = { template, since: lastDay(now), limit: invitationsPerDay } as const;
  const own = await listMailOfAccount(trx, accountId, email, page);
  const ownToAddress = own.filter(({ recipient }) => recipient.toLowerCase() === email.toLowerCase());
  const ownToMailbox = own.filter((mail) => mail.same_mailbox);
  const timesOf = (mails: readonly { created_at: Date }[]) => mails.map((mail) => mail.created_at);
  const limits: [times: readonly Date[], max: number][] = [
    [timesOf(own), invitationsPerDay],
    [timesOf(ownToAddress), invitationsPerAddressAndAccount],
    [[...others, ...timesOf(ownToMailbox)], invitationsPerAddressAndDay],
  ];
  for (const [times, max] of limits) {
    const retryAfter = secondsToWait(times, max, now);
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  }
}
