import type { SyncRun } from '@kindling/contract/sync';
import { describe, expect, it } from 'vitest';
import { newerRun } from './newer-run.ts';

const run = (part: Partial<SyncRun>): SyncRun => ({
  id: '0190a000-0000-7000-8000-000000000001',
  listingId: '0190a000-0000-7000-8000-000000000002',
  trigger: 'first',
  kind: 'full',
  outcome: 'running',
  startedAt: '2026-11-21T10:00:00.000Z',
  finishedAt: null,
  seen: 0,
  expected: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  restored: 0,
  skipped: 0,
  requests: 0,
  error: null,
  nextTryAt: null,
  ...part,
});

describe('newerRun', () => {
  it('prefers the run that started later', () => {
    const later = run({ id: '0190a000-0000-7000-8000-000000000009', startedAt: '2026-11-21T11:00:00.000Z' });
    expect(newerRun(run({ seen: 500 }), later)).toBe(later);
  });
  it('prefers the finished state of the same run, then the further one', () => {
    const finished = run({ finishedAt: '2026-11-21T10:05:00.000Z', outcome: 'succeeded' });
    expect(newerRun(run({ seen: 9 }), finished)).toBe(finished);
    expect(newerRun(finished, run({ seen: 9 }))).toBe(finished);
    expect(newerRun(run({ seen: 1 }), run({ seen: 9 }))?.seen).toBe(9);
  });
  it('returns the only run', () => {
    expect(newerRun(null, null)).toBeNull();
    expect(newerRun(run({ seen: 3 }), null)?.seen).toBe(3);
  });
});
