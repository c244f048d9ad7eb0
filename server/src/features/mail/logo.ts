/** The product's logo as a PNG that a mail carries, because mail programs block what is loaded and remove SVG. */
import { crc32 } from 'node:zlib';
import { brandColors } from '@kindling/design/brand-shapes';
import { mix } from '@kindling/design/color';
import { imageData, side, steps } from './logo.gen.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pixels = Buffer.from(imageData, 'base64');
/** Of the PNG specification, section 11.2.2: a byte for each pixel, an index of the palette. */
const paletteKind = { depth: 8, colorType: 3 } as const;

/**
 * The logo on a tile of this color (`#rrggbb`). The colors of the palette go from nothing to the tile, from there to the
 * flame, and from there to the spark.
 */
export function logoPng(tile: string): Buffer {
  const { flame, spark } = brandColors;
  const levels = Array.from({ length: steps }, (_, index) => (index + 1) / steps);
  const colors = [
    tile,
    ...levels.map(() => tile),
    ...levels.map((level) => mix(tile, flame, level)),
    ...levels.map((level) => mix(flame, spark, level)),
  ];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(paletteKind.depth, 8);
  head.writeUInt8(paletteKind.colorType, 9);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors.map((color) => color.slice(1)).join(''), 'hex')),
    chunk('tRNS', Buffer.from([0, ...levels.map((level) => Math.round(level * 255))])),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
