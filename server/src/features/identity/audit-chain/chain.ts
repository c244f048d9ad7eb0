/** The chains of hashes over the trails: what a hash covers. */
import { createHash } from 'node:crypto';

/** The chain of an account, by its id, or that of the operator's entries. */
export type Chain = 'operator' | { accountId: string };

/** What the first hash of a chain follows. */
export const chainStart = Buffer.alloc(32);

/**
 * SHA-256 of the previous hash and the entry's canonical form: the text of a JSON array of its columns as PostgreSQL writes
 * `jsonb`, with the time in UTC to the microsecond and the hashes of its personal values (`chain-queries.ts`).
 */
export function nextHash(previous: Uint8Array, canonical: string): Buffer {
  return createHash('sha256').update(previous).update(canonical, 'utf8').digest();
}

/** As files of heads and reports name a chain. */
export function chainName(chain: Chain): string {
  return chain === 'operator' ? chain : chain.accountId;
}

/** The last hash of a chain, to be kept elsewhere. */
export interface ChainHead {
  chain: string;
  /** Number of sealed entries. */
  count: number;
  /** In hexadecimal digits. */
  hash: string;
}
