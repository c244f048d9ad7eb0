/** What somebody enters for a new invitation. Its texts are kept in the tab of the browser; addresses of people never are. */
import { type Language, languages } from '@kindling/contract/constants';
import { type ConsentBasis, consentBases } from '@kindling/contract/review-request-limits';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { newUuid } from '../../../lib/uuid.ts';

export interface CampaignDraft {
  /** Made here, so that a repeated request makes one invitation. */
  id: string;
  pipelineId: string | null;
  locationId: string | null;
  /** Null here and below: our own text. */
  name: string | null;
  language: Language;
  subject: string | null;
  message: string | null;
  reminds: boolean;
  reminderDays: number;
  reminderSubject: string | null;
  reminderMessage: string | null;
  /** Null: that of the location. */
  postalAddress: string | null;
  basis: ConsentBasis | null;
  source: string;
  later: boolean;
  /** `YYYY-MM-DD`, or empty. */
  day: string;
  hour: number;
}

export const newDraft = (language: Language): CampaignDraft => ({
  id: newUuid(),
  pipelineId: null,
  locationId: null,
  name: null,
  language,
  subject: null,
  message: null,
  reminds: true,
  reminderDays: 5,
  reminderSubject: null,
  reminderMessage: null,
  postalAddress: null,
  basis: null,
  source: '',
  later: false,
  day: '',
  hour: 10,
});

/** Whether one of our own texts was changed. */
export function hasOwnTexts({ subject, message, reminderSubject, reminderMessage }: CampaignDraft): boolean {
  return [subject, message, reminderSubject, reminderMessage].some((text) => text !== null);
}

const storage = () => sessionStorage;
const keyOf = (accountId: string) => `invitationDraft:${accountId}`;

/** The texts from before; null for none, or for what this version cannot read. */
export function readDraft(accountId: string): CampaignDraft | null {
  const text = readStored(storage, keyOf(accountId));
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return isDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function writeDraft(accountId: string, draft: CampaignDraft | null): void {
  writeStored(storage, keyOf(accountId), draft === null ? null : JSON.stringify(draft));
}

const textOrNull = (value: unknown) => value === null || typeof value === 'string';

function isDraft(value: unknown): value is CampaignDraft {
  if (typeof value !== 'object' || value === null) return false;
  const draft: Partial<Record<keyof CampaignDraft, unknown>> = value;
  return (
    typeof draft.id === 'string' &&
    typeof draft.source === 'string' &&
    typeof draft.day === 'string' &&
    typeof draft.reminds === 'boolean' &&
    typeof draft.later === 'boolean' &&
    Number.isInteger(draft.reminderDays) &&
    Number.isInteger(draft.hour) &&
    languages.some((one) => one === draft.language) &&
    (draft.basis === null || consentBases.some((one) => one === draft.basis)) &&
    [
      draft.pipelineId,
      draft.locationId,
      draft.name,
      draft.subject,
      draft.message,
      draft.reminderSubject,
      draft.reminderMessage,
      draft.postalAddress,
    ].every(textOrNull)
  );
}
