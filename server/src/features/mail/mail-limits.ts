/**
 * How many mails are sent within 24 hours. The stored mails are the count, also those that were canceled before they were
 * sent, so a restart forgets none and all processes count the same.
 */
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { listFullRecipients } from './queries.ts';
import type { MailRequest } from './requests.ts';

/** Mails of one kind that a member of an account gets about it in 24 hours. */
export const mailsPerRecipientAndDay = 5;

const dayMs = 86_400_000;

export function lastDay(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/** Seconds until fewer than `max` of these times are within 24 hours; 0 when that is so now. */
export function secondsToWait(times: readonly Date[], max: number, now: Date): number {
  const last = times.toSorted((a, b) => b.getTime() - a.getTime())[max - 1];
  return last === undefined ? 0 : Math.max(1, Math.ceil((last.getTime() + dayMs - now.getTime()) / 1000));
}

/**
 * Seconds until the account may send a mail of this kind to each address again, by the address in lower case; addresses that
 * may get one now are left out. The caller holds the lock of the account's row, so calls at the same time cannot pass both.
 */
export async function listMailWaits(
  trx: Transaction<DB>,
  accountId: string,
  template: MailRequest['kind'],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const page = { template, since: lastDay(now), limit: mailsPerRecipientAndDay };
  const full = await listFullRecipients(trx, accountId, page);
  return new Map(full.map(({ recipient, at }) => [recipient, secondsToWait([at], 1, now)]));
}

/**
 * As {@link listMailWaits} for one address.
 * @throws AppError `rate-limited` when it has had all mails of a day
 */
export async function requireMailLeft(
  trx: Transaction<DB>,
  accountId: string,
  template: MailRequest['kind'],
  recipient: string,
  now: Date,
): Promise<void> {
  const waits = await listMailWaits(trx, accountId, template, now);
  const retryAfter = waits.get(recipient.toLowerCase());
  if (retryAfter !== undefined) throw new AppError('rate-limited', undefined, { retryAfter });
}
