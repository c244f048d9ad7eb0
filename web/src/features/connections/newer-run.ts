import type { SyncRun } from '@kindling/contract/sync';

/**
 * The current run of a listing: of two different runs the one that started later, of two states of one run the newer.
 * `b` when they are equal.
 */
export function newerRun(a: SyncRun | null, b: SyncRun | null): SyncRun | null {
  if (a === null || b === null) return a ?? b;
  if (a.id !== b.id) return a.startedAt > b.startedAt ? a : b;
  if (a.finishedAt !== null) return a;
  if (b.finishedAt !== null) return b;
  return a.seen > b.seen ? a : b;
}
