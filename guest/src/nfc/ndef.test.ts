import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUri, smallestTagBytes } from './ndef.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
const encoded = (uri: string) => {
  const result = encodeUri(uri);
  if (!result.ok) throw new Error(`${uri} is ${result.reason}.`);
  return result;
};

test('the bytes are those of the reference', () => {
  const { message, block } = encoded('https://r.example.com/c/abc123');
  const record = 'D1011755 0472 2E6578616D706C652E636F6D2F632F616263313233'.replaceAll(' ', '');
  expect(hex(message)).toBe(record);
  expect(message).toHaveLength(27);
  expect(hex(block)).toBe(`031B${record}FE`);
});

test.each([
  ['http://www.example.com', '01', 'example.com'],
  ['https://www.example.com', '02', 'example.com'],
  ['http://example.com', '03', 'example.com'],
  ['https://example.com', '04', 'example.com'],
  ['tel:+381111234', '05', '+381111234'],
  ['mailto:a@example.com', '06', 'a@example.com'],
  ['geo:44.8,20.4', '00', 'geo:44.8,20.4'],
])('%s has the prefix %s', (uri, code, rest) => {
  const { message } = encoded(uri);
  expect(hex(message.subarray(4, 5))).toBe(code);
  expect(Buffer.from(message.subarray(5)).toString()).toBe(rest);
});

test('an address that does not fit the smallest tag is refused, with the size that it needs', () => {
  // 7 bytes are the block and the record, one is the prefix.
  const longest = `https://${'a'.repeat(smallestTagBytes - 8 - 4)}.com`;
  expect(encoded(longest).block).toHaveLength(smallestTagBytes);
  expect(encodeUri(`${longest}/`)).toEqual({ ok: false, reason: 'too-long', bytes: smallestTagBytes + 1 });
  expect(encodeUri(`https://example.com/${'x'.repeat(5000)}`)).toMatchObject({ reason: 'too-long' });
});

test.each(['', 'example.com', '/q/abc', 'https://', 'https://exa mple.com', 'https://a\u0000b.com', 'x'])(
  '"%s" is no address',
  (uri) => {
    expect(encodeUri(uri)).toEqual({ ok: false, reason: 'not-an-address', bytes: 0 });
  },
);

test('an address that fits is read back from the block', () => {
  const prefixes = ['', 'http://www.', 'https://www.', 'http://', 'https://', 'tel:', 'mailto:'];
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (uri) => {
      const result = encodeUri(uri);
      if (!result.ok) {
        expect(result.reason).toBe('too-long');
        return;
      }
      const { block } = result;
      const length = block[1] ?? 0;
      expect([block[0], block[2 + length], block.length]).toEqual([0x03, 0xfe, length + 3]);
      const rest = Buffer.from(block.subarray(7, 2 + length)).toString();
      expect((prefixes[block[6] ?? 0] ?? '?') + rest).toBe(uri);
      expect(block[4]).toBe(length - 4);
    }),
  );
});
