/** For component tests only: campaigns and what their tab asks for. */
import type {
  Allowance,
  Campaign,
  CampaignRecipient,
  CampaignResults,
  Suppression,
} from '@kindling/contract/review-requests';
import { answersOf, pipeline } from './pipelines.ts';
import type { ApiAnswers } from './render-screen.tsx';

export const idOf = (end: number) => `0199f000-0000-7000-8000-${String(end).padStart(12, '0')}`;

export const allowance: Allowance = {
  perDay: 50,
  leftToday: 38,
  trial: true,
  renewsAt: '2026-11-25T00:00:00.000Z',
};

export const noResults: CampaignResults = {
  total: 0,
  waiting: 0,
  sent: 0,
  refused: 0,
  bounced: 0,
  unsubscribed: 0,
  skipped: 0,
  reminded: 0,
  remindersRefused: 0,
  answered: 0,
  visits: 0,
  ratings: 0,
  clicks: 0,
  reviews: 0,
  messages: 0,
};

export function makeCampaign(number: number, changed: Partial<Campaign> = {}): Campaign {
  return {
    id: idOf(600 + number),
    name: `Customers ${number}`,
    state: 'sending',
    pipelineId: pipeline.id,
    pipelineName: pipeline.name,
    locationId: null,
    locationName: null,
    language: 'en',
    startsAt: '2026-11-24T09:00:00.000Z',
    timeZone: 'UTC',
    nextSendAt: '2126-11-25T09:00:00.000Z',
    lastSentAt: '2026-11-24T09:10:00.000Z',
    createdAt: '2026-11-24T08:55:00.000Z',
    createdBy: 'Ada Berg',
    addressesErasedAt: null,
    addressesErased: false,
    results: {
      ...noResults,
      total: 240,
      waiting: 112,
      sent: 120,
      refused: 5,
      skipped: 3,
      bounced: 4,
      unsubscribed: 2,
      reminded: 30,
      answered: 31,
      visits: 58,
      ratings: 33,
      clicks: 17,
      reviews: 12,
      messages: 3,
    },
    subject: 'How was it at Salt Quay?',
    message: 'Hello {name},\n\nthank you for coming. How was it?',
    reminder: { days: 5, subject: 'How was it?', message: 'Hello {name}, this is our only reminder.' },
    postalAddress: 'Salt Quay\nHarbor 1, Bergen',
    consent: { basis: 'customer', source: 'Booking system, visits in November' },
    ...changed,
  };
}

export const person = (number: number, changed: Partial<CampaignRecipient> = {}): CampaignRecipient => ({
  id: idOf(700 + number),
  email: `guest-${number}@example.com`,
  name: `Guest ${number}`,
  state: 'sent',
  skipped: null,
  sentAt: '2026-11-24T09:00:00.000Z',
  remindedAt: null,
  reminderRefused: false,
  ...changed,
});

export const suppression = (number: number, changed: Partial<Suppression> = {}): Suppression => ({
  id: idOf(800 + number),
  address: 'a***@example.com',
  reason: 'unsubscribed',
  createdAt: '2026-11-20T09:00:00.000Z',
  removable: false,
  ...changed,
});

/** The list of campaigns with what else the tab asks for. */
export function invitationAnswers(campaigns: Campaign[] = [], changed: ApiAnswers = {}): ApiAnswers {
  return answersOf({
    'GET /review-requests': {
      campaigns: campaigns.map(rowOf),
      allowance,
      mailWorks: true,
      replyTo: 'ada@example.com',
    },
    'POST /review-requests/preview': async (_url, request) => {
      const { subject, message, recipientName } = (await request.json()) as Record<string, string>;
      const text = message?.replace('{name}', recipientName ?? '') ?? '';
      return {
        subject: subject ?? '',
        text,
        html: `<!doctype html><html><head><title>Mail</title></head><body><p>${text}</p></body></html>`,
      };
    },
    ...Object.fromEntries(campaigns.map((campaign) => [`GET /review-requests/${campaign.id}`, { campaign }])),
    ...changed,
  });
}

function rowOf(campaign: Campaign) {
  const { subject, message, reminder, postalAddress, consent, ...row } = campaign;
  return row;
}
