/**
 * Writes types.gen.ts from a freshly migrated database:
 *   node server/src/db/generate-types.ts [--check]
 * With --check it writes nothing and exits with code 1 when the file is stale.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { generate, PostgresDialect } from 'kysely-codegen';
import { openDatabase } from './client.ts';
import { migrate } from './migrate.ts';

const OUTPUT = new URL('./types.gen.ts', import.meta.url);
const silent = { info() {}, warn() {}, error() {} };

/** The content that types.gen.ts must have for the current migrations. */
async function generateTypes(): Promise<string> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindling-types-'));
  const db = await openDatabase({ dataFolder, log: silent });
  try {
    await migrate(db, { log: silent });
    const text = await generate({
      db: db.kysely,
      // Must match type-parsers.ts.
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
      typeMapping: { int8: 'number' },
      excludePattern: '*.kindling_migrations',
      outFile: null,
      print: false,
    });
    return text;
  } finally {
    await db.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const text = await generateTypes();
  if (!process.argv.includes('--check')) await writeFile(OUTPUT, text);
  else if ((await readFile(OUTPUT, 'utf8')) !== text) {
    process.stderr.write('server/src/db/types.gen.ts is stale; run: node server/src/db/generate-types.ts\n');
    process.exitCode = 1;
  }
}
