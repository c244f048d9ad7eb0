/** Making a campaign, and trying its mail before. */
import type { Language } from '@kindling/contract/constants';
import { type ConsentBasis, requestLimits } from '@kindling/contract/review-request-limits';
import type { Campaign, Invitee } from '@kindling/contract/review-requests';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { atHour } from '../../lib/time-zones.ts';
import { audit, findAccountZone, findMemberRow, lockAccount } from '../identity/index.ts';
import { addressHash, normalizeAddress } from './addresses.ts';
import { readAllowance } from './allowance.ts';
import {
  countCampaigns,
  findCampaignPage,
  findCampaignRow,
  findLocation,
  findPipelinePlace,
  insertCampaign,
} from './campaign-queries.ts';
import { readCampaign } from './campaigns.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import { invitationMail } from './invitation-mail.ts';
import { sendCampaignJob } from './jobs.ts';
import { recipientIdOf } from './links.ts';
import { insertRecipients } from './recipient-queries.ts';
import { zoneOf } from './schedule.ts';
import { addToDay } from './suppression-queries.ts';

export interface MailFields {
  pipelineId: string;
  locationId: string | null;
  language: Language;
  subject: string;
  message: string;
  postalAddress: string;
}

export interface NewCampaignInput extends MailFields {
  id: string;
  name: string;
  reminder: { days: number; subject: string; message: string } | null;
  recipients: readonly Invitee[];
  consent: { basis: ConsentBasis; source: string };
  when: { day: string; hour: number } | null;
}

const yearMs = 366 * 86_400_000;

/**
 * Stores a campaign with its recipients; those who may not be invited are skipped when it is sent, which is also when that is
 * checked. A repeated id answers with the campaign that is there.
 * @throws AppError `not-found`, `forbidden`, `invalid-input`, `limit-reached`, `conflict`
 */
export async function createCampaign(
  deps: ReviewRequestsDeps,
  user: SignedInUser,
  input: NewCampaignInput,
): Promise<Campaign> {
  const { accountId, userId } = user;
  const now = nowOf(deps);
  const campaign = await inTenant(deps.db, accountId, async (trx) => {
    await lockAccount(trx, accountId);
    if ((await findCampaignRow(trx, accountId, input.id)) !== null)
      return readCampaign(trx, accountId, input.id);
    if ((await countCampaigns(trx, accountId)) >= requestLimits.campaigns)
      throw new AppError('limit-reached');
    const place = await findPlace(trx, accountId, input);
    const startsAt = startOf(input.when, place.timeZone, now);
    const stored = await insertCampaign(trx, accountId, {
      ...input,
      ...place,
      state: startsAt > now ? 'scheduled' : 'sending',
      name: toStorableText(input.name),
      subject: toStorableText(input.subject),
      message: toStorableText(input.message),
      postalAddress: toStorableText(input.postalAddress),
      startsAt,
      createdBy: userId,
      createdAt: now,
    });
    // A campaign that this member does not see has the id.
    if (!stored) throw new AppError('conflict');
    const recipients = withoutDoubles(input.recipients).map((one, position) => ({
      id: recipientIdOf({ accountId, campaignId: input.id, position }),
      position,
      email: one.email,
      name: toStorableText(one.name),
      addressHash: addressHash(accountId, one.email),
    }));
    await insertRecipients(trx, accountId, input.id, recipients);
    const details = { count: recipients.length };
    await audit(trx, { accountId, userId, action: 'review-request.created', target: input.id, details });
    return readCampaign(trx, accountId, input.id);
  });
  if (input.when === null) await sendSoon(deps, accountId, input.id);
  return campaign;
}

/** Without waiting for the next minute. The sweep sends it when this fails. */
async function sendSoon({ queue, log }: ReviewRequestsDeps, accountId: string, id: string): Promise<void> {
  await queue
    .enqueue(sendCampaignJob, { accountId, id }, { key: `${accountId} ${id}` })
    .catch((error: unknown) => log.warn({ err: error }, 'A campaign waits for the next sweep'));
}

