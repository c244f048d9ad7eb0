import { asLanguage } from '@kindling/contract/constants';
import type { Mailing, MailingResults, MailingSummary, RecipientsPreview } from '@kindling/contract/mailings';
import type { ListedMailingRow, MailingRow, ShownMailingRow } from './mailing-queries.ts';
import type { AudienceCounts, AudienceRow } from './segments.ts';
import { languageFor, type Recipient } from './text.ts';

/** Of a mailing that ended everything is done, whatever became of it. */
function doneOf({ state, listed }: MailingRow, counted: number | null): number | null {
  if (state === 'draft') return null;
  if (state === 'scheduled') return 0;
  return state === 'sending' ? counted : listed;
}

export function presentSummary(row: ListedMailingRow): MailingSummary {
  return summaryOf(row, { done: row.done, queued: row.queued });
}

function summaryOf(
  row: ShownMailingRow,
  { done, queued }: Pick<MailingSummary, 'done' | 'queued'>,
): MailingSummary {
  return {
    id: row.id,
    kind: row.kind,
    segment: row.segment,
    state: row.state,
    subject: row.texts[row.fallback]?.subject ?? '',
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    startsAt: row.starts_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    recipients: row.recipients,
    done: doneOf(row, done),
    queued: row.state === 'draft' ? null : queued,
  };
}

export function presentMailing(
  row: ShownMailingRow,
  results: MailingResults | null,
  person: Mailing['person'],
): Mailing {
  const counted = results === null || row.listed === null ? null : row.listed - results.waiting;
  return {
    ...summaryOf(row, { done: counted, queued: results?.queued ?? null }),
    texts: row.texts,
    fallback: row.fallback,
    perMinute: row.per_minute,
    version: row.version,
    timeZone: row.time_zone,
    confirmedBy: row.confirmed_by_name,
    startedAt: row.started_at?.toISOString() ?? null,
    stoppedBy: row.stopped_by_name,
    stopReason: row.stop_reason,
    results,
    person,
  };
}

export function presentRecipients(
  row: Pick<MailingRow, 'texts' | 'fallback'>,
  counts: AudienceCounts,
  sample: readonly AudienceRow[],
  limit: number,
): RecipientsPreview {
  const byLanguage = new Map<RecipientsPreview['byLanguage'][number]['language'], number>();
  for (const [own, count] of counts.byLocale) {
    const language = languageFor(row, own);
    byLanguage.set(language, (byLanguage.get(language) ?? 0) + count);
  }
  return {
    count: [...byLanguage.values()].reduce((sum, count) => sum + count, 0),
    matching: counts.matching,
    unwanted: counts.unwanted,
    suppressed: counts.suppressed,
    byLanguage: [...byLanguage]
      .map(([language, count]) => ({ language, count }))
      .sort((one, other) => other.count - one.count),
    sample: sample.map((person) => ({
      userId: person.user_id,
      email: person.email,
      displayName: person.display_name,
      accountName: person.account_name,
      language: languageFor(row, asLanguage(person.locale)),
    })),
    limit,
  };
}

export function recipientOfRow(row: AudienceRow): Recipient {
  return {
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: row.display_name,
    accountId: row.account_id,
    accountName: row.account_name,
    planEndsAt: row.plan_ends_at,
    timeZone: row.time_zone,
  };
}
