import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateTypes } from './generate-types.ts';

// It creates and migrates a new database, which takes seconds on a busy machine.
test('types.gen.ts matches the migrations', { timeout: 120_000 }, async () => {
  const written = await readFile(new URL('./types.gen.ts', import.meta.url), 'utf8');
  expect(written === (await generateTypes()), 'stale; run: node server/src/db/generate-types.ts').toBe(true);
});
