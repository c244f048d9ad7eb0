import { requestLimits } from '@kindling/contract/review-request-limits';
import type {
  Campaign,
  CampaignRecipient,
  CampaignResults,
  CampaignRow,
  Suppression,
} from '@kindling/contract/review-requests';
import type { CampaignRow as StoredCampaign } from './campaign-queries.ts';
import type { RecipientRow } from './recipient-queries.ts';
import type { SuppressionRow } from './suppression-queries.ts';

export function presentRow(row: StoredCampaign, results: CampaignResults): CampaignRow {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    pipelineId: row.pipeline_id,
    pipelineName: row.pipeline_name,
    locationId: row.location_id,
    locationName: row.location_name,
    language: row.language,
    startsAt: row.starts_at.toISOString(),
    timeZone: row.time_zone,
    nextSendAt: row.state === 'paused' ? null : (row.next_send_at?.toISOString() ?? null),
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    addressesErasedAt: erasedAt(row)?.toISOString() ?? null,
    addressesErased: row.addresses_erased_at !== null,
    results,
  };
}

export function presentCampaign(row: StoredCampaign, results: CampaignResults): Campaign {
  const { reminder_days: days, reminder_subject: subject, reminder_message: message } = row;
  return {
    ...presentRow(row, results),
    subject: row.subject,
    message: row.message,
    reminder: days === null || subject === null || message === null ? null : { days, subject, message },
    postalAddress: row.postal_address,
    consent: { basis: row.consent_basis, source: row.consent_source },
  };
}

function erasedAt(row: StoredCampaign): Date | null {
  if (row.addresses_erased_at !== null) return row.addresses_erased_at;
  if (row.state !== 'finished' && row.state !== 'canceled') return null;
  const at = new Date(row.last_sent_at ?? row.created_at);
  at.setUTCMonth(at.getUTCMonth() + requestLimits.keepMonths);
  return at;
}

export function presentRecipient(row: RecipientRow): CampaignRecipient {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    state: row.state,
    skipped: row.skipped_for,
    sentAt: row.sent_at?.toISOString() ?? null,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    reminderRefused: row.reminder_refused,
  };
}

export function presentSuppression(row: SuppressionRow): Suppression {
  return {
    id: row.id,
    address: row.masked,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    removable: row.reason === 'member',
  };
}
