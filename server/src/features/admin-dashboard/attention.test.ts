import { attentionKinds } from '@kindling/contract/admin-dashboard';
import { describe, expect, test } from 'vitest';
import { attentionOf, type Situation } from './attention.ts';

const now = new Date('2026-11-28T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const calm: Situation = {
  readOnlySince: null,
  oldestJobDueAt: ago(1),
  syncs: { succeeded: 95, partial: 0, failed: 5 },
  withdrawn: [],
  paused: [{ platform: 'google', until: ago(-10) }],
  pausedByOperator: [],
  newErrorsInHour: 2,
  openErrors: 0,
  deadLetters: 0,
  oldestMailDueAt: ago(2),
  deletionRequests: { open: 1, oldestAt: ago(60) },
  countedAt: ago(6),
};
const kindsOf = (more: Partial<Situation>) => attentionOf({ ...calm, ...more }, now).map(({ kind }) => kind);

test('nothing is on the list when all is well, or nothing has happened yet', () => {
  expect(kindsOf({})).toEqual([]);
  const empty = { oldestJobDueAt: null, oldestMailDueAt: null, countedAt: null };
  expect(
    kindsOf({
      ...empty,
      syncs: { succeeded: 0, partial: 0, failed: 0 },
      deletionRequests: { open: 0, oldestAt: null },
    }),
  ).toEqual([]);
});

describe('each limit', () => {
  const cases: [Partial<Situation>, Partial<Situation>, string][] = [
    [{ oldestJobDueAt: ago(10) }, { oldestJobDueAt: ago(10.1) }, 'queue-late'],
    [{ oldestMailDueAt: ago(15) }, { oldestMailDueAt: ago(15.1) }, 'mail-late'],
    [{ countedAt: ago(30) }, { countedAt: ago(30.1) }, 'figures-old'],
    [{ newErrorsInHour: 2 }, { newErrorsInHour: 3 }, 'new-errors'],
    [{ openErrors: 0 }, { openErrors: 1 }, 'open-errors'],
    [{ deadLetters: 0 }, { deadLetters: 1 }, 'dead-letters'],
    [
      { syncs: { succeeded: 80, partial: 10, failed: 10 } },
      { syncs: { succeeded: 80, partial: 9, failed: 11 } },
      'sync-failing',
    ],
    [
      { syncs: { succeeded: 0, partial: 0, failed: 19 } },
      { syncs: { succeeded: 0, partial: 0, failed: 20 } },
      'sync-failing',
    ],
    [
      { paused: [{ platform: 'google', until: ago(-15) }] },
      { paused: [{ platform: 'google', until: ago(-16) }] },
      'platform-paused',
    ],
    [
      { pausedByOperator: [] },
      { pausedByOperator: [{ platform: 'google', since: ago(1) }] },
      'operator-paused',
    ],
    [{ withdrawn: [] }, { withdrawn: [{ platform: 'google', count: 3 }] }, 'platform-withdrawn'],
    [
      { deletionRequests: { open: 2, oldestAt: ago(24 * 60) } },
      { deletionRequests: { open: 2, oldestAt: ago(24 * 60 + 1) } },
      'deletion-requests-late',
    ],
    [{ readOnlySince: null }, { readOnlySince: ago(1) }, 'read-only'],
  ];
  test.each(cases)('%j is calm, %j is %s', (below, above, kind) => {
    expect(kindsOf(below)).toEqual([]);
    expect(kindsOf(above)).toEqual([kind]);
  });

  test('every kind has one', () => {
    expect([...new Set(cases.map(([, , kind]) => kind))].sort()).toEqual([...attentionKinds].sort());
  });
});

test('many new errors are told once', () => {
  expect(kindsOf({ newErrorsInHour: 3, openErrors: 3 })).toEqual(['new-errors']);
});

test('what waits because of the read-only mode is no trouble', () => {
  const late = { oldestJobDueAt: ago(90), oldestMailDueAt: ago(90), countedAt: ago(90) };
  expect(kindsOf({ ...late, readOnlySince: ago(95) })).toEqual(['read-only']);
});

test('the share is rounded down, so that it is never shown as the limit', () => {
  const [entry] = attentionOf({ ...calm, syncs: { succeeded: 899, partial: 0, failed: 101 } }, now);
  expect(entry).toMatchObject({ kind: 'sync-failing', count: 89 });
});
