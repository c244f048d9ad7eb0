/** The file of an export as a stream. */
import type { Readable } from 'node:stream';
import type { ReviewExportRequest } from '@kindling/contract/exports';
import { inTenant } from '../../db/transaction.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import type { ExportsDeps } from './deps.ts';
import { endReviewExport } from './review-export-queries.ts';
import { ExportCanceledError, type RunningExport, readExportPages } from './review-exports.ts';
import { createReviewFile } from './review-files.ts';
import { type StreamEnd, streamPieces } from './stream-pieces.ts';
import { reviewFileTexts } from './table-cells.ts';

interface Sent {
  rows: number;
  bytes: number;
}

/** For example `reviews-2026-11-26.csv`, in the person's language. */
export function nameOfFile({ format, language }: ReviewExportRequest, now: Date = new Date()): string {
  return `${reviewFileTexts(language).fileName}-${now.toISOString().slice(0, 10)}.${format}`;
}

/** @param stallMs for tests */
export function streamReviews(deps: ExportsDeps, running: RunningExport, stallMs?: number): Readable {
  const sent: Sent = { rows: 0, bytes: 0 };
  return streamPieces(writePieces(deps, running, sent), {
    onEnd: (end) => storeEnd(deps, running, { ...end, sent }),
    ...(stallMs === undefined ? {} : { stallMs }),
  });
}

async function storeEnd(
  { db, log }: ExportsDeps,
  { accountId, id }: RunningExport,
  { complete, error, sent }: StreamEnd & { sent: Sent },
): Promise<void> {
  const isCanceled = error === null || error instanceof ExportCanceledError;
  if (!isCanceled) log.error({ err: error, id }, 'An export broke off');
  const state = complete ? 'done' : isCanceled ? 'canceled' : 'failed';
  await inTenant(db, accountId, (trx) => endReviewExport(trx, accountId, id, { state, ...sent })).catch(
    (failure: unknown) => log.warn({ err: failure, id }, 'The end of an export could not be stored'),
  );
}

async function* writePieces(deps: ExportsDeps, running: RunningExport, sent: Sent): AsyncGenerator<Buffer> {
  const { format, language } = running.request;
  const file = createReviewFile(format, reviewFileTexts(language));
  const count = (piece: Buffer) => {
    sent.bytes += piece.length;
    return piece;
  };
  yield count(await file.start());
  const pages = readExportPages(deps, running, () => sent);
  for (;;) {
    // The only session of the embedded database is for others most of the time.
    const { done, value } = await (deps.db.mode === 'embedded'
      ? runWithCooldown(() => pages.next())
      : pages.next());
    if (done === true) break;
    const piece = await file.page(value);
    sent.rows += value.length;
    if (piece.length > 0) yield count(piece);
  }
  const last = await file.end();
  if (last.length > 0) yield count(last);
}
