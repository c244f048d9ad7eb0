import {
  type ErrorChange,
  type ErrorGroup,
  type ErrorRule,
  type ErrorSample,
  errorLogLimits,
} from '@kindling/contract/error-log';
import { isRest } from './error-sum.ts';
import type { CountRow, GroupRow, listChanges, listSamples } from './queries.ts';
import type { RuleRow } from './rule-queries.ts';

const dayMs = 86_400_000;

export function presentGroup(row: GroupRow): ErrorGroup {
  return {
    id: row.id,
    origin: row.origin as ErrorGroup['origin'],
    level: row.level as ErrorGroup['level'],
    state: row.state as ErrorGroup['state'],
    message: row.message,
    route: row.route,
    isRest: isRest(row.fingerprint),
    count: Number(row.count),
    muted: Number(row.muted),
    byRule: row.rule_id !== null,
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    version: row.version,
  };
}

/** The first day of the trend in the list. */
export function firstListDay(now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs);
  return new Date((today - errorLogLimits.listDays + 1) * dayMs);
}

/** Events per day from `first` on, with zeros for days without any. */
export function dailyCounts(rows: readonly CountRow[], first: Date): number[] {
  const days = new Array<number>(errorLogLimits.listDays).fill(0);
  for (const { starts_at, count } of rows) {
    const place = Math.round((starts_at.getTime() - first.getTime()) / dayMs);
    if (place >= 0 && place < days.length) days[place] = Number(count);
  }
  return days;
}

export const presentCount = ({ starts_at, count }: CountRow) => ({
  startsAt: starts_at.toISOString(),
  count: Number(count),
});

export function presentSample(row: Awaited<ReturnType<typeof listSamples>>[number]): ErrorSample {
  return {
    id: row.id,
    at: row.at.toISOString(),
    message: row.message,
    route: row.route,
    requestId: row.request_id,
    accountId: row.account,
    release: row.release,
  };
}

export function presentChange(row: Awaited<ReturnType<typeof listChanges>>[number]): ErrorChange {
  const { id, at, state, returned, email, note } = row;
  return { id, at: at.toISOString(), state: state as ErrorChange['state'], returned, by: email, note };
}

export function presentRule(row: RuleRow): ErrorRule {
  return {
    id: row.id,
    origin: row.origin as ErrorRule['origin'],
    message:
      row.text === null || row.match === null
        ? null
        : { match: row.match as 'contains' | 'starts-with', text: row.text },
    route: row.route,
    createdAt: row.created_at.toISOString(),
    createdBy: row.email,
    muted: Number(row.muted),
    lastMutedAt: row.last_muted_at?.toISOString() ?? null,
  };
}