function withoutDoubles(recipients: readonly Invitee[]): Invitee[] {
  return [
    ...new Map(recipients.toReversed().map((one) => [normalizeAddress(one.email), one])).values(),
  ].toReversed();
}

/** @throws AppError `invalid-input` for a time that is past or more than a year away */
function startOf(when: NewCampaignInput['when'], zone: string, now: Date): Date {
  if (when === null) return now;
  const at = atHour(when.day, when.hour, zone);
  if (at < now || at.getTime() > now.getTime() + yearMs)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'when', message: 'The time is past, or more than a year away.' }],
    });
  return at;
}

interface Place {
  businessId: string;
  locationId: string | null;
  timeZone: string;
}

/**
 * The location and zone of a campaign. A member who is limited to locations invites for one of them.
 * @throws AppError `not-found` for the pipeline, `forbidden` for all locations, `invalid-input` for the location
 */
async function findPlace(
  trx: Transaction<DB>,
  accountId: string,
  { pipelineId, locationId: wanted }: Pick<MailFields, 'pipelineId' | 'locationId'>,
): Promise<Place> {
  const pipeline = await findPipelinePlace(trx, accountId, pipelineId);
  if (pipeline === null) throw notFound();
  const { businessId, fixedLocationId } = pipeline;
  const locationId = wanted ?? fixedLocationId;
  const accountZone = await findAccountZone(trx, accountId);
  if (locationId === null) {
    if (currentLocationLimit(accountId) !== null) throw new AppError('forbidden');
    return { businessId, locationId, timeZone: accountZone };
  }
  const location = await findLocation(trx, accountId, businessId, locationId);
  if (location === null || (fixedLocationId !== null && locationId !== fixedLocationId))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'locationId', message: 'Not a location of this pipeline.' }],
    });
  return { businessId, locationId, timeZone: zoneOf(location.timeZone, accountZone) };
}

/** The mail as it would be sent to somebody of this name. @throws AppError `not-found`, `forbidden`, `invalid-input` */
export function previewMail(
  deps: ReviewRequestsDeps,
  user: SignedInUser,
  input: MailFields & { recipientName: string },
): Promise<{ subject: string; html: string; text: string }> {
  return inTenant(deps.db, user.accountId, async (trx) => {
    const request = await sampleMail(deps, trx, user, input);
    const { subject, html, text } = deps.composeMail(request);
    return { subject, html, text };
  });
}

/** @throws AppError as {@link previewMail}; `rate-limited` */
export async function sendTest(
  deps: ReviewRequestsDeps,
  user: SignedInUser,
  input: MailFields,
): Promise<{ email: string }> {
  const { accountId } = user;
  const id = newId();
  const email = await inTenant(deps.db, accountId, async (trx) => {
    await lockAccount(trx, accountId);
    const request = await sampleMail(deps, trx, user, { ...input, recipientName: null });
    const { day, testsLeft, renewsAt } = await readAllowance(trx, deps, accountId);
    if (testsLeft === 0) {
      const retryAfter = Math.max(1, Math.ceil((renewsAt.getTime() - nowOf(deps).getTime()) / 1000));
      throw new AppError('rate-limited', undefined, { retryAfter });
    }
    await addToDay(trx, accountId, day, { tests: 1 });
    await deps.queueMail(request, trx, id);
    return request.to;
  });
  await deps.deliverSoon([id]);
  return { email };
}

async function sampleMail(
  deps: ReviewRequestsDeps,
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  input: MailFields & { recipientName: string | null },
) {
  await findPlace(trx, accountId, input);
  const page = await findCampaignPage(trx, accountId, input.pipelineId);
  const member = await findMemberRow(trx, accountId, userId);
  if (page === null) throw notFound();
  if (member === null) throw new AppError('no-membership');
  const name = input.recipientName ?? member.display_name;
  return invitationMail(
    deps,
    { ...input, consentBasis: null, reminder: false },
    {
      accountId,
      email: member.email,
      name: name === '' ? null : name,
      business: { name: page.businessName, color: page.color },
      path: `/c/${page.slug}`,
      replyTo: member.email,
    },
  );
}
