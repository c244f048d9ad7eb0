import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'kindling-folder-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('makes every missing level and leaves what is there', () => {
  const deep = join(base, 'a/b/c');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

test('a place that takes no folders is an error, not a wait without end', () => {
  expect(() => makeFolder('/proc/kindling/data')).toThrow(/ENOENT|EACCES|EPERM/);
  const file = join(base, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR|EEXIST/);
});
