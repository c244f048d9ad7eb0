import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture } from '../run.mjs';
import { writeArchive } from './tar.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kindling-tar-'));
const long = `${'a-long-name/'.repeat(12)}ünïcode.txt`;
const contents = {
  'an-empty-file': '',
  'exactly-a-block': 'x'.repeat(512),
  program: '#!/bin/sh\necho started\n',
  [long]: 'deep',
  'large.bin': Buffer.alloc(3_000_000, 'kindling').toString(),
};
const files = Object.keys(contents)
  .sort()
  .map((name) => ({ name, mode: name === 'program' ? 0o755 : 0o644 }));
const write = (name) => writeArchive(join(folder, name), join(folder, 'in'), files, 'kindling-1.0.0');

beforeAll(async () => {
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, 'in', name)), { recursive: true });
    writeFileSync(join(folder, 'in', name), content);
  }
  await write('first.tar.gz');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the same files make the same bytes, whatever their times and rights', async () => {
  utimesSync(join(folder, 'in/program'), 1e9, 1e9);
  chmodSync(join(folder, 'in/large.bin'), 0o600);
  await write('second.tar.gz');
  expect(readFileSync(join(folder, 'second.tar.gz')).equals(readFileSync(join(folder, 'first.tar.gz')))).toBe(
    true,
  );
});

test('tar unpacks names of any length, contents and rights', async () => {
  const { code, output } = await capture('tar', ['-xzf', 'first.tar.gz'], { cwd: folder });
  expect([output, code]).toEqual(['', 0]);
  for (const [name, content] of Object.entries(contents))
    expect(readFileSync(join(folder, 'kindling-1.0.0', name), 'utf8')).toBe(content);
  const ran = await capture(join(folder, 'kindling-1.0.0/program'), []);
  expect(ran).toEqual({ code: 0, output: 'started\n' });
});

test('a folder that cannot be written fails', async () => {
  await expect(write('missing/third.tar.gz')).rejects.toThrow(/ENOENT/);
});
