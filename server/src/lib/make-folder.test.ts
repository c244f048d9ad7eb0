import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'kindling-folder-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('creates every missing level and keeps existing folders', () => {
  const deep = join(base, 'a/b/c');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

test('a file system that refuses folders gives an error and does not hang', () => {
  expect(() => makeFolder('/proc/kindling/data')).toThrow(/ENOENT|EACCES|EPERM/);
  const file = join(base, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR|EEXIST/);
});
