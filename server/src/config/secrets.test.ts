import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isGuessable } from './secrets.ts';

describe('secrets', () => {
  test.each([
    'put-at-least-32-random-characters-here',
    'put-at-least-16-random-characters-here',
    'x'.repeat(64),
    'ab'.repeat(32),
    'changeme'.repeat(8),
    '12345678901234567890123456789012',
    '0123456789abcdefghijklmnopqrstuvwxyz',
    'secretsecretsecretsecretsecretsecret',
    'kindlingkindlingkindlingkindling',
  ])('%s can be guessed', (secret) => {
    expect(isGuessable(secret, 80)).toBe(true);
  });

  test('what the documents say to make is never refused', () => {
    for (let round = 0; round < 2000; round += 1) {
      const digits = Array.from({ length: 40 }, () => randomInt(10)).join('');
      for (const secret of [
        randomBytes(48).toString('base64'),
        randomBytes(24).toString('base64url'),
        randomBytes(16).toString('hex'),
        digits,
      ])
        expect(isGuessable(secret, 80), secret).toBe(false);
      expect(isGuessable(randomBytes(24).toString('hex'), 40)).toBe(false);
    }
  });
});
