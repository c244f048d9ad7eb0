/** Recomputes the chains and finds what was changed, added, removed, moved or never sealed. */
import type { Database } from '../../../db/client.ts';
import { inSystem } from '../../../db/transaction.ts';
import { type Chain, type ChainHead, chainName, chainStart, nextHash } from './chain.ts';
import {
  findEndOfChain,
  findForgottenEntry,
  findLostEntry,
  hasAccount,
  listAccountIds,
  listSealedEntries,
  type SealedEntry,
} from './chain-queries.ts';

type Deps = { db: Pick<Database, 'pool'> };

/**
 * - `seal-missing`: a position of the chain is not there. `entry-missing`: the entry of a seal is not there.
 * - `entry-changed`: the entry or its seal is not what was sealed. `entry-moved`: another entry was sealed at this position.
 * - `personal-changed`: personal values are not those of the entry. Ones that were erased are no fault.
 * - `unsealed`: an entry has had no seal for an hour: it was added past the program, or the job does not run.
 * - `unsealed-missing`: an entry is gone that waited for its seal.
 * - `tail-cut`: the chain is shorter than it was. `other-chain`: it is not the chain that it was. `chain-missing`: it is not there.
 */
export type ChainFault =
  | 'seal-missing'
  | 'entry-missing'
  | 'entry-changed'
  | 'entry-moved'
  | 'personal-changed'
  | 'unsealed'
  | 'unsealed-missing'
  | 'tail-cut'
  | 'other-chain'
  | 'chain-missing';

export interface ChainFinding {
  chain: string;
  fault: ChainFault;
  /** In the chain, from 1; null for what has none. */
  position: number | null;
  entryId: string | null;
}

export interface ChainReport {
  /** As far as the chain holds. */
  head: ChainHead;
  /** The first fault of the chain, then what is missing in it. Empty when it holds. */
  findings: ChainFinding[];
}

/** The job seals within two minutes; entries of long transactions have the time of their beginning. */
const sealedWithinMs = 3_600_000;
const pageSize = 2_000;
/** How far from its position an entry is looked for that does not fit there. */
const movedWithin = 1_000;

/** @param known what the chain was at earlier times, from outside of the database */
export async function verifyChain(
  { db }: Deps,
  chain: Chain,
  known: readonly ChainHead[] = [],
  now: Date = new Date(),
): Promise<ChainReport> {
  const counts = new Set(known.map(({ count }) => count));
  const hashes = new Map([[0, chainStart.toString('hex')]]);
  const walked = await walk(db, chain, (count, hash) => {
    if (counts.has(count)) hashes.set(count, hash.toString('hex'));
  });
  const { count, hash, broken } = walked;
  // The program may have deleted the account meanwhile.
  if (
    chain !== 'operator' &&
    known.some((head) => head.count > count) &&
    !(await isThere(db, chain.accountId))
  )
    return verifyEndedChain({ db }, chain.accountId, known);
  const name = chainName(chain);
  const findings = broken === null ? [] : [{ chain: name, ...broken }];
  const before = new Date(now.getTime() - sealedWithinMs);
  const [forgotten, lost] = await inSystem(db, async (trx) => [
    await findForgottenEntry(trx, chain, before),
    await findLostEntry(trx, chain),
  ]);
  const add = (fault: ChainFault, position: number | null, entryId: string | null) =>
    findings.push({ chain: name, fault, position, entryId });
  if (forgotten) add('unsealed', null, forgotten);
  if (lost) add('unsealed-missing', null, lost);
  // Behind a break nothing can be compared.
  for (const head of broken === null ? known : known.filter((one) => one.count <= count)) {
    if (head.count > count) add('tail-cut', count, null);
    else if (hashes.get(head.count) !== head.hash) add('other-chain', head.count, null);
  }
  return { head: { chain: name, count, hash: hash.toString('hex') }, findings };
}

type Break = Omit<ChainFinding, 'chain'>;

