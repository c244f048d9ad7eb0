/**
 * Solves a proof of work (altcha-lib v2, SHA-256 with a counter of 32 bits) in small pieces, so that taps are answered at
 * once. The result is base64 of JSON; empty where the browser cannot hash (http) or the challenge is none.
 */
interface Challenge {
  parameters: { nonce: string; salt: string; keyPrefix: string; keyLength?: number; cost?: number };
}

/** Hashes between two pauses: a few milliseconds. */
const piece = 64;
/** Ten times what a challenge needs (server/src/features/submissions/proof.ts). */
const mostHashes = 100_000;

const bytes = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
const hexOf = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function solve(text: string, isWanted: () => boolean): Promise<string> {
  try {
    const challenge: Challenge = JSON.parse(text);
    const { nonce, salt, keyPrefix, keyLength = 32, cost = 1 } = challenge.parameters;
    const head = [...bytes(salt), ...bytes(nonce)];
    const input = new Uint8Array(head.length + 4);
    input.set(head);
    const view = new DataView(input.buffer);
    for (let counter = 0; counter < mostHashes && isWanted(); counter += 1) {
      view.setUint32(head.length, counter);
      let hash = await crypto.subtle.digest('SHA-256', input);
      for (let round = 1; round < cost; round += 1) hash = await crypto.subtle.digest('SHA-256', hash);
      const derivedKey = hexOf(hash.slice(0, keyLength));
      if (derivedKey.startsWith(keyPrefix))
        return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
      if (counter % piece === piece - 1) await new Promise((resolve) => setTimeout(resolve));
    }
  } catch {
    // Without a proof the server has tighter limits, and everything else works.
  }
  return '';
}
