/** Which mail about the end of a plan is due, and when an account may be deleted. Pure, so that a clock drives its tests. */
import { daysUntilDeletion, type StoredPlan } from '@kindling/contract/plans';

export const noticeKinds = [
  'trial-7',
  'trial-3',
  'trial-1',
  'trial-ended',
  'plan-ended',
  'deletion-30',
  'deletion-7',
  'deletion-1',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A notice that was queued for the present end of the plan. */
export interface SentNotice {
  kind: NoticeKind;
  queuedAt: Date;
  /** When the mail server took it; null while it has not. */
  acceptedAt: Date | null;
}

export type NextStep =
  | { step: 'mail'; kind: NoticeKind; deletionOn: Date }
  | { step: 'delete'; warnedAt: Date[] }
  | { step: 'wait' };

const dayMs = 86_400_000;
/** A warning that no mail server took is sent again after these days. */
const repeatDays = 7;
/** A mail about an end is of no use when it is older, for example because the worker did not run. */
const lateDays = 3;

/** The first of the trial's mails comes so many days before its end. */
const firstDays = 7;

/**
 * In which ends of plans something may be due: from `from` until `until`, and all before `before`. A day more than the schedule
 * needs, because days are counted by the account's clock.
 */
export function noticeWindow(now: Date): { from: Date; until: Date; before: Date } {
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  const [{ days: firstWarning }] = warnings;
  return {
    from: at(-lateDays - 1),
    until: at(firstDays + 1),
    before: at(firstWarning + 1 - daysUntilDeletion),
  };
}

const warnings = [
  { kind: 'deletion-30', days: 30 },
  { kind: 'deletion-7', days: 7 },
  { kind: 'deletion-1', days: 1 },
] as const;

/** @param daysLeft whole days until the end, as the banner counts them; 0 or less from the end on */
export function nextStep(
  plan: StoredPlan & { endsAt: Date },
  daysLeft: number,
  sent: readonly SentNotice[],
  now: Date,
): NextStep {
  const endNotice = dueEndNotice(plan, daysLeft, sent, now);
  if (endNotice !== null)
    return { step: 'mail', kind: endNotice, deletionOn: deletionDay(plan.endsAt, sent) };
  return plan.endsAt > now ? { step: 'wait' } : nextWarning(plan.endsAt, sent, now);
}

function dueEndNotice(
  { state, endsAt }: StoredPlan & { endsAt: Date },
  daysLeft: number,
  sent: readonly SentNotice[],
  now: Date,
): NoticeKind | null {
  const kind = endNoticeOf(state, daysLeft);
  const isLate = now.getTime() - endsAt.getTime() > lateDays * dayMs;
  return kind === null || isLate || sent.some((notice) => notice.kind === kind) ? null : kind;
}

/** A canceled plan was confirmed with its end when it was canceled, so only its end itself is told. */
function endNoticeOf(state: StoredPlan['state'], daysLeft: number): NoticeKind | null {
  if (state !== 'trial') return daysLeft <= 0 ? 'plan-ended' : null;
  if (daysLeft > firstDays) return null;
  if (daysLeft > 3) return 'trial-7';
  if (daysLeft > 1) return 'trial-3';
  return daysLeft === 1 ? 'trial-1' : 'trial-ended';
}

/**
 * The day on which the account is deleted: 90 days after the end, and never sooner after a warning than it says. A warning that
 * came late moves the day.
 */
export function deletionDay(endsAt: Date, sent: readonly SentNotice[]): Date {
  const days = [endsAt.getTime() + daysUntilDeletion * dayMs];
  for (const { kind, days: before } of warnings) {
    const acceptedAt = sent.find((notice) => notice.kind === kind)?.acceptedAt;
    if (acceptedAt != null) days.push(acceptedAt.getTime() + before * dayMs);
  }
  return new Date(Math.max(...days));
}

/** The day on which the account is deleted if the mail server takes each warning that is left when it is due. */
export function earliestDeletion(endsAt: Date, sent: readonly SentNotice[], now: Date): Date {
  const day = deletionDay(endsAt, sent);
  const next = warnings.find(({ kind }) => sent.find((one) => one.kind === kind)?.acceptedAt == null);
  return next === undefined ? day : new Date(Math.max(day.getTime(), now.getTime() + next.days * dayMs));
}

/** The warnings follow each other: each needs that the mail server took the one before. */
function nextWarning(endsAt: Date, sent: readonly SentNotice[], now: Date): NextStep {
  const warnedAt: Date[] = [];
  for (const { kind, days } of warnings) {
    const notice = sent.find((one) => one.kind === kind);
    if (notice?.acceptedAt != null) {
      warnedAt.push(notice.acceptedAt);
      continue;
    }
    const day = deletionDay(endsAt, sent);
    const isDue =
      notice === undefined
        ? now.getTime() >= day.getTime() - days * dayMs
        : now.getTime() - notice.queuedAt.getTime() >= repeatDays * dayMs;
    if (!isDue) return { step: 'wait' };
    return { step: 'mail', kind, deletionOn: earliestDeletion(endsAt, sent, now) };
  }
  return now >= deletionDay(endsAt, sent) ? { step: 'delete', warnedAt } : { step: 'wait' };
}
