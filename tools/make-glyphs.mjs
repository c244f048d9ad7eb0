// Draws the letters of badge pictures: guest/src/embed/render/picture/glyphs.json, outlines of Inter (SIL Open Font
// License 1.1) as path data. `node tools/make-glyphs.mjs` writes the file; tools/make-glyphs.test.mjs fails when it is
// outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'opentype.js/dist/opentype.mjs';
import { root } from './lib/paths.mjs';

/** Units per em: at twice the largest size in use, one unit is less than a seventh of a pixel. */
const unit = 500;
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** ASCII, Latin-1, Latin Extended-A, the dashes and quotes of our languages, narrow spaces of French numbers. */
const letters = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0x17f),
  ...[0x2009, 0x2013, 0x2014, 0x2018, 0x2019, 0x201a, 0x201c, 0x201d, 0x201e, 0x2026, 0x202f],
];
/** Spaces that not every font file contains, as a share of an em. */
const spaces = { 8201: 0.2, 8239: 0.2 };

/** The text of the file. */
export function makeGlyphs() {
  const cuts = Object.entries({ text: table(500), strong: table(700) }).map(
    ([name, glyphs]) =>
      `  ${name}: {\n${glyphs.map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`).join('')}  },\n`,
  );
  return [
    '// Written by tools/make-glyphs.mjs from Inter, Copyright 2016 The Inter Project Authors',
    '// (https://github.com/rsms/inter), SIL Open Font License 1.1 (http://scripts.sil.org/OFL). Do not edit.',
    "import type { GlyphSet } from './glyph.ts';",
    '',
    `export const unit = ${unit};`,
    `export const glyphSets: Record<'text' | 'strong', GlyphSet> = {\n${cuts.join('')}};\n`,
  ].join('\n');
}

function table(weight) {
  const fonts = ['latin', 'latin-ext'].map((cut) => open(cut, weight));
  return letters.flatMap((code) => {
    const character = String.fromCodePoint(code);
    if (spaces[code] !== undefined) return [[character, [Math.round(spaces[code] * unit)]]];
    const font = fonts.find((one) => one.charToGlyphIndex(character) > 0);
    return font === undefined ? [] : [[character, glyph(font, character)]];
  });
}

function open(cut, weight) {
  const name = `@fontsource/inter/files/inter-${cut}-${weight}-normal.woff`;
  const { buffer, byteOffset, byteLength } = readFileSync(fileURLToPath(import.meta.resolve(name)));
  return parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** Advance, start and the rest of the outline in relative steps; a blank has only its advance. */
function glyph(font, character) {
  const found = font.charToGlyph(character);
  const advance = Math.round((found.advanceWidth / font.unitsPerEm) * unit);
  const { commands } = found.getPath(0, 0, unit);
  const [start] = commands;
  if (start === undefined) return [advance];
  return [advance, Math.round(start.x), Math.round(start.y), steps(commands)];
}

/** Coordinates are rounded before they are subtracted, so that errors do not add up along an outline. */
function steps(commands) {
  let [x, y] = [Math.round(commands[0].x), Math.round(commands[0].y)];
  let [startX, startY] = [x, y];
  let d = '';
  const from = (...points) =>
    points
      .map((value, index) => String(Math.round(value) - (index % 2 === 0 ? x : y)))
      .reduce((text, number) => text + (text === '' || number.startsWith('-') ? '' : ' ') + number, '');
  for (const [index, command] of commands.entries()) {
    const { type } = command;
    if (type === 'Z') {
      d += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    if (type === 'M') {
      if (index > 0) d += `m${from(command.x, command.y)}`;
    } else if (type === 'L') d += line(from, command, x, y);
    else if (type === 'Q') d += `q${from(command.x1, command.y1, command.x, command.y)}`;
    else if (type === 'C')
      d += `c${from(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
    else throw new Error(`A step that nobody knows: ${type}`);
    [x, y] = [Math.round(command.x), Math.round(command.y)];
    if (type === 'M') [startX, startY] = [x, y];
  }
  return d;
}

function line(from, command, x, y) {
  const [right, down] = [Math.round(command.x) - x, Math.round(command.y) - y];
  // Some outlines contain lines of length zero.
  if (down === 0) return right === 0 ? '' : `h${right}`;
  if (right === 0) return `v${down}`;
  return `l${from(command.x, command.y)}`;
}

export const glyphFile = join(root, 'guest/src/embed/render/picture/glyphs.gen.ts');
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(glyphFile, makeGlyphs());