/** Follows the chain to its end or to the first fault. @param tell called with each position that holds */
async function walk(
  db: Deps['db'],
  chain: Chain,
  tell: (count: number, hash: Buffer) => void,
): Promise<{ count: number; hash: Buffer; broken: Break | null }> {
  let count = 0;
  let hash: Buffer = chainStart;
  for (;;) {
    const page = await readPage(db, chain, count, pageSize);
    for (const seal of page) {
      const { canonical, entry_id: entryId, position } = seal;
      const at = { position: count + 1, entryId };
      if (position !== count + 1)
        return { count, hash, broken: { ...at, entryId: null, fault: 'seal-missing' } };
      if (canonical === null) return { count, hash, broken: { ...at, fault: 'entry-missing' } };
      const next = nextHash(hash, canonical);
      if (!next.equals(seal.hash)) {
        const moved = await isSealOfAnother(db, chain, hash, seal);
        return { count, hash, broken: { ...at, fault: moved ? 'entry-moved' : 'entry-changed' } };
      }
      if (!isPersonalKept(seal)) return { count, hash, broken: { ...at, fault: 'personal-changed' } };
      count = position;
      hash = next;
      tell(count, hash);
    }
    if (page.length < pageSize) return { count, hash, broken: null };
  }
}

function readPage(db: Deps['db'], chain: Chain, after: number, limit: number): Promise<SealedEntry[]> {
  return inSystem(db, (trx) => listSealedEntries(trx, chain, { after, limit }));
}

/** Whether the seal is that of an entry which stands near it now. */
async function isSealOfAnother(
  db: Deps['db'],
  chain: Chain,
  previous: Buffer,
  seal: SealedEntry,
): Promise<boolean> {
  const near = await readPage(db, chain, Math.max(0, seal.position - movedWithin), 2 * movedWithin);
  return near.some(
    ({ canonical, position }) =>
      position !== seal.position && canonical !== null && nextHash(previous, canonical).equals(seal.hash),
  );
}

/** Whether the personal values that are still there are those of the entry. */
function isPersonalKept({ personal, found }: SealedEntry): boolean {
  return Object.entries(found ?? {}).every(([part, hash]) => personal?.[part] === hash);
}

/**
 * Verifies the chain of every account and of the operator, one after another.
 * @param known heads from outside of the database, of any chains
 */
export async function* verifyAllChains(
  deps: Deps,
  known: readonly ChainHead[] = [],
): AsyncGenerator<ChainReport> {
  const left = Map.groupBy(known, ({ chain }) => chain);
  const verify = (chain: Chain) => {
    const heads = left.get(chainName(chain));
    left.delete(chainName(chain));
    return verifyChain(deps, chain, heads);
  };
  yield await verify('operator');
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await inSystem(deps.db, (trx) => listAccountIds(trx, after, 1_000));
    for (const accountId of ids) yield await verify({ accountId });
    after = ids.at(-1) ?? null;
    if (after === null) break;
  }
  for (const [accountId, heads] of left) yield await verifyEndedChain(deps, accountId, heads);
}

function isThere(db: Deps['db'], accountId: string): Promise<boolean> {
  return inSystem(db, (trx) => hasAccount(trx, accountId));
}

/** An account that is not there any more was deleted by the program when the operator's trail tells the end of its chain. */
async function verifyEndedChain(
  { db }: Deps,
  accountId: string,
  known: readonly ChainHead[],
): Promise<ChainReport> {
  const end = await inSystem(db, (trx) => findEndOfChain(trx, accountId));
  const head = { chain: accountId, count: end?.count ?? 0, hash: end?.head ?? chainStart.toString('hex') };
  const holds = (one: ChainHead) =>
    end !== null && (end.count > one.count || (end.count === one.count && end.head === one.hash));
  return {
    head,
    findings: known
      .filter((one) => !holds(one))
      .map(() => ({ chain: accountId, fault: 'chain-missing', position: end?.count ?? null, entryId: null })),
  };
}
