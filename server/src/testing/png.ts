/** For tests only: small PNG files, built by hand so that each part is known. */
import { crc32, deflateSync } from 'node:zlib';

export function pngChunk(name: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(name, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

/** A gray PNG. `extra` chunks come before the data; `shade` changes the image. */
export function makePng(
  side = 256,
  { extra = [], shade = 128, rows = side }: { extra?: Buffer[]; shade?: number; rows?: number } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(8, 8);
  const line = Buffer.alloc(side + 1, shade);
  line.writeUInt8(0, 0);
  const data = deflateSync(Buffer.concat(Array.from({ length: rows }, () => line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
