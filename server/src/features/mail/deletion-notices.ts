import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import type { DeletionNotice } from '../identity/index.ts';
import type { MailDeps } from './deps.ts';
import { listMailWaits } from './mail-limits.ts';
import { cancelUnsentMail } from './queries.ts';
import { queueAccountMail } from './queue-mail.ts';

/** The notice that a later one makes untrue. */
const opposites = {
  'account-deletion-scheduled': 'account-deletion-canceled',
  'account-deletion-canceled': 'account-deletion-scheduled',
} as const;

/**
 * Queues a mail about the deletion to each member, in the caller's transaction, which holds the lock of the account. A
 * cancelation is not mailed to members who have had all mails of a day.
 * @throws AppError `rate-limited` when a deletion is scheduled and somebody has had all mails of a day
 */
export async function notifyOfDeletion(
  deps: MailDeps,
  trx: Transaction<DB>,
  accountId: string,
  notice: DeletionNotice,
): Promise<void> {
  const now = deps.now?.() ?? new Date();
  const waits = await listMailWaits(trx, accountId, notice.kind, now);
  // Nobody's account may be deleted without a mail to them.
  if (notice.kind === 'account-deletion-scheduled' && waits.size > 0)
    throw new AppError('rate-limited', undefined, { retryAfter: Math.max(...waits.values()) });
  await cancelUnsentMail(trx, accountId, { template: opposites[notice.kind] }, now);
  await queueAccountMail(deps, trx, accountId, ({ email }) =>
    waits.has(email.toLowerCase()) ? null : notice,
  );
}
