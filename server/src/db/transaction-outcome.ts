/** What became of a transaction whose commit was sent and not confirmed, because the connection broke. */
import { sql } from 'kysely';
import type { Database } from './client.ts';
import { inSystem } from './transaction.ts';

/** PostgreSQL's error for a transaction number that it has not assigned yet: a server after failover never saw it. */
const futureTransactionCode = '22023';

/**
 * The outcome of a transaction; `unknown` if it is too old. Uses a transaction of its own, because an error aborts it.
 */
export async function findTransactionOutcome(
  db: Pick<Database, 'pool'>,
  transaction: string,
): Promise<'committed' | 'aborted' | 'in-progress' | 'unknown'> {
  const outcomes = { committed: 'committed', aborted: 'aborted', 'in progress': 'in-progress' } as const;
  try {
    const status = await inSystem(db, async (trx) => {
      const { rows } = await sql<{
        status: keyof typeof outcomes | null;
      }>`select pg_xact_status(${transaction}::xid8) as status`.execute(trx);
      return rows[0]?.status ?? null;
    });
    return status === null ? 'unknown' : outcomes[status];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === futureTransactionCode) return 'aborted';
    throw error;
  }
}
