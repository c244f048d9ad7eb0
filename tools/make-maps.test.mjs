import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeMaps, mapFile } from './make-maps.mjs';

const written = readFileSync(mapFile, 'utf8');

test('the outlines are those of the installed data', () => {
  expect(written === makeMaps(), 'run `node tools/make-maps.mjs`').toBe(true);
});

test('no outline leaves its map, and none is missing', () => {
  const maps = written.split('export const ').slice(1);
  expect(maps.map((map) => (map.match(/^ {4}[A-Z]{2}:/gm) ?? []).length)).toEqual([expect.any(Number), 51]);
  for (const code of ['DE', 'FR', 'GB', 'RS', 'SG', 'MT', 'US', 'BR', 'NZ'])
    expect(maps[0]).toContain(`    ${code}: '`);
  for (const map of maps) {
    const [, width, height] = /width: ([\d.]+),\s+height: ([\d.]+)/.exec(map) ?? [];
    for (const [, x, y] of map.matchAll(/M([\d.-]+),([\d.-]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(y)).toBeGreaterThanOrEqual(0);
      expect(Number(x)).toBeLessThanOrEqual(Number(width));
      expect(Number(y)).toBeLessThanOrEqual(Number(height));
    }
  }
});
