/**
 * A WOFF font as the plain font inside it (W3C WOFF 1.0). The library for PDF unpacks a table each time that it reads a
 * letter, which takes most of the time of a print.
 */
import { inflateSync } from 'node:zlib';

const woffHeader = 44;
const woffEntry = 20;
const fontHeader = 12;
const fontEntry = 16;

/** @throws RangeError for a file that is cut off */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(fontHeader + count * fontEntry);
  // The kind of font, the number of tables, and the three numbers for a binary search in them.
  woff.copy(directory, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  for (const [index, value] of [count, 2 ** power * 16, power, (count - 2 ** power) * 16].entries())
    directory.writeUInt16BE(value, 4 + index * 2);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const from = woffHeader + index * woffEntry;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
    const to = fontHeader + index * fontEntry;
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(length, to + 12);
    // Tables begin at multiples of four bytes.
    tables.push(table, Buffer.alloc((4 - (length % 4)) % 4));
    offset += Math.ceil(length / 4) * 4;
  }
  return Buffer.concat([directory, ...tables]);
}
