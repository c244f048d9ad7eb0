// Draws the logo of mails, server/src/features/mail/logo.gen.ts, from the shapes of the product's logo. `node
// tools/make-mail-logo.mjs` writes the file; tools/make-mail-logo.test.mjs fails when it is outdated. The file has no
// colors, so that the tile gets the operator's one without a renderer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { brandShapes } from '../design/src/brand-shapes.ts';
import { root } from './lib/paths.mjs';

/** Pixels: three for each of the mail, for dense screens. */
const side = 96;
/** Steps between two colors at an edge. */
const steps = 15;

/** One index of the palette for each pixel, see `logo.ts`. */
export function logoPixels() {
  const { box, radius, flame, spark } = brandShapes;
  const tile = coverage(`<rect width="${box}" height="${box}" rx="${radius}"/>`);
  const [inFlame, inSpark] = [flame, spark].map((path) => coverage(`<path d="${path}"/>`));
  return tile.map((level, at) => {
    if (inSpark[at] > 0) return 2 * steps + inSpark[at];
    return inFlame[at] > 0 ? steps + inFlame[at] : level;
  });
}

/** How much of each pixel a shape covers, 0 to `steps`. */
function coverage(shape) {
  const { box } = brandShapes;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}">${shape}</svg>`;
  const { pixels } = new Resvg(svg, { fitTo: { mode: 'width', value: side } }).render();
  return Array.from({ length: side * side }, (_, at) => Math.round((pixels[at * 4 + 3] / 255) * steps));
}

/** The text of the file. */
function makeLogo(pixels) {
  // Each line of a PNG begins with the number of its filter.
  const lines = Array.from({ length: side }, (_, row) => [0, ...pixels.slice(row * side, (row + 1) * side)]);
  const data = deflateSync(Buffer.from(lines.flat()), { level: 9 }).toString('base64');
  return [
    '// Written by tools/make-mail-logo.mjs from design/src/brand-shapes.ts. Do not edit.',
    `export const side = ${side};`,
    `export const steps = ${steps};`,
    `export const imageData = '${data}';`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'server/src/features/mail/logo.gen.ts'), makeLogo(logoPixels()));
