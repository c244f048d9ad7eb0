import { type SyncRun, syncKinds, syncOutcomes, syncTriggers } from '@kindling/contract/sync';
import type { RunRow } from './queries.ts';

export function presentRun(row: RunRow): SyncRun {
  return {
    id: row.id,
    listingId: row.listing_id,
    trigger: syncTriggers.find((trigger) => trigger === row.trigger) ?? 'schedule',
    kind: syncKinds.find((kind) => kind === row.kind) ?? 'newest',
    outcome: syncOutcomes.find((outcome) => outcome === row.outcome) ?? 'failed',
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    seen: row.seen,
    expected: row.expected,
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    removed: row.removed,
    restored: row.restored,
    skipped: row.skipped,
    requests: row.requests,
    error: row.error_code,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  };
}
