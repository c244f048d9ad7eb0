/**
 * `verify-audit`: recomputes the chains of the audit log and names the first fault of each. Heads that are kept outside of the
 * database prove that no end was cut off since.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import {
  type ChainFinding,
  type ChainHead,
  type ChainReport,
  verifyAllChains,
  verifyChain,
} from '../features/identity/index.ts';

export interface VerifyWords {
  /** An account's id, `operator`, or `all`. */
  chain: string;
  /** Prints the last hash of each chain. */
  heads: boolean;
  /** Path of a file of earlier heads. */
  against: string | null;
}

/** Exit codes: 0 when every chain holds, 1 when one has a fault. */
export interface VerifyResult {
  lines: string[];
  json: { chains: number; entries: number; findings: ChainFinding[]; heads?: ChainHead[] };
  exitCode: 0 | 1;
}

/** Null for words that the command does not take. */
export function parseVerifyWords(words: readonly string[]): VerifyWords | null {
  const parsed: VerifyWords = { chain: 'all', heads: false, against: null };
  const left = [...words];
  const [first] = left;
  if (first !== undefined && !first.startsWith('--')) parsed.chain = left.shift() ?? 'all';
  if (!['all', 'operator'].includes(parsed.chain) && !z.uuid().safeParse(parsed.chain).success) return null;
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--heads') parsed.heads = true;
    else if (word === '--against') parsed.against = left.shift() ?? '';
    else return null;
  }
  return parsed.against === '' ? null : parsed;
}

export async function verifyAudit(
  deps: { db: Pick<Database, 'pool'> },
  { chain, heads: printsHeads, against }: VerifyWords,
): Promise<VerifyResult> {
  const known = against === null ? [] : await readHeads(against);
  const heads: ChainHead[] = [];
  const findings: ChainFinding[] = [];
  const lines: string[] = [];
  let entries = 0;
  for await (const report of reportsOf(deps, chain, known)) {
    const { head } = report;
    heads.push(head);
    entries += head.count;
    findings.push(...report.findings);
    if (printsHeads) lines.push(`${head.chain} ${head.count} ${head.hash}`);
    lines.push(...report.findings.map(describe));
  }
  // A list of heads is a file by itself.
  if (!printsHeads || findings.length > 0)
    lines.push(
      findings.length === 0
        ? `${heads.length} chains with ${entries} entries hold.`
        : `${findings.length} faults in ${heads.length} chains.`,
    );
  return {
    lines,
    json: { chains: heads.length, entries, findings, ...(printsHeads ? { heads } : {}) },
    exitCode: findings.length === 0 ? 0 : 1,
  };
}

async function* reportsOf(
  deps: { db: Pick<Database, 'pool'> },
  chain: string,
  known: readonly ChainHead[],
): AsyncGenerator<ChainReport> {
  if (chain === 'all') return yield* verifyAllChains(deps, known);
  const own = known.filter((head) => head.chain === chain);
  yield await verifyChain(deps, chain === 'operator' ? 'operator' : { accountId: chain }, own);
}

const headSchema = z.object({
  chain: z.union([z.literal('operator'), z.uuid()]),
  count: z.coerce.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Reads what `--heads` printed, as lines or with `--json`.
 * @throws Error with one sentence for a file that is not there, or is no list of heads
 */
async function readHeads(file: string): Promise<ChainHead[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`the file ${file} cannot be read.`);
  });
  try {
    if (text.trimStart().startsWith('{'))
      return z.object({ heads: z.array(headSchema) }).parse(JSON.parse(text)).heads;
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    return lines.map((line) => {
      const [chain, count, hash] = line.trim().split(/\s+/);
      return headSchema.parse({ chain, count, hash });
    });
  } catch (error) {
    throw new Error(`${file} is no list of heads as verify-audit --heads prints it.`, { cause: error });
  }
}

const faults: Record<ChainFinding['fault'], string> = {
  'seal-missing': 'a seal of the chain is missing',
  'entry-missing': 'the entry of a seal is missing',
  'entry-changed': 'the entry or its seal was changed',
  'entry-moved': 'another entry was sealed here',
  'personal-changed': 'the personal values are not those of the entry',
  unsealed: 'an entry has had no seal for more than an hour',
  'unsealed-missing': 'an entry is missing that waited for its seal',
  'tail-cut': 'the chain was longer before',
  'other-chain': 'it is not the chain that it was before',
  'chain-missing': 'the account is missing, and no deletion of it was recorded',
};

function describe({ chain, fault, position, entryId }: ChainFinding): string {
  const at = position === null ? '' : `  position ${position}`;
  return `${chain}${at}  ${fault}: ${faults[fault]}${entryId === null ? '' : ` (entry ${entryId})`}`;
}
