/**
 * For tests only: a process that counts views of one embed and writes them without a pause until it is killed. It prints
 * one JSON object per line: how many views it has added, and how many are known to be written.
 */
import pino from 'pino';
import { openDatabase } from '../db/client.ts';
import { createTrafficBuffer } from '../features/embed-traffic/traffic-buffer.ts';

export interface CountProcessInput {
  databaseUrl: string;
  code: string;
}

export interface CountProcessOutput {
  added: number;
  written: number;
}

/** More rounds than any test waits for. */
const maxRounds = 100_000;

async function main({ databaseUrl, code }: CountProcessInput): Promise<void> {
  const log = pino({ level: 'silent' });
  const counts = createTrafficBuffer({ db: await openDatabase({ url: databaseUrl, log }), log });
  const line = { added: 0, written: 0 };
  for (let round = 0; round < maxRounds; round += 1) {
    for (let view = 0; view < 10; view += 1)
      counts.add('views', { code, site: `site-${view}.example`, country: '', state: '' });
    line.added += 10;
    writeLine(line);
    await counts.flush();
    line.written = line.added;
    writeLine(line);
  }
}

function writeLine(line: CountProcessOutput): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await main(JSON.parse(process.argv[2] ?? '') as CountProcessInput);
