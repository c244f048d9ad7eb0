import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ConnectionTrouble } from '../connections/index.ts';
import type { MailDeps } from './deps.ts';
import { queueAccountMail } from './queue-mail.ts';
import { connectionTroubles } from './requests.ts';

/** Tells the account's users who want to hear of it that a connection no longer works, in the given transaction. */
export async function queueConnectionTroubleMail(
  deps: MailDeps,
  trx: Transaction<DB>,
  accountId: string,
  { platform, displayName, status }: ConnectionTrouble,
): Promise<void> {
  const trouble = connectionTroubles.find((one) => one === status);
  if (trouble === undefined) return;
  // A platform's name of any length must not undo the transaction in which the trouble is noted.
  const connectionName = displayName.slice(0, 1000);
  const mail = { kind: 'connection-trouble', platform, connectionName, trouble } as const;
  await queueAccountMail(deps, trx, accountId, mail, (user) => user.alerts.connectionTrouble);
}
