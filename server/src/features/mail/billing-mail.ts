import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { lockAccount } from '../identity/index.ts';
import type { MailDeps } from './deps.ts';
import { type AccountMailContent, queueAccountMail } from './queue-mail.ts';
import type { BillingMail } from './requests.ts';

type WithoutAccount<T> = T extends { accountName: string } ? Omit<T, 'accountName'> : never;
/** What a mail about plan and payment says, without the person and the account. */
export type BillingMailContent = WithoutAccount<
  Extract<AccountMailContent, { kind: BillingMail['kind']; accountName: string }>
>;

/**
 * Queues a mail about plan or payment to each owner, in the caller's transaction. None for an account that is gone.
 * @param messageKey of a message that may be repeated: each owner gets one mail for it
 * @returns the ids of the mails
 */
export async function queueBillingMail(
  deps: MailDeps,
  trx: Transaction<DB>,
  accountId: string,
  content: BillingMailContent,
  messageKey?: string,
): Promise<string[]> {
  const account = await lockAccount(trx, accountId);
  if (account === null) return [];
  return queueAccountMail(deps, trx, accountId, () => ({ ...content, accountName: account.name }), {
    roles: ['owner'],
    ...(messageKey === undefined ? {} : { messageKey }),
  });
}
