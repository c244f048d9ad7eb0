import type { Business, Location } from '@kindling/contract/businesses';
import type { Language } from '@kindling/contract/constants';
import type { Pipeline } from '@kindling/contract/pipelines';
import type { CampaignDraft } from './campaign-draft.ts';

/** A draft with our own texts and the first page where the owner has entered nothing. */
export interface FilledDraft extends CampaignDraft {
  pipelineId: string;
  name: string;
  subject: string;
  message: string;
  reminderSubject: string;
  reminderMessage: string;
  postalAddress: string;
}

export interface CampaignPlace {
  pipeline: Pipeline;
  /** The location that the links lead to; null where visitors choose. */
  location: Location | null;
  /** All that the page is for. */
  locations: readonly Location[];
  /** IANA name of the zone of days and hours. */
  timeZone: string;
}

/** The page of a draft and its location; null where the account has no page. */
export function placeOf(
  draft: Pick<CampaignDraft, 'pipelineId' | 'locationId'>,
  pipelines: readonly Pipeline[],
  businesses: readonly Business[],
  { limited, accountZone }: { limited: boolean; accountZone: string },
): CampaignPlace | null {
  const pipeline = pipelines.find(({ id }) => id === draft.pipelineId) ?? pipelines[0];
  if (pipeline === undefined) return null;
  const all = businesses.find(({ id }) => id === pipeline.businessId)?.locations ?? [];
  const locations = all.filter(({ id }) => pipeline.locationId === null || id === pipeline.locationId);
  const chosen = locations.find(({ id }) => id === draft.locationId);
  // Where there is one location, or the member may not ask for all of them, the first one is meant.
  const location = chosen ?? (locations.length === 1 || limited ? (locations[0] ?? null) : null);
  return { pipeline, location, locations, timeZone: location?.timeZone ?? accountZone };
}

/** What stands below the mail: the business and its street. */
export function addressOf({ pipeline, location, locations }: CampaignPlace): string {
  const address = (location ?? locations[0])?.address?.trim() ?? '';
  return address === '' ? '' : `${pipeline.businessName}\n${address}`;
}

export function fillDraft(
  draft: CampaignDraft,
  place: CampaignPlace,
  ours: (name: 'subject' | 'message' | 'reminderSubject' | 'reminderMessage') => string,
  defaultName: string,
): FilledDraft {
  return {
    ...draft,
    pipelineId: place.pipeline.id,
    locationId: place.location?.id ?? null,
    name: draft.name ?? defaultName,
    subject: draft.subject ?? ours('subject'),
    message: draft.message ?? ours('message'),
    reminderSubject: draft.reminderSubject ?? ours('reminderSubject'),
    reminderMessage: draft.reminderMessage ?? ours('reminderMessage'),
    postalAddress: draft.postalAddress ?? addressOf(place),
  };
}

/** Every text of the mail and of its reminder, one below the other. */
export function mailTexts(draft: FilledDraft): string {
  const { subject, message, reminds, reminderSubject, reminderMessage } = draft;
  return [subject, message, ...(reminds ? [reminderSubject, reminderMessage] : [])].join('\n');
}

/** The fields that decide how a mail looks, as the server takes them; null while one is empty. */
export function mailOf(draft: FilledDraft, kind: 'invitation' | 'reminder') {
  const mail: { language: Language; subject: string; message: string; postalAddress: string } = {
    language: draft.language,
    subject: (kind === 'reminder' ? draft.reminderSubject : draft.subject).trim(),
    message: (kind === 'reminder' ? draft.reminderMessage : draft.message).trim(),
    postalAddress: draft.postalAddress.trim(),
  };
  if (mail.subject === '' || mail.message === '' || mail.postalAddress === '') return null;
  return { pipelineId: draft.pipelineId, locationId: draft.locationId, ...mail };
}
