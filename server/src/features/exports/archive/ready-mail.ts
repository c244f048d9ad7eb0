import type { Transaction } from 'kysely';
import type { DB } from '../../../db/types.gen.ts';
import { listAccountUsers } from '../../identity/index.ts';
import { type MailDeps, queueMail } from '../../mail/index.ts';
import { findAccountName } from './archive-queries.ts';

/**
 * Stores the mail to the owner who asked for the archive, in the transaction that finishes it; somebody who is no owner any
 * more gets none. Its id is that of the archive, so it is stored once.
 */
export async function mailReadyArchive(
  deps: MailDeps,
  trx: Transaction<DB>,
  {
    accountId,
    archiveId,
    userId,
    expiresAt,
  }: { accountId: string; archiveId: string; userId: string; expiresAt: Date },
): Promise<void> {
  const users = await listAccountUsers(trx, accountId);
  const owner = users.find((user) => user.userId === userId && user.role === 'owner');
  if (owner === undefined) return;
  const request = {
    kind: 'archive-ready',
    to: owner.email,
    locale: owner.locale,
    name: owner.displayName || null,
    accountId,
    accountName: await findAccountName(trx, accountId),
    // The last whole day (UTC) on which it can be downloaded.
    expiresOn: new Date(expiresAt.getTime() - 86_400_000).toISOString().slice(0, 10),
  } as const;
  await queueMail(deps, request, trx, archiveId);
}
