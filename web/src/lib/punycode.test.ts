import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHost } from './punycode.ts';

test.each(['bücher.example', 'пример.example', '例え.テスト', 'straße-münchen.example', 'plain.example'])(
  'decodes %s',
  (host) => {
    expect(decodeHost(domainToASCII(host))).toBe(host);
  },
);

test('decodes as Node does, for any letters', () => {
  const letter = fc.constantFrom(...'abz09äöüñçžšđ漢字かなйцשלום');
  const label = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(label, (text) => {
      const ascii = domainToASCII(`${text}.example`);
      fc.pre(ascii !== '');
      expect(decodeHost(ascii)).toBe(domainToUnicode(ascii));
    }),
  );
});

test('keeps an invalid name', () => {
  for (const host of ['xn--', 'xn--!!!.example', 'xn--99999999.example', '*.bakery.example'])
    expect(decodeHost(host)).toBe(host);
});
