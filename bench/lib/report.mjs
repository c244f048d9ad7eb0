import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/lib/paths.mjs';

/** A ratio with its median and range: `0.61 (0.58-0.64)`. */
export function ratioText({ median, min, max }, digits = 2) {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
}

/** Prints rows (objects with the same keys) as a table under a title. */
export function printTable(title, rows) {
  console.log(`\n${title}`);
  if (rows.length === 0) return;
  const keys = Object.keys(rows[0]);
  const texts = [keys, ...rows.map((row) => keys.map((key) => String(row[key])))];
  const widths = keys.map((_, at) => Math.max(...texts.map((line) => line[at].length)));
  for (const line of texts)
    console.log(`  ${line.map((text, at) => text.padEnd(widths[at])).join('  ')}`.trimEnd());
}

/** Prints the observations beside the numbers, and stores everything in `artifacts/bench/<name>.json`. */
export function finish(name, { tables, foreignCores, notes = [], raw }) {
  for (const { title, rows } of tables) printTable(title, rows);
  const load =
    foreignCores === null
      ? 'How busy the machine was with other things is not known on this system.'
      : `Other programs used ${foreignCores.toFixed(2)} of a core meanwhile${foreignCores > 0.1 ? ': NOT a quiet run' : ''}.`;
  for (const note of [...notes, load]) console.log(`  ${note}`);
  const folder = join(root, 'artifacts/bench');
  mkdirSync(folder, { recursive: true });
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
  };
  const content = {
    bench: name,
    command: `npm run bench -- ${name}`,
    date: new Date().toISOString(),
    machine,
    foreignCores,
    notes,
    tables,
    raw,
  };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}
