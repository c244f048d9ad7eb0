import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { serverPrograms } from './build.mjs';
import { root } from './lib/paths.mjs';

/** Programs that the code starts by name: from the source in tests, from dist/server in the build. */
function startedPrograms() {
  const found = {};
  const files = readdirSync(join(root, 'server/src'), { recursive: true });
  for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name))) {
    const text = readFileSync(join(root, 'server/src', file), 'utf8');
    if (!/create(?:ChildWorker|PdfRenderer)\(\{/.test(text)) continue;
    for (const [, name] of text.matchAll(/\bprogram: '([^']+)'/g))
      found[name] = join('server/src', dirname(file), `${name}.ts`);
  }
  return found;
}

test('every program that runs in a process of its own is built from the file that the tests run', () => {
  const started = startedPrograms();
  expect(Object.keys(started).sort()).toEqual([
    'agreement-child',
    'avatar-child',
    'code-child',
    'logo-child',
    'page-child',
    'report-child',
    'site-look-child',
    'stack-child',
    'words-child',
    'workbook-child',
  ]);
  expect(serverPrograms).toMatchObject(started);
});
