import { expect, test } from 'vitest';
import { createSpentProofs } from './spent-proofs.ts';

test('a proof counts for all forms of one submission, and for no other', () => {
  const spent = createSpentProofs();
  expect(spent.take('proof', 'one')).toBe(true);
  expect(spent.take('proof', 'one')).toBe(true);
  expect(spent.take('proof', 'other')).toBe(false);
  expect(spent.take('second', 'other')).toBe(true);
});
