/** Tells the members of accounts by mail of what is due to each, batch by batch. */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { runBatches, runWithCooldown } from '../../lib/cooldown.ts';
import type { Log } from '../../lib/log.ts';
import { type AccountUser, findAccountZone, listAccountUsers, lockAccount } from '../identity/index.ts';

interface DueMailDeps {
  db: Pick<Database, 'pool'>;
  deliverSoon(ids: readonly string[]): Promise<void>;
}

/** What is due to one member. */
interface DueToMember<Due> {
  userId: string;
  /** Undefined for somebody who left. */
  user: AccountUser | undefined;
  due: Due[];
}

export interface DueMailSteps<Due> {
  /** What is due in one transaction, at most `batchSize`. */
  batchSize: number;
  list(trx: Transaction<DB>): Promise<Due[]>;
  /** Nothing that it was given may be due afterwards. @returns the ids of the stored mails */
  tell(trx: Transaction<DB>, members: readonly DueToMember<Due>[], timeZone: string): Promise<string[]>;
}

export async function sendDueMails<Due extends { user_id: string }>(
  deps: DueMailDeps,
  accountId: string,
  steps: DueMailSteps<Due>,
  signal: AbortSignal,
): Promise<void> {
  for (let more = true; more; signal.throwIfAborted())
    more = await runWithCooldown(() => sendBatch(deps, accountId, steps), signal);
}

/** @returns whether more may be due */
async function sendBatch<Due extends { user_id: string }>(
  { db, deliverSoon }: DueMailDeps,
  accountId: string,
  { batchSize, list, tell }: DueMailSteps<Due>,
): Promise<boolean> {
  const { count, emailIds } = await inTenant(db, accountId, async (trx) => {
    // Two workers at once would both count the mails that a member had.
    await lockAccount(trx, accountId);
    const due = await list(trx);
    if (due.length === 0) return { count: 0, emailIds: [] };
    const timeZone = await findAccountZone(trx, accountId);
    const users = new Map((await listAccountUsers(trx, accountId)).map((user) => [user.userId, user]));
    const members = [...Map.groupBy(due, ({ user_id }) => user_id)].map(([userId, its]) => ({
      userId,
      user: users.get(userId),
      due: its,
    }));
    return { count: due.length, emailIds: await tell(trx, members, timeZone) };
  });
  await deliverSoon(emailIds);
  return count === batchSize;
}

export interface SweepSteps {
  batchSize: number;
  listAccounts(trx: Transaction<DB>): Promise<string[]>;
  send(accountId: string): Promise<void>;
  /** Deletes some of what is long done, at most `batchSize`. @returns how many */
  deleteDone(trx: Transaction<DB>): Promise<number>;
}

/** Tells the members of all accounts of what became due, and deletes what is long done. */
export async function sweepDueMails(
  { db, log }: { db: Pick<Database, 'pool'>; log: Log },
  { batchSize, listAccounts, send, deleteDone }: SweepSteps,
  signal: AbortSignal,
): Promise<void> {
  for (const accountId of await inSystem(db, listAccounts))
    await send(accountId).catch((error: unknown) => {
      signal.throwIfAborted();
      // One account must not keep the alerts of the others back.
      log.error({ err: error, accountId }, 'The alerts of an account could not be stored');
    });
  const deleteSome = () => inSystem(db, deleteDone);
  await runBatches(batchSize, deleteSome, signal);
}
