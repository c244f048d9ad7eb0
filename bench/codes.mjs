// What a QR code costs: its SVG, its PNG of 1,024 pixels, the scan check and every print, each in one process, beside a
// calibration of the same run: compressing a fixed megabyte, which is processor time only.
import { deflateSync } from 'node:zlib';
import { lookDesign } from '@kindling/contract/code-looks';
import { printKinds } from '@kindling/contract/code-prints';
import { checkCode, drawPng, drawSvg } from '../server/src/features/codes/code-picture.ts';
import { makePrintFile } from '../server/src/features/codes/print/print-file.ts';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { finish } from './lib/report.mjs';

const TABLES = 20;
const megabyte = Buffer.from(
  Array.from({ length: 2 ** 20 }, (_, index) => ((index * 2_654_435_761) >>> 13) % 97),
);
const design = lookDesign('harbor');
const codeOf = (index) => ({
  content: `https://kindling.example/q/k7m2p9x${String(index % 1000).padStart(3, '2')}`,
  design,
  language: 'de',
});

/** Milliseconds of the rounds in order; each round makes another code. */
async function measure(rounds, run) {
  for (let index = 0; index < Math.min(rounds, 20); index += 1) await run(index);
  const times = [];
  const used = process.cpuUsage();
  for (let index = 0; index < rounds; index += 1) {
    const begun = performance.now();
    await run(index);
    times.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(used);
  return { times: times.sort((a, b) => a - b), processor: (user + system) / 1000 / rounds };
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

const foreign = measureForeignLoad([]);
const { times: calibration } = await measure(30, () => deflateSync(megabyte, { level: 6 }));
const unit = at(calibration, 0.5);
const rows = [];
const raw = { calibration };
async function add(what, goal, rounds, run) {
  const { times, processor } = await measure(rounds, run);
  raw[what] = times;
  const [median, most] = [at(times, 0.5), at(times, 0.95)];
  rows.push({
    what,
    'median ms': median.toFixed(2),
    'p95 ms': most.toFixed(2),
    // On a busy machine the time on the clock is mostly waiting.
    'processor ms': processor.toFixed(2),
    'goal ms': goal ?? '-',
    'median / calibration': (median / unit).toFixed(3),
    'goal met': goal === null ? '-' : median <= goal ? 'yes' : 'NO',
  });
}

await add('SVG', 1, 500, (index) => drawSvg(codeOf(index)));
await add('PNG, 1024 px', 30, 60, (index) => drawPng(codeOf(index), 1024));
await add('scan check', null, 20, (index) => checkCode(codeOf(index)));
for (const kind of printKinds)
  await add(`PDF, ${kind}${kind === 'sheet' ? `, ${TABLES} codes` : ''}`, 300, 12, (index) =>
    makePrintFile({
      kind,
      language: 'de',
      businessName: 'Bäckerei Müller',
      brandColor: '#0f6b5c',
      codes: Array.from({ length: TABLES }, (_, table) => ({
        content: codeOf(index * TABLES + table).content,
        design,
        name: `Tisch ${table + 1}`,
      })),
    }),
  );

finish('codes', {
  tables: [{ title: 'QR codes and prints', rows }],
  foreignCores: foreign(),
  notes: [`The calibration, compressing a megabyte, took ${unit.toFixed(1)} ms.`],
  raw,
});
