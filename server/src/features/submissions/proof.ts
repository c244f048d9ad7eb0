/**
 * Proof of work for the forms of the collection page (SEC-27): a challenge of altcha-lib v2, bound to one code and this
 * purpose, valid for ten minutes. The caller stores the id of a used challenge, so that each counts for one visit only.
 */
import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { z } from 'zod';

const purpose = 'submission';
const algorithm = 'SHA-256';
const lifetimeSeconds = 10 * 60;
/**
 * The browser counts up to a secret number in this range, one SHA-256 each. A phone of 2021 does about 10,000 a second
 * through Web Crypto, so it needs half a second to a second, and never many times as long as with a random target.
 */
const fewestHashes = 4000;
const mostHashes = 9000;
/** Base64 of JSON; a true proof has about 900 characters. */
const longestProof = 4000;

const hex = (characters: number) => z.string().regex(new RegExp(`^[0-9a-f]{${characters}}$`));
/** The exact shape of our challenges: fields of another length or name would be read in another way than they were signed. */
const proofSchema = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      cost: z.literal(1),
      data: z.strictObject({ code: z.string().max(100), purpose: z.literal(purpose) }),
      expiresAt: z.int(),
      keyLength: z.literal(32),
      keyPrefix: hex(32),
      nonce: hex(32),
      salt: hex(32),
    }),
    signature: hex(64),
  }),
  solution: z.object({ counter: z.int().min(0).max(mostHashes), derivedKey: hex(64) }),
});

export type ProofResult =
  /** `id` is the same however often this challenge comes back. */
  { state: 'ok'; id: string; expiresAt: Date } | { state: 'missing' | 'invalid' | 'expired' | 'other-code' };

/**
 * A challenge as JSON, for the page of this code.
 * @param secretKey of this purpose only
 */
export async function createProofChallenge(secretKey: string, { code }: { code: string }): Promise<string> {
  const { parameters } = await createChallenge({
    algorithm,
    cost: 1,
    counter: randomInt(fewestHashes, mostHashes),
    data: { code, purpose },
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
  });
  // As the library signs it. The library does so by two jobs of other threads, which take longer than all else of a page.
  const signature = createHmac('sha256', secretKey).update(JSON.stringify(parameters)).digest('hex');
  return JSON.stringify({ parameters, signature });
}

/** Whether `proof`, from a form of the page of `code`, solves a challenge of ours. Never throws for any text. */
export async function verifyProof(
  secretKey: string,
  { code }: { code: string },
  proof: string,
): Promise<ProofResult> {
  if (proof === '') return { state: 'missing' };
  const read = proofSchema.safeParse(parseProof(proof));
  if (!read.success) return { state: 'invalid' };
  const { challenge, solution } = read.data;
  const result = await verifySolution({
    challenge: challenge satisfies Challenge,
    deriveKey,
    hmacSignatureSecret: secretKey,
    solution,
  });
  if (result.expired) return { state: 'expired' };
  if (!result.verified) return { state: 'invalid' };
  const { data, nonce, expiresAt } = challenge.parameters;
  if (data.code !== code) return { state: 'other-code' };
  return { state: 'ok', id: nonce, expiresAt: new Date(expiresAt * 1000) };
}

function parseProof(proof: string): unknown {
  if (proof.length > longestProof || !/^[A-Za-z0-9+/]+=*$/.test(proof)) return null;
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
