/**
 * A process that the crash tests kill. It opens the data folder, prints `open`, then writes rows and prints the number of
 * the last acknowledged row. Usage: `node crash-writer.ts <folder> <rows per statement, 0 for none>`
 */
import { openEmbedded } from './embedded-pool.ts';

const [, , dataFolder = '', perStatement = '0'] = process.argv;
const log = { info() {}, warn() {}, error() {} };
const size = Number(perStatement);

try {
  const { pool } = await openEmbedded({ dataFolder, log });
  process.stdout.write('open\n');
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from written');
  for (let id = (rows[0]?.last ?? 0) + 1; size > 0; id += size) {
    await pool.query(
      `insert into written (id, text) select n, repeat('x', 200) from generate_series($1::bigint, $2::bigint) n
       on conflict (id) do update set text = excluded.text`,
      [id, id + size - 1],
    );
    process.stdout.write(`${id + size - 1}\n`);
  }
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
