import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-fingerprint-'));
  mkdirSync(join(folder, 'src/testing'), { recursive: true });
  writeFileSync(join(folder, 'src/a.ts'), 'one');
  writeFileSync(join(folder, 'src/b.ts'), 'two');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = (remembered) => fingerprint(folder, ['src'], remembered);

test('an unchanged folder gives the same fingerprint', () => {
  const { files } = take();
  expect(Object.keys(files)).toEqual(['src/a.ts', 'src/b.ts']);
  expect(take(files).same).toBe(true);
});

test('a file that was only touched counts as unchanged, and its new time is stored', () => {
  const { files } = take();
  utimesSync(join(folder, 'src/a.ts'), 1, 1);
  const again = take(files);
  expect(again.same).toBe(true);
  expect(again.files['src/a.ts'][0]).not.toBe(files['src/a.ts'][0]);
});

test('a changed, a new and a deleted file each change the fingerprint', () => {
  const { files } = take();
  writeFileSync(join(folder, 'src/a.ts'), 'one and more');
  expect(take(files).same).toBe(false);
  writeFileSync(join(folder, 'src/a.ts'), 'one');
  expect(take(files).same).toBe(true);
  writeFileSync(join(folder, 'src/c.ts'), 'three');
  expect(take(files).same).toBe(false);
  rmSync(join(folder, 'src/c.ts'));
  rmSync(join(folder, 'src/b.ts'));
  expect(take(files).same).toBe(false);
});

test('tests are ignored', () => {
  const { files } = take();
  writeFileSync(join(folder, 'src/a.test.ts'), 'x');
  writeFileSync(join(folder, 'src/testing/help.ts'), 'x');
  expect(take(files).same).toBe(true);
});
