import { describe, expect, test } from 'vitest';
import { createSecretBox, deriveKey, sha256Hex, UnknownKeyError } from './secret-box.ts';

const secrets = ['one secret that is long enough ....', 'another secret that is long enough'] as const;

describe('a secret box', () => {
  const box = createSecretBox([secrets[0]], 'tests');

  test('decrypts what it encrypted, for any text', () => {
    for (const text of ['', 'token', '🦆\u0000\n', 'x'.repeat(100_000)])
      expect(box.open(box.seal(text, 'row:1'), 'row:1')).toBe(text);
  });

  test('encrypts the same text differently each time and reveals nothing of it', () => {
    const [one, two] = [box.seal('a token', 'row:1'), box.seal('a token', 'row:1')];
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from('a token').toString('base64url'));
  });

  test('refuses a value moved to another row, purpose or key', () => {
    const sealed = box.seal('a token', 'row:1');
    expect(() => box.open(sealed, 'row:2')).toThrow();
    expect(() => createSecretBox([secrets[0]], 'other').open(sealed, 'row:1')).toThrow(UnknownKeyError);
    expect(() => createSecretBox([secrets[1]], 'tests').open(sealed, 'row:1')).toThrow(UnknownKeyError);
  });

  test('refuses a changed value: every part, and every character of the encrypted parts', () => {
    const sealed = box.seal('a token', 'row:1');
    const parts = sealed.split('.');
    for (const [index, part] of parts.entries()) {
      const others = [
        '',
        part.slice(0, -2),
        `${part}AA`,
        ...Array.from(
          part,
          (char, at) => `${part.slice(0, at)}${char === 'A' ? 'B' : 'A'}${part.slice(at + 1)}`,
        ),
      ];
      for (const other of others) {
        // The last character of base64 can have unused bits, so that a change there gives the same value.
        if (index >= 2 && Buffer.from(other, 'base64url').equals(Buffer.from(part, 'base64url'))) continue;
        const altered = parts.with(index, other).join('.');
        expect.soft(() => box.open(altered, 'row:1'), altered).toThrow();
      }
    }
    for (const other of ['', 'v1', 'v1....', '....', sealed.slice(3)])
      expect(() => box.open(other, 'row:1')).toThrow();
  });

  test('refuses a truncated tag', () => {
    const parts = box.seal('a token', 'row:1').split('.');
    const tag = Buffer.from(parts[4] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => box.open(parts.with(4, tag).join('.'), 'row:1')).toThrow();
  });

  test('a new key encrypts while the old one still decrypts, until the old one is removed', () => {
    const old = createSecretBox([secrets[0]], 'tests');
    const rotated = createSecretBox([secrets[1], secrets[0]], 'tests');
    const renewed = createSecretBox([secrets[1]], 'tests');
    const before = old.seal('a token', 'row:1');
    expect(rotated.open(before, 'row:1')).toBe('a token');
    const after = rotated.seal('a token', 'row:1');
    expect(renewed.open(after, 'row:1')).toBe('a token');
    expect(() => renewed.open(before, 'row:1')).toThrow();
    expect(() => old.open(after, 'row:1')).toThrow();
  });

  test('needs at least one key', () => {
    expect(() => createSecretBox([], 'tests')).toThrow('at least one key');
  });
});

test('keys differ by purpose and secret, and are deterministic', () => {
  const keys = [deriveKey(secrets[0], 'a'), deriveKey(secrets[0], 'b'), deriveKey(secrets[1], 'a')].map(
    (key) => key.toString('hex'),
  );
  expect(new Set(keys).size).toBe(3);
  expect(deriveKey(secrets[0], 'a').toString('hex')).toBe(keys[0]);
  expect(keys[0]).toHaveLength(64);
});

test('sha256Hex returns SHA-256 as hex', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
