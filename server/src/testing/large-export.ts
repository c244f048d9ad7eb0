/**
 * For tests only, as a program of its own: streams an export of many reviews to nobody, and prints its figures. The limit of
 * its heap is the test. Arguments: format, rows, and after how many rows the reader leaves.
 */
import { setImmediate } from 'node:timers/promises';
import { exportFormats } from '@kindling/contract/exports';
import { createReviewFile } from '../features/exports/review-files.ts';
import type { ExportedReview } from '../features/exports/review-values.ts';
import { streamPieces } from '../features/exports/stream-pieces.ts';
import { reviewFileTexts } from '../features/exports/table-cells.ts';

const [wanted = 'csv', count = '0', stopAt = count] = process.argv.slice(2);
const format = exportFormats.find((one) => one === wanted) ?? 'csv';
const pageRows = 500;
const words = 'The words of a usual review, which go on for some lines and say what was good. '.repeat(4);

function reviewNumber(number: number): ExportedReview {
  return {
    source: 'google',
    business: 'Bakery',
    location: `Location ${number % 7}`,
    author: `Author ${number}`,
    rating: 1 + (number % 5),
    recommendation: null,
    text: `${number} ${words}`,
    language: 'en',
    translation: null,
    writtenAt: new Date(1_700_000_000_000 - number * 60_000).toISOString(),
    day: '2026-01-02',
    editedAt: null,
    reply: number % 2 === 0 ? null : 'Thank you for your visit, and come again.',
    replyAt: null,
    replyState: 'none',
    tags: ['Service', 'Bread'],
    hiddenAt: null,
    hiddenReason: null,
    pinnedAt: null,
    pinReason: null,
    assignee: null,
    permalink: null,
    removedAt: null,
    id: `0199f000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  };
}

let rows = 0;
let end = { complete: false };
async function* pieces() {
  const file = createReviewFile(format, reviewFileTexts('en'));
  yield await file.start();
  while (rows < Number(count)) {
    // As between two pages of the database, the event loop does other work.
    await setImmediate();
    const page = Array.from({ length: Math.min(pageRows, Number(count) - rows) }, (_, index) =>
      reviewNumber(rows + index),
    );
    rows += page.length;
    yield await file.page(page);
  }
  const last = await file.end();
  if (last.length > 0) yield last;
}

const stream = streamPieces(pieces(), {
  async onEnd(stated) {
    end = stated;
  },
});
let bytes = 0;
let longestTurn = 0;
let turn = performance.now();
const ticks = setInterval(() => {
  longestTurn = Math.max(longestTurn, performance.now() - turn);
  turn = performance.now();
}, 1);
for await (const piece of stream as AsyncIterable<Buffer>) {
  bytes += piece.length;
  if (rows >= Number(stopAt) && Number(stopAt) < Number(count)) break;
}
clearInterval(ticks);
await setImmediate();
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({ rows, bytes, complete: end.complete, longestTurn, residentMegabytes: maxRSS / 1024 }),
);
