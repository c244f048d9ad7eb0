import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('counts per key and says how long to wait', () => {
  let now = 0;
  const limiter = createLimiter({ max: 2, windowSeconds: 60, now: () => now });
  expect([limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([0, 0, 0]);
  now = 20_000;
  expect(limiter.take('a')).toBe(40);
  now = 60_000;
  expect(limiter.take('a')).toBe(0);
});

test('a flood of keys forgets the oldest and nobody else', () => {
  const limiter = createLimiter({ max: 1, windowSeconds: 60, now: () => 0 });
  limiter.take('first');
  limiter.take('second');
  for (let key = 0; key < 19_999; key += 1) limiter.take(String(key));
  expect(limiter.take('second')).toBe(60);
  expect(limiter.take('first')).toBe(0);
});
