// The largest possible import: dry run, import, and the same file once more, compared with the time for reading the
// file alone.
import { importLimits } from '@kindling/contract/import-files';
import { sql } from 'kysely';
import { inTenant } from '../server/src/db/transaction.ts';
import {
  checkImport,
  createImport,
  publishImport,
  receivePart,
} from '../server/src/features/imports/imports.ts';
import { readParts } from '../server/src/features/imports/parts.ts';
import { findImportRow } from '../server/src/features/imports/queries.ts';
import { readImport } from '../server/src/features/imports/read-import.ts';
import { readReviewRows } from '../server/src/features/imports/rows.ts';
import { runImport } from '../server/src/features/imports/run-import.ts';
import { createSemaphore } from '../server/src/lib/semaphore.ts';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { createTenant } from './lib/tenant.mjs';

const ROWS = importLimits.rows;
const MEGABYTE = 2 ** 20;
const silent = { info() {}, warn() {}, error() {}, debug() {} };
const neverStops = new AbortController().signal;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const foreign = measureForeignLoad(stage.pids);
  const file = makeFile();
  const tables = [];
  for (const mode of databases.modes) {
    const db = await databases.create(mode);
    const reads = createSemaphore({ maxConcurrent: 1, maxQueued: 0, retryAfter: 1 });
    const queue = { enqueue: () => Promise.resolve() };
    const deps = { db, queue, log: silent, archives: [], reads, workbooks: null };
    const user = await createTenant(db);
    const first = await measureImport(deps, user, file);
    const again = await measureImport(deps, user, file);
    if (first.added !== ROWS || again.added !== 0 || again.there !== ROWS)
      throw new Error(`The imports added ${first.added} and ${again.added} of ${ROWS} rows.`);
    for (const [which, { reading, seconds, resident }] of Object.entries({ first, again }))
      for (const [step, spent] of Object.entries(seconds))
        tables.push({
          database: mode,
          import: which,
          step,
          'step / reading': (spent / reading).toFixed(2),
          'rows/s': Math.round(ROWS / spent),
          seconds: spent.toFixed(1),
          'resident, at most': `${Math.round(resident / MEGABYTE)} MB`,
        });
  }
  finish('import', {
    tables: [
      {
        title: `${ROWS} rows (${Math.round(file.length / MEGABYTE)} MB), against reading them`,
        rows: tables,
      },
    ],
    foreignCores: foreign(),
    notes: [
      'Reading alone: the parts from the database, decoded, split into rows and turned into reviews, before and after.',
      'With the embedded database, resident memory holds the database too.',
    ],
    raw: tables,
  });
}

/** Rows of about 200 bytes, as reviews are. */
function makeFile() {
  const words = 'The words of a usual review, which go on for some lines and say what was good. '.repeat(2);
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `Author ${row},${1 + (row % 5)},"${words}${row}",${2001 + (row % 25)}-03-04\n`,
  );
  return Buffer.from(`author,rating,text,date\n${rows.join('')}`);
}

/** Seconds of each step and of reading alone, and the final state of the import. */
async function measureImport(deps, user, file) {
  const { accountId } = user;
  const { id } = await createImport(deps, user, [{ name: 'reviews.csv', bytes: file.length }]);
  for (let part = 0; part * importLimits.partBytes < file.length; part += 1) {
    const from = part * importLimits.partBytes;
    const bytes = file.subarray(from, from + importLimits.partBytes);
    await receivePart(deps, accountId, { importId: id, file: 0, part }, bytes);
  }
  const asked = { encoding: null, separator: null, header: null, sheet: null };
  const { settings: guessed } = await readImport(deps, accountId, id, asked);
  const settings = { ...guessed, locationId: await findLocation(deps.db, accountId) };
  let resident = 0;
  const watch = setInterval(() => {
    resident = Math.max(resident, process.memoryUsage().rss);
  }, 200);
  const row = await inTenant(deps.db, accountId, (trx) => findImportRow(trx, accountId, id));
  const read = () => timed(() => readAlone(deps, accountId, row, settings));
  const before = await read();
  await checkImport(deps, accountId, id, settings);
  const check = await timed(() => runImport(deps, accountId, id, neverStops));
  const after = await read();
  await publishImport(deps, user, id);
  const publish = await timed(() => runImport(deps, accountId, id, neverStops));
  clearInterval(watch);
  const { added, there } = await inTenant(deps.db, accountId, (trx) => findImportRow(trx, accountId, id));
  return {
    reading: (before + after) / 2,
    seconds: { 'dry run': check, import: publish },
    added,
    there,
    resident,
  };
}

async function readAlone({ db, archives }, accountId, { id, layout }, settings) {
  const open = (file) => readParts(db, accountId, id, file);
  const source = { open, files: 1, layout, settings, zone: 'UTC', archives, now: Date.now() };
  let seen = 0;
  for await (const page of readReviewRows(source)) seen += page.length;
  if (seen !== ROWS) throw new Error(`${seen} of ${ROWS} rows were read.`);
}

async function findLocation(db, accountId) {
  const { rows } = await inTenant(db, accountId, (trx) =>
    sql`select id from locations where account_id = ${accountId}::uuid limit 1`.execute(trx),
  );
  return rows[0].id;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
