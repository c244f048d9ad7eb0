import { createLocalLimits } from '@kindling/service/limits';
import { expect, test } from 'vitest';
import { createGuessLimit } from './guess-limit.ts';

test('a network with too many unknown addresses is stopped for a while, others are not', async () => {
  let time = 1_000_000;
  const limit = createGuessLimit(createLocalLimits(), () => time);
  for (let count = 0; count < 60; count += 1) await limit.countUnknown('10.0.0.1');
  expect(limit.isBlocked('10.0.0.1')).toBe(false);
  await limit.countUnknown('10.0.0.1');
  expect(limit.isBlocked('10.0.0.1')).toBe(true);
  expect(limit.isBlocked('10.0.0.2')).toBe(false);
  time += 61_000;
  expect(limit.isBlocked('10.0.0.1')).toBe(false);
});
