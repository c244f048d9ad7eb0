/** Detects secrets that can be guessed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The samples of `.env.example`. */
const sample = /^put-at-least-\d+-random-characters-here$/;

/**
 * Upper bound of a secret's entropy in bits: repeated parts count once, and equal characters or sequences such as `abcdef`
 * count little. 32 random hexadecimal digits have about 115.
 */
export function entropyBits(secret: string): number {
  const characters = Array.from(secret);
  const steps = characters.slice(1).map((next, at) => codePointOf(next) - codePointOf(characters[at]));
  const pieces = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  return Math.min(shannonBits(characters), shannonBits(steps)) * (pieces.size + 2);
}

/** The estimator takes quadratic time, and these characters are enough to recognize a random secret. */
const MAX_CHARACTERS = 128;
let estimator: ZxcvbnFactory | null = null;

/** Guesses, in bits, that an attacker needs who tries words, frequent passwords and keyboard rows first. */
function guessingBits(secret: string): number {
  // Created on first use, because most starts have no secret to check.
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: MAX_CHARACTERS,
    // Each additional substitution takes ten times as long for random characters.
    l33tMaxSubstitutions: 1,
  });
  return estimator.check(secret, ['kindling']).guessesLog10 * Math.log2(10);
}

/** Whether `secret` is a sample of `.env.example`, or has fewer than `bits` by either estimate. */
export function isGuessable(secret: string, bits: number): boolean {
  return sample.test(secret) || entropyBits(secret) < bits || guessingBits(secret) < bits;
}

/** Shannon entropy per item, in bits. */
function shannonBits(items: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / items.length) * Math.log2(count / items.length),
    0,
  );
}

function codePointOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0;
}
