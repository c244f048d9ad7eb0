import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePng, pngChunk } from '../testing/png.ts';
import { sanitizePicture } from './sanitize-picture.ts';

const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
const sof = (side: number) => Buffer.from([8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]);
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 0xff, 0, 0xff, 0xd0, 2]),
]);
const jpeg = (...extra: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...extra,
    segment(0xc0, sof(256)),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);

const chunk = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};
const lossy = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x00, 0x01, 0x00, 0x01, 7, 7]);
const lossless = Buffer.from([0x2f, 0xff, 0xc0, 0x3f, 0x00, 9]);

describe('reading a picture', () => {
  test('a PNG keeps what draws it and loses the rest', () => {
    const hidden = pngChunk('tEXt', Buffer.from('Comment\0taken at home'));
    const read = sanitizePicture(Buffer.concat([makePng(256, { extra: [hidden] }), Buffer.from('<script>')]));
    expect(read).toMatchObject({ type: 'image/png', width: 256, height: 256 });
    expect(read?.bytes).toEqual(makePng(256));
  });

  test('what is larger than the caller takes is refused by its head, in every format', () => {
    for (const picture of [makePng(256), jpeg(), riff(chunk('VP8 ', lossy))]) {
      expect(sanitizePicture(picture, 256)).not.toBeNull();
      expect(sanitizePicture(picture, 255)).toBeNull();
    }
  });

  test('a JPEG keeps tables, frame and scan and loses places, comments and what follows the end', () => {
    const exif = segment(0xe1, Buffer.from('Exif\0\0somewhere'));
    const comment = segment(0xfe, Buffer.from('hello'));
    const read = sanitizePicture(Buffer.concat([jpeg(exif, comment), Buffer.from('PK\u0003\u0004')]));
    expect(read).toEqual({ type: 'image/jpeg', width: 256, height: 256, bytes: jpeg() });
  });

  test('a WebP keeps the picture and its transparency and loses the rest', () => {
    const plain = sanitizePicture(riff(chunk('VP8 ', lossy), chunk('EXIF', Buffer.from('somewhere'))));
    expect(plain).toEqual({ type: 'image/webp', width: 256, height: 256, bytes: riff(chunk('VP8 ', lossy)) });
    expect(sanitizePicture(riff(chunk('VP8L', lossless)))).toMatchObject({ width: 256, height: 256 });
    const alpha = chunk('ALPH', Buffer.from([0, 1, 2]));
    const read = sanitizePicture(
      riff(
        chunk('VP8X', Buffer.alloc(10, 0xff)),
        alpha,
        chunk('VP8 ', lossy),
        chunk('XMP ', Buffer.alloc(4)),
      ),
    );
    expect(read?.bytes.includes('ALPH')).toBe(true);
    expect(read?.bytes.includes('XMP')).toBe(false);
    expect(sanitizePicture(read?.bytes ?? Buffer.alloc(0))).toEqual(read);
  });

  const png = makePng(256);
  const broken = Buffer.from(png);
  broken.writeUInt8(broken.readUInt8(40) ^ 1, 40);
  const bomb = Buffer.concat([
    png.subarray(0, 33),
    pngChunk('IDAT', deflateSync(Buffer.alloc(8_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  const deep = Buffer.from(png);
  deep.writeUInt8(255, 24);
  deep.writeUInt32BE(crc32(deep.subarray(12, 29)), 29);
  // As many bytes as 255 bits a sample would fill, so that only the depth is wrong.
  const deepRows = Buffer.concat([
    deep.subarray(0, 33),
    pngChunk('IDAT', deflateSync(Buffer.alloc(256 * (1 + (256 * 255) / 8)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing that may run scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['the head of a PNG before a page', Buffer.concat([png.subarray(0, 33), Buffer.from('<html>')])],
    ['a PNG cut short', png.subarray(0, -12)],
    ['a PNG with a bit turned', broken],
    ['a PNG that animates', makePng(256, { extra: [pngChunk('acTL', Buffer.alloc(8))] })],
    ['a PNG that inflates to more than it says', bomb],
    ['a PNG with a depth that no picture has', deepRows],
    ['a PNG that holds less than it says', makePng(256, { rows: 10 })],
    ['a PNG with a part nobody knows', makePng(256, { extra: [pngChunk('ABCD', Buffer.alloc(4))] })],
    ['an enormous PNG', makePng(1025)],
    ['a JPEG cut short', jpeg().subarray(0, -2)],
    ['a JPEG with two frames', jpeg(segment(0xc0, sof(256)))],
    ['a JPEG with a lossless frame', jpeg(segment(0xc3, sof(256)))],
    ['a WebP that animates', riff(chunk('ANIM', Buffer.alloc(6)), chunk('VP8 ', lossy))],
    ['a WebP with two pictures', riff(chunk('VP8 ', lossy), chunk('VP8 ', lossy))],
    ['a WebP cut short', riff(chunk('VP8 ', lossy)).subarray(0, -3)],
    ['a WebP without a picture', riff(chunk('EXIF', Buffer.alloc(4)))],
  ])('refuses %s', (_what, bytes) => {
    expect(sanitizePicture(bytes)).toBeNull();
  });

  test('whatever is done to a picture, reading ends, and what it returns reads the same again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(makePng(16), jpeg(), riff(chunk('VP8 ', lossy))),
        fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
        fc.nat(300),
        (picture, changes, cut) => {
          const bytes = Buffer.from(picture.subarray(0, picture.length - (cut % 40)));
          for (const [at, value] of changes) if (at < bytes.length) bytes.writeUInt8(value, at);
          const read = sanitizePicture(bytes);
          if (read !== null) expect(sanitizePicture(read.bytes)).toEqual(read);
        },
      ),
      { numRuns: 500 },
    );
  });
});
