/**
 * Seals the entries of a trail in its chain. Writing an entry takes no lock and waits for nobody: its place in the chain is that
 * of its sealing, also when its transaction ended late.
 */
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { inSystem } from '../../../db/transaction.ts';
import type { DB } from '../../../db/types.gen.ts';
import { runSlice } from '../../../lib/run-slice.ts';
import { type Chain, type ChainHead, chainName, chainStart, nextHash } from './chain.ts';
import { findLastSeal, insertSeals, listUnsealed, lockChain, tryToLockChain } from './chain-queries.ts';

/** Entries of one transaction. */
const batchSize = 500;

/**
 * Seals up to 500 entries in this transaction. The lock of the chain is the lease: it ends with the transaction, also when the
 * process dies.
 * @returns whether more are left; false, too, while another transaction seals this chain
 */
export async function sealBatch(system: Transaction<DB>, chain: Chain): Promise<boolean> {
  if (!(await tryToLockChain(system, chain))) return false;
  const entries = await listUnsealed(system, chain, batchSize);
  if (entries.length === 0) return false;
  const last = await findLastSeal(system, chain);
  let { position, hash }: { position: number; hash: Buffer } = last ?? { position: 0, hash: chainStart };
  const seals = entries.map(({ id, canonical }) => {
    position += 1;
    hash = nextHash(hash, canonical);
    return { position, entryId: id, hash };
  });
  await insertSeals(system, chain, seals);
  return entries.length === batchSize;
}

/** Seals a chain for about ten seconds. @returns whether entries are left */
export function sealChain(
  { db }: { db: Pick<Database, 'pool'> },
  chain: Chain,
  signal: AbortSignal,
): Promise<boolean> {
  return runSlice(() => inSystem(db, (trx) => sealBatch(trx, chain)), signal);
}

/**
 * Seals what is left and returns the end of the chain. The caller holds the row of the account, so that nobody adds an entry
 * meanwhile.
 */
export async function closeChain(system: Transaction<DB>, chain: Chain): Promise<ChainHead> {
  await lockChain(system, chain);
  while (await sealBatch(system, chain));
  const { position, hash } = (await findLastSeal(system, chain)) ?? { position: 0, hash: chainStart };
  return { chain: chainName(chain), count: position, hash: hash.toString('hex') };
}
