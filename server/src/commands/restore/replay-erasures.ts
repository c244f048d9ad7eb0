/** Does again, in a restored database, what was erased since its backup. Every step is safe to repeat. */
import { sql } from 'kysely';
import type { Services } from '../../app.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { type Erasure, insertErasures, type plainlyDeletedTables } from '../../features/backups/index.ts';
import { deleteDueContent, eraseConnection } from '../../features/connections/index.ts';
import { processDeletionRequests } from '../../features/deletion-requests/index.ts';
import { refreshEmbeds } from '../../features/embeds/index.ts';
import { withdrawFeedback } from '../../features/feedback/index.ts';
import { eraseAccount, eraseAgain, findDueAccounts } from '../../features/identity/index.ts';
import { undoAgain } from '../../features/imports/index.ts';
import { insertSuppression } from '../../features/review-requests/index.ts';
import { discardAgain, eraseMessage } from '../../features/submissions/index.ts';
import { deleteExpiredContent } from '../../features/sync/index.ts';
import { replayDecisions } from './replay-decisions.ts';

export interface Replayed {
  /** Entries of the journal that were done again. */
  erasures: number;
  /** Accounts whose embeds were made again. */
  refreshed: number;
}

type Key = { account_id: string; id: string };
type Keyed<Act extends Erasure['act']> = Extract<Erasure, { act: Act }>;

/**
 * @param erasures those since the backup, in their order
 * @param loadedAt when the rows of the backup were loaded, by the clock of the database; an earlier attempt that was cut off
 *   changed rows after this time, too
 * @param now for tests
 */
export async function replayErasures(
  services: Services,
  erasures: readonly Erasure[],
  loadedAt: Date,
  now: Date = new Date(),
): Promise<Replayed> {
  for (const erasure of inOrder(erasures)) await repeat(services, erasure);
  await replayDecisions(services, erasures);
  await inSystem(services.db, (trx) => insertErasures(trx, erasures));
  await deleteWhatIsDue(services, now);
  const touched = await listTouchedAccounts(services, loadedAt, erasures);
  for (const accountId of touched) await refreshEmbeds(services.embeds, accountId);
  return { erasures: erasures.length, refreshed: touched.length };
}

/** Accounts first: the steps of their erasure need the rows that name what is outside of the database. */
function inOrder(erasures: readonly Erasure[]): Erasure[] {
  const isAccount = (one: Erasure) => one.subject === 'accounts';
  return [...erasures.filter(isAccount), ...erasures.filter((one) => !isAccount(one))];
}

async function repeat(services: Services, erasure: Erasure): Promise<void> {
  switch (erasure.act) {
    case 'deleted':
      return repeatDeletion(services, erasure);
    case 'withdrawn':
      return repeatWithdrawal(services, erasure);
    case 'discarded':
      for (const { account_id, id } of erasure.keys)
        await inTenant(services.db, account_id, (trx) => discardAgain(trx, account_id, id));
      return;
    case 'undone':
      for (const { account_id, id } of erasure.keys)
        await inTenant(services.db, account_id, (trx) => undoAgain(trx, account_id, id));
      return;
    case 'suppressed':
      return repeatSuppression(services, erasure);
    default:
      // The last one about each counts; see `replayDecisions`.
      return;
  }
}

async function repeatDeletion(services: Services, erasure: Keyed<'deleted'>): Promise<void> {
  const { db } = services;
  switch (erasure.subject) {
    case 'accounts':
      for (const { id } of erasure.keys) await eraseAgain(services.users, id);
      return;
    case 'users':
      return deletePeople(
        services,
        erasure.keys.map(({ id }) => id),
      );
    case 'memberships':
      for (const { account_id, user_id } of erasure.keys)
        await inSystem(db, (trx) =>
          trx
            .deleteFrom('memberships')
            .where('account_id', '=', account_id)
            .where('user_id', '=', user_id)
            .execute(),
        );
      return;
    case 'connections':
      for (const { account_id, id } of erasure.keys)
        await eraseConnection(services.connections, account_id, id, { because: 'asked' });
      return;
    case 'feedback':
      for (const { account_id, id } of erasure.keys)
        await inTenant(db, account_id, async (trx) => {
          await eraseMessage(trx, account_id, id);
          await trx
            .deleteFrom('feedback')
            .where('account_id', '=', account_id)
            .where('id', '=', id)
            .execute();
        });
      return;
    default:
      return deleteRows(services, erasure.subject, erasure.keys);
  }
}

/** The sign-ins first: only the rows of `users` name them, so a step that is cut off in between finds them again. */
async function deletePeople({ db }: Services, ids: readonly string[]): Promise<void> {
  const subs = await inSystem(db, async (trx) => {
    const rows = await trx
      .selectFrom('users')
      .select('sub')
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(({ sub }) => sub);
  });
  await db.pool.query('delete from identity.account where sub = any ($1)', [subs]);
  await inSystem(db, (trx) =>
    trx
      .deleteFrom('users')
      .where('id', 'in', [...ids])
      .execute(),
  );
}

async function deleteRows(
  { db }: Pick<Services, 'db'>,
  table: (typeof plainlyDeletedTables)[number],
  keys: readonly Key[],
): Promise<void> {
  for (const [accountId, own] of Map.groupBy(keys, ({ account_id }) => account_id)) {
    const ids = own.map(({ id }) => id);
    await inSystem(db, (trx) =>
      sql`delete from ${sql.table(table)} where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(
        trx,
      ),
    );
  }
}

async function repeatWithdrawal(services: Services, { subject, keys }: Keyed<'withdrawn'>): Promise<void> {
  for (const { account_id, id } of keys)
    if (subject === 'submissions')
      await services.submissions.intake.withdraw({ accountId: account_id, submissionId: id });
    else await inTenant(services.db, account_id, (trx) => withdrawFeedback(trx, account_id, id));
}

async function repeatSuppression({ db }: Services, { keys, at }: Keyed<'suppressed'>): Promise<void> {
  for (const { account_id, id, address_hash, reason } of keys)
    await inTenant(db, account_id, async (trx) => {
      const account = await trx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', account_id)
        .executeTakeFirst();
      if (account === undefined) return;
      await insertSuppression(trx, account_id, {
        id,
        hash: Buffer.from(address_hash, 'hex'),
        // The journal does not have the address.
        masked: '***',
        reason: reason as Parameters<typeof insertSuppression>[2]['reason'],
        createdAt: new Date(at),
      });
    });
}

/** What has become due since the backup, which the jobs of a running program would have deleted by now. */
async function deleteWhatIsDue(services: Services, now: Date): Promise<void> {
  await deleteExpiredContent(services.sync);
  await deleteDueContent(services.connections, new AbortController().signal);
  await processDeletionRequests(services.deletionRequests);
  for (const accountId of await findDueAccounts(services.users, now))
    await eraseAccount(services.users, accountId, now);
}

/** Accounts of which something changed, so that their embeds do not show what is gone. */
async function listTouchedAccounts(
  { db }: Services,
  since: Date,
  erasures: readonly Erasure[],
): Promise<string[]> {
  const named = erasures.flatMap(({ keys }) =>
    keys.flatMap((key) => ('account_id' in key ? [key.account_id] : [])),
  );
  return inSystem(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select a.id from accounts a
       where a.id = any(${[...new Set(named)]}::uuid[])
          or exists (select from domain_events e where e.account_id = a.id and e.occurred_at >= ${since})
       order by 1`.execute(trx);
    return rows.map(({ id }) => id);
  });
}
