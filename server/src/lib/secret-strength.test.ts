import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runsEverything } from '../testing/scope.ts';
import { entropyBits, isGuessable } from './secret-strength.ts';

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
    'qwertyuiopasdfghjklzxcvbnm1234567890',
    'yxcvbnmasdfghjklqwertzuiop0987654321',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9',
    'monkeydragonmonkeydragonmonkeydragon',
    'correct horse battery correct horse battery',
    'CorrectHorseBatteryStaplePassword',
    'P@ssw0rdM0nkeyDr4gonLetmeinSunshine1',
  ])('%s can be guessed', (secret) => {
    expect(isGuessable(secret, 80)).toBe(true);
  });

  test('a secret of any length is checked quickly', () => {
    for (const secret of ['4@'.repeat(50_000), randomBytes(100_000).toString('base64')])
      expect(isGuessable(secret, 80)).toBe(secret.startsWith('4@4@'));
  });

  test('secrets from the documented commands are never refused', () => {
    for (let round = 0; round < (runsEverything ? 1000 : 50); round += 1)
      for (const secret of [
        randomBytes(32).toString('hex'),
        randomBytes(48).toString('base64'),
        randomBytes(24).toString('base64url'),
        randomBytes(16).toString('hex'),
      ])
        expect(isGuessable(secret, 80), secret).toBe(false);
  }, 120_000);

  test('random characters have enough entropy', () => {
    for (let round = 0; round < 2000; round += 1) {
      const digits = Array.from({ length: 40 }, () => randomInt(10)).join('');
      for (const secret of [
        randomBytes(48).toString('base64'),
        randomBytes(24).toString('base64url'),
        randomBytes(16).toString('hex'),
        digits,
      ])
        expect(entropyBits(secret), secret).toBeGreaterThanOrEqual(80);
      expect(entropyBits(randomBytes(24).toString('hex'))).toBeGreaterThanOrEqual(40);
    }
  });
});
