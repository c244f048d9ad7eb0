import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { glyphFile, makeGlyphs } from './make-glyphs.mjs';

test('the letters of badge pictures are those of the installed font', () => {
  expect(readFileSync(glyphFile, 'utf8') === makeGlyphs(), 'run `node tools/make-glyphs.mjs`').toBe(true);
});
