/** SQL of campaigns: their rows, their sums, and which of them are due. */
import type { Language } from '@kindling/contract/constants';
import type { CampaignState, ConsentBasis } from '@kindling/contract/review-request-limits';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface CampaignRow {
  id: string;
  business_id: string;
  business_name: string;
  pipeline_id: string | null;
  pipeline_name: string | null;
  location_id: string | null;
  location_name: string | null;
  name: string;
  state: CampaignState;
  language: Language;
  subject: string;
  message: string;
  reminder_days: number | null;
  reminder_subject: string | null;
  reminder_message: string | null;
  postal_address: string;
  consent_basis: ConsentBasis;
  consent_source: string;
  time_zone: string;
  starts_at: Date;
  next_send_at: Date | null;
  last_sent_at: Date | null;
  addresses_erased_at: Date | null;
  created_by_name: string | null;
  created_at: Date;
}

const select = sql`
  select q.id, q.business_id, b.name as business_name, q.pipeline_id, p.name as pipeline_name, q.location_id,
         l.name as location_name, q.name, q.state, q.language, q.subject, q.message, q.reminder_days, q.reminder_subject,
         q.reminder_message, q.postal_address, q.consent_basis, q.consent_source, q.time_zone, q.starts_at,
         q.next_send_at, q.last_sent_at, q.addresses_erased_at, q.created_at,
         case when m.user_id is not null then coalesce(nullif(u.display_name, ''), u.email) end as created_by_name
    from review_requests q
    join businesses b on b.account_id = q.account_id and b.id = q.business_id
    left join pipelines p on p.account_id = q.account_id and p.id = q.pipeline_id
    left join locations l on l.account_id = q.account_id and l.id = q.location_id
    left join memberships m on m.account_id = q.account_id and m.user_id = q.created_by
    left join users u on u.id = m.user_id`;

/** The newest first. */
export async function listCampaignRows(trx: Transaction<DB>, accountId: string): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    ${select} where q.account_id = ${accountId} order by q.created_at desc, q.id desc`.execute(trx);
  return rows;
}

export async function findCampaignRow(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<CampaignRow | null> {
  const { rows } = await sql<CampaignRow>`
    ${select} where q.account_id = ${accountId} and q.id = ${id}`.execute(trx);
  return rows[0] ?? null;
}

export async function countCampaigns(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('review_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewCampaign {
  id: string;
  businessId: string;
  pipelineId: string;
  locationId: string | null;
  name: string;
  state: CampaignState;
  language: Language;
  subject: string;
  message: string;
  reminder: { days: number; subject: string; message: string } | null;
  postalAddress: string;
  consent: { basis: ConsentBasis; source: string };
  timeZone: string;
  startsAt: Date;
  createdBy: string;
  createdAt: Date;
}

/** False when the account has a campaign with this id. */
export async function insertCampaign(
  trx: Transaction<DB>,
  accountId: string,
  campaign: NewCampaign,
): Promise<boolean> {
  const { reminder, consent } = campaign;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('review_requests')
    .values({
      account_id: accountId,
      id: campaign.id,
      business_id: campaign.businessId,
      pipeline_id: campaign.pipelineId,
      location_id: campaign.locationId,
      name: campaign.name,
      state: campaign.state,
      language: campaign.language,
      subject: campaign.subject,
      message: campaign.message,
      reminder_days: reminder?.days ?? null,
      reminder_subject: reminder?.subject ?? null,
      reminder_message: reminder?.message ?? null,
      postal_address: campaign.postalAddress,
      consent_basis: consent.basis,
      consent_source: consent.source,
      time_zone: campaign.timeZone,
      starts_at: campaign.startsAt,
      next_send_at: campaign.startsAt,
      created_by: campaign.createdBy,
      created_at: campaign.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export interface CampaignProgress {
  state: CampaignState;
  nextSendAt: Date | null;
  /** Null: not sent now. */
  lastSentAt?: Date;
}

export async function updateProgress(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { state, nextSendAt, lastSentAt }: CampaignProgress,
): Promise<void> {
  await trx
    .updateTable('review_requests')
    .set({
      state,
      next_send_at: nextSendAt,
      ...(lastSentAt === undefined ? {} : { last_sent_at: lastSentAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** For a campaign that has a time for its next part; one that ended meanwhile has none. */
export async function postponeDue(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  nextSendAt: Date,
): Promise<void> {
  await trx
    .updateTable('review_requests')
    .set({ next_send_at: nextSendAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('next_send_at', 'is not', null)
    .execute();
}

export async function deleteCampaign(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx.deleteFrom('review_requests').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** What a campaign's mails need of its page's business; null when the page is gone. */
export interface CampaignPage {
  businessName: string;
  color: string | null;
  slug: string;
  archived: boolean;
  /** By the operator. */
  takenDown: boolean;
}

export async function findCampaignPage(
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
): Promise<CampaignPage | null> {
  const { rows } = await sql<CampaignPage>`
    select b.name as "businessName", b.brand_color as color, p.slug, b.archived_at is not null as archived,
           p.taken_down_at is not null as "takenDown"
      from pipelines p join businesses b on b.account_id = p.account_id and b.id = p.business_id
     where p.account_id = ${accountId} and p.id = ${pipelineId}`.execute(trx);
  return rows[0] ?? null;
}

export interface CampaignPlace {
  businessId: string;
  /** The location of a pipeline that is for one only. */
  fixedLocationId: string | null;
}

export async function findPipelinePlace(
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
): Promise<CampaignPlace | null> {
  const { rows } = await sql<CampaignPlace>`
    select business_id as "businessId", location_id as "fixedLocationId" from pipelines
     where account_id = ${accountId} and id = ${pipelineId}`.execute(trx);
  return rows[0] ?? null;
}

/** The location's own zone; null for a location that is none of the business. */
export async function findLocation(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
  locationId: string,
): Promise<{ timeZone: string | null } | null> {
  const { rows } = await sql<{ timeZone: string | null }>`
    select time_zone as "timeZone" from locations
     where account_id = ${accountId} and business_id = ${businessId} and id = ${locationId}`.execute(trx);
  return rows[0] ?? null;
}

/** Campaigns with mails that are due, the longest waiting first. Across all tenants. */
export async function listDueCampaigns(
  trx: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<{ accountId: string; id: string }[]> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from review_requests
     where next_send_at <= ${now} and state in ('scheduled', 'sending', 'reminding')
     order by next_send_at limit ${limit}`.execute(trx);
  return rows;
}
