import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ConnectionTrouble } from '../connections/index.ts';
import { type AccountUser, seesOneOf } from '../identity/index.ts';
import type { MailDeps } from './deps.ts';
import { queueAccountMail } from './queue-mail.ts';
import { connectionTroubles } from './requests.ts';

/**
 * Queues a mail about a broken connection to each user who wants this alert and sees one of its locations, in the given
 * transaction.
 */
export async function queueConnectionTroubleMail(
  deps: MailDeps,
  trx: Transaction<DB>,
  accountId: string,
  { platform, displayName, locationIds, status }: ConnectionTrouble,
): Promise<void> {
  const trouble = connectionTroubles.find((one) => one === status);
  if (trouble === undefined) return;
  // A long platform name must not fail the transaction that records the failure.
  const connectionName = displayName.slice(0, 1000);
  const mail = { kind: 'connection-trouble', platform, connectionName, trouble } as const;
  const wanted = (user: AccountUser) => user.alerts.connectionTrouble && seesOneOf(user, locationIds);
  await queueAccountMail(deps, trx, accountId, mail, wanted);
}
