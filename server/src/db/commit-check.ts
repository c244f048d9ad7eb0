/** Work that belongs into each transaction of a request, such as an entry of the trail, and the request that needs it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { DB } from './types.gen.ts';

/**
 * Runs as the last work of each transaction of the caller's account; an error rolls the transaction back.
 * @returns what to do once the transaction is committed
 */
export type CommitCheck = (trx: Transaction<DB>) => Promise<() => void>;

const checks = new AsyncLocalStorage<{ accountId: string; check: CommitCheck }>();

/** Runs `work`, and all asynchronous work that it starts, with a check of its transactions in this account. */
export function withCommitCheck<T>(accountId: string, check: CommitCheck, work: () => T): T {
  return checks.run({ accountId, check }, work);
}

/** Adds the check of the current request to a transaction in this account. */
export async function runChecked<T>(
  accountId: string,
  work: (trx: Transaction<DB>) => Promise<T>,
  run: (work: (trx: Transaction<DB>) => Promise<T>) => Promise<T>,
): Promise<T> {
  const current = checks.getStore();
  if (current?.accountId !== accountId) return run(work);
  let committed = () => {};
  const result = await run(async (trx) => {
    const done = await work(trx);
    committed = await current.check(trx);
    return done;
  });
  committed();
  return result;
}
