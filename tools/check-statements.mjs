// `node tools/check-statements.mjs <folder>`: whether the statements that tests recorded there (KINDLING_TEST_STATEMENTS)
// join tables of accounts by the account, apart from those that server/src/db/distribution.ts lists. With `--whole`, after
// all tests, also whether each listed one occurred.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinsAcross, notDistributed, viewsOfAccount } from '../server/src/db/distribution.ts';
import { checkJoins } from './lib/account-joins/check-joins.mjs';

// They prepare the tables; how they are run on spread tables is decided with the steps for that.
const MIGRATIONS = 'server/src/db/migrate.ts';

const [folder, option] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder of the recorded statements.');
const recorded = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line))
  .filter(({ origin }) => origin !== MIGRATIONS);
function place(table) {
  if (viewsOfAccount.includes(table)) return 'own';
  return notDistributed[table]?.kind ?? (table.startsWith('public.') ? 'distributed' : 'local');
}
const { statements, faults } = checkJoins(recorded, {
  known: joinsAcross,
  place,
  isWhole: option === '--whole',
});
if (statements === 0) faults.push('No statement was recorded.');
for (const fault of faults) console.log(`${fault}\n`);
if (faults.length > 0)
  console.log(
    'Compare the account of each pair of tables, or list the join in server/src/db/distribution.ts.',
  );
else console.log(`${statements} statements join tables of accounts by the account only, or are listed.`);
process.exitCode = faults.length === 0 ? 0 : 1;
