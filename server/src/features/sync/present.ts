import { type SyncRun, syncOutcomes, syncTriggers } from '@kindling/contract/sync';
import type { RunRow } from './queries.ts';

export function presentRun(row: RunRow): SyncRun {
  return {
    id: row.id,
    listingId: row.listing_id,
    trigger: syncTriggers.find((trigger) => trigger === row.trigger) ?? 'schedule',
    outcome: syncOutcomes.find((outcome) => outcome === row.outcome) ?? 'failed',
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    seen: row.seen,
    expected: row.expected,
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    setAside: row.set_aside,
    requests: row.requests,
    error: row.error_code,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  };
}
