/** What needs somebody now, the most urgent first. Pure; nothing on the list means that all is well. */
import { type Attention, type AttentionKind, attentionLimits } from '@kindling/contract/admin-dashboard';
import type { Platform } from '@kindling/contract/platforms';

/** What the list is made from. */
export interface Situation {
  readOnlySince: Date | null;
  /** When the longest waiting job was due. */
  oldestJobDueAt: Date | null;
  syncs: { succeeded: number; partial: number; failed: number };
  withdrawn: readonly { platform: Platform; count: number }[];
  /** Platforms that ask for a pause. */
  paused: readonly { platform: Platform; until: Date }[];
  /** Platforms that the operator has paused. */
  pausedByOperator: readonly { platform: Platform; since: Date }[];
  newErrorsInHour: number;
  openErrors: number;
  deadLetters: number;
  /** When the longest waiting mail was due. */
  oldestMailDueAt: Date | null;
  deletionRequests: { open: number; oldestAt: Date | null };
  countedAt: Date | null;
}

const minuteMs = 60_000;

export function attentionOf(situation: Situation, now: Date): Attention[] {
  const entry = (kind: AttentionKind, more: Partial<Attention> = {}): Attention => ({
    kind,
    count: null,
    at: null,
    platform: null,
    ...more,
  });
  const since = (kind: AttentionKind, at: Date | null, limitMinutes: number, count: number | null = null) =>
    at !== null && now.getTime() - at.getTime() > limitMinutes * minuteMs
      ? [entry(kind, { at: at.toISOString(), count })]
      : [];
  const share = shareWithoutFailure(situation.syncs);
  const { readOnlySince, oldestJobDueAt, newErrorsInHour, openErrors, deadLetters, deletionRequests } =
    situation;
  return [
    ...(readOnlySince === null ? [] : [entry('read-only', { at: readOnlySince.toISOString() })]),
    // Jobs wait on purpose while the read-only mode is on.
    ...(readOnlySince === null ? since('queue-late', oldestJobDueAt, attentionLimits.queueMinutes) : []),
    ...(share !== null && share < attentionLimits.syncShare
      ? [entry('sync-failing', { count: Math.floor(share * 100) })]
      : []),
    ...situation.withdrawn.map(({ platform, count }) => entry('platform-withdrawn', { platform, count })),
    ...situation.paused
      .filter(({ until }) => until.getTime() - now.getTime() > attentionLimits.pauseMinutes * minuteMs)
      .map(({ platform, until }) => entry('platform-paused', { platform, at: until.toISOString() })),
    ...situation.pausedByOperator.map(({ platform, since: at }) =>
      entry('operator-paused', { platform, at: at.toISOString() }),
    ),
    ...(newErrorsInHour >= attentionLimits.newErrors
      ? [entry('new-errors', { count: newErrorsInHour })]
      : openErrors > 0
        ? [entry('open-errors', { count: openErrors })]
        : []),
    ...(deadLetters > 0 ? [entry('dead-letters', { count: deadLetters })] : []),
    ...(readOnlySince === null
      ? since('mail-late', situation.oldestMailDueAt, attentionLimits.mailMinutes)
      : []),
    ...since(
      'deletion-requests-late',
      deletionRequests.oldestAt,
      attentionLimits.deletionRequestHours * 60,
      deletionRequests.open,
    ),
    ...(readOnlySince === null
      ? since('figures-old', situation.countedAt, attentionLimits.figuresMinutes)
      : []),
  ];
}

/** Null while there are too few syncs to tell. A partial sync read something. */
function shareWithoutFailure({ succeeded, partial, failed }: Situation['syncs']): number | null {
  const all = succeeded + partial + failed;
  return all < attentionLimits.syncRuns ? null : (succeeded + partial) / all;
}
