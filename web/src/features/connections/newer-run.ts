import type { SyncRun } from '@kindling/contract/sync';

/** The run that counts for a listing: of two the one that started later, and of the same the newer state; `b` of equals. */
export function newerRun(a: SyncRun | null, b: SyncRun | null): SyncRun | null {
  if (a === null || b === null) return a ?? b;
  if (a.id !== b.id) return a.startedAt > b.startedAt ? a : b;
  if (a.finishedAt !== null) return a;
  if (b.finishedAt !== null) return b;
  return a.seen > b.seen ? a : b;
}
