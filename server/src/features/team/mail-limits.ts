/**
 * How many invitations are mailed within 24 hours. The stored mails are the count, so a restart forgets none and all
 * processes count the same.
 */
import { invitationsPerAddressAndDay, invitationsPerDay } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { listMailOfAccount, listMailOfOtherAccounts } from '../mail/index.ts';

const dayMs = 86_400_000;
const template = 'team-invitation';

function lastDay(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/** When other accounts invited the address within 24 hours, newest first. Across all tenants. */
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
 * @throws AppError `rate-limited` when the address or the account has had all mails of a day
 */
export async function requireMailsLeft(
  trx: Transaction<DB>,
  accountId: string,
  email: string,
  others: readonly Date[],
  now: Date,
): Promise<void> {
  const page = { template, since: lastDay(now), limit: invitationsPerDay } as const;
  const own = await listMailOfAccount(trx, accountId, page);
  const ownToAddress = own.filter(({ recipient }) => recipient.toLowerCase() === email.toLowerCase());
  const timesOf = (mails: readonly { created_at: Date }[]) => mails.map((mail) => mail.created_at);
  const retryAfter = Math.max(
    secondsToWait([...others, ...timesOf(ownToAddress)], invitationsPerAddressAndDay, now),
    secondsToWait(timesOf(own), invitationsPerDay, now),
  );
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
}

/** Seconds until fewer than `max` of these times are within 24 hours; 0 when that is so now. */
function secondsToWait(times: readonly Date[], max: number, now: Date): number {
  const last = times.toSorted((a, b) => b.getTime() - a.getTime())[max - 1];
  return last === undefined ? 0 : Math.max(1, Math.ceil((last.getTime() + dayMs - now.getTime()) / 1000));
}
