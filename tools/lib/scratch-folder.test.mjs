import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createScratchFolder } from './scratch-folder.mjs';

const memory = mkdtempSync(join(tmpdir(), 'kindling-memory-'));
afterAll(() => rmSync(memory, { recursive: true, force: true }));

test('is created in memory where there is enough space, otherwise in the folder for temporary files', () => {
  const made = createScratchFolder(memory, 1);
  expect(dirname(made)).toBe(memory);
  expect(statSync(made).mode & 0o777).toBe(0o711);
  expect(dirname(createScratchFolder(memory, Number.MAX_SAFE_INTEGER))).toBe(tmpdir());
  expect(dirname(createScratchFolder(join(memory, 'none'), 1))).toBe(tmpdir());
});

test('removes folders of killed runs, and no folders of running ones or of others', () => {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const names = [
    `kindling-tests-${ended}-aB3dEf`,
    `kindling-tests-${process.ppid}-aB3dEf`,
    'kindling-tests-mine',
  ];
  for (const name of names) mkdirSync(join(memory, name, 'inside'), { recursive: true });
  createScratchFolder(memory, 1);
  expect(names.map((name) => existsSync(join(memory, name)))).toEqual([false, true, true]);
});

test('is removed when the process exits', () => {
  const program = `import { createScratchFolder } from ${JSON.stringify(import.meta.resolve('./scratch-folder.mjs'))};
    console.log(createScratchFolder(${JSON.stringify(memory)}, 1));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(dirname(stdout.trim())).toBe(memory);
  expect(existsSync(stdout.trim())).toBe(false);
});
