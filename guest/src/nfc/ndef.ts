/**
 * The bytes of an NFC tag that opens an address: one NDEF message with one URI record (NFC Forum, NDEF 1.0 and RTD-URI
 * 1.0), and the block that a Type 2 tag stores it in.
 */

/** Bytes for data on an NTAG213, the smallest usual tag. */
export const smallestTagBytes = 144;

/** Beginnings of an address that the record stores as one byte; the longest that fits is used (RTD-URI 1.0, table 3). */
const prefixes = [
  { code: 0x02, text: 'https://www.' },
  { code: 0x01, text: 'http://www.' },
  { code: 0x04, text: 'https://' },
  { code: 0x03, text: 'http://' },
  { code: 0x05, text: 'tel:' },
  { code: 0x06, text: 'mailto:' },
] as const;

/** Begin and end of the message, short record, well-known type. */
const header = 0xd1;
const typeLength = 0x01;
/** `U`. */
const uriType = 0x55;
/** Tags of the block: the message, and its end (NFC Forum Type 2 Tag 1.1, section 2.3). */
const messageTag = 0x03;
const terminatorTag = 0xfe;
/** A length from here on has three bytes. */
const longLength = 0xff;

export type NdefResult =
  | { ok: true; message: Uint8Array; block: Uint8Array }
  /** `too-long`: the block needs more than `smallestTagBytes`; `not-an-address`: no absolute address. */
  | { ok: false; reason: 'too-long' | 'not-an-address'; bytes: number };

/** `message` is the record for apps and Web NFC; `block` is what is written into the memory of a tag. */
export function encodeUri(uri: string): NdefResult {
  // Spaces, control characters and lone surrogates have no place in an address.
  if (!/^[a-z][a-z\d+.-]*:[^\s\p{Cc}\p{Cs}]+$/iu.test(uri) || !URL.canParse(uri))
    return { ok: false, reason: 'not-an-address', bytes: 0 };
  const prefix = prefixes.find(({ text }) => uri.startsWith(text));
  const rest = new TextEncoder().encode(uri.slice(prefix?.text.length ?? 0));
  const payload = rest.length + 1;
  // A short record has one byte for its length, which is more than the tag holds.
  const block = payload + 4 + (payload + 4 < longLength ? 3 : 5);
  if (block > smallestTagBytes) return { ok: false, reason: 'too-long', bytes: block };
  const message = Uint8Array.of(header, typeLength, payload, uriType, prefix?.code ?? 0, ...rest);
  return { ok: true, message, block: Uint8Array.of(messageTag, message.length, ...message, terminatorTag) };
}
