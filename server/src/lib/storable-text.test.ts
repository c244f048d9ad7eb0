import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toStorableText } from './storable-text.ts';

it('removes NUL, replaces lone surrogates and turns CRLF into LF', () => {
  expect(toStorableText('a\0b')).toBe('ab');
  expect(toStorableText('a\ud800b\udc00')).toBe('a\ufffdb\ufffd');
  expect(toStorableText('one\r\ntwo\rthree\n')).toBe('one\ntwo\rthree\n');
  expect(toStorableText('a\r\0\nb')).toBe('a\nb');
});

it('leaves every other text unchanged', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"; DROP TABLE reviews; --',
    '\u202eright to left\u202c \u200b\ufeff',
    '{{7*7}} #{1} %s &lt;b&gt;',
    '  spaces \t kept  ',
    '👩‍👩‍👧‍👦 e\u0301 \u00e9',
    '=HYPERLINK("https://evil.example")',
  ];
  for (const text of hostile) expect(toStorableText(text)).toBe(text);
});

it('cuts at a character boundary within the limit', () => {
  expect(toStorableText('abcdef', 4)).toBe('abcd');
  expect(toStorableText('aäö', 4)).toBe('aä');
  expect(toStorableText('a😀b', 4)).toBe('a');
  expect(toStorableText('a😀b', 5)).toBe('a😀');
  expect(Buffer.byteLength(toStorableText('x'.repeat(2_000_000)))).toBe(100_000);
});

it('always returns storable text within the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (text, limit) => {
      const clean = toStorableText(text, limit);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).not.toContain('\0');
      expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(limit);
      const whole = text.replaceAll('\0', '').toWellFormed().replaceAll('\r\n', '\n');
      expect(whole.startsWith(clean)).toBe(true);
    }),
  );
});
