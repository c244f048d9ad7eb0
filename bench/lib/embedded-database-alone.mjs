// Opens the embedded database as the product does, and nothing else. Prints the memory that Node used before that.
import { join } from 'node:path';
import { openDatabase } from '../../server/src/db/client.ts';

const bare = process.memoryUsage.rss();
const log = { info() {}, warn() {}, error() {} };
const db = await openDatabase({ dataFolder: join(process.env.BENCH_FOLDER ?? '', 'data'), log });
await db.pool.query('select count(*) from pg_class');
process.stdin.resume().once('end', () => process.exit(0));
console.log(JSON.stringify({ ready: true, bare }));
