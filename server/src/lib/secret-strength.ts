/** Whether a secret that somebody chose can be guessed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The samples of `.env.example`. */
const sample = /^put-at-least-\d+-random-characters-here$/;

/**
 * An upper bound of what a secret holds, in bits: pieces that repeat count once, and neither many equal characters nor
 * a sequence such as `abcdef` counts for much. 32 random hexadecimal digits have about 115.
 */
export function entropyBits(secret: string): number {
  const characters = Array.from(secret);
  const steps = characters.slice(1).map((next, at) => codePointOf(next) - codePointOf(characters[at]));
  const pieces = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  return Math.min(shannonBits(characters), shannonBits(steps)) * (pieces.size + 2);
}

/** Its time grows with the square of the length, and what follows is not needed to tell a random secret. */
const MAX_CHARACTERS = 128;
let estimator: ZxcvbnFactory | null = null;

/** How many guesses, in bits, an attacker needs who tries words, frequent passwords and rows of a keyboard first. */
function guessingBits(secret: string): number {
  // Made when it is first needed: most starts have no secret to judge.
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: MAX_CHARACTERS,
    // Each more takes ten times as long for random characters.
    l33tMaxSubstitutions: 1,
  });
  return estimator.check(secret, ['kindling']).guessesLog10 * Math.log2(10);
}

/** Whether `secret` is one of our samples, holds fewer than `bits`, or is guessed with fewer. */
export function isGuessable(secret: string, bits: number): boolean {
  return sample.test(secret) || entropyBits(secret) < bits || guessingBits(secret) < bits;
}

/** Shannon's entropy of one item. */
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
