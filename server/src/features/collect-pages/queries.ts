/** What a public address leads to; read across all accounts, because an address knows none. */
import { type Contact, contactSchema } from '@kindling/contract/codes';
import type { DoorKind } from '@kindling/contract/collect-page';
import { type Source, sources } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/types.gen.ts';

const storedContact = contactSchema.nullable().catch(null);

export interface FoundCode {
  accountId: string;
  id: string;
  businessId: string;
  businessName: string;
  pipelineId: string | null;
  locationId: string | null;
  disabled: boolean;
  /** Of a digital card. */
  contact: Contact | null;
  changedAt: Date;
}

/** Needs a transaction of the system. */
export async function findCode(
  trx: Transaction<DB>,
  kind: Extract<DoorKind, 'qr' | 'nfc'>,
  code: string,
): Promise<FoundCode | null> {
  const { rows } = await sql<Omit<FoundCode, 'contact'> & { contact: unknown }>`
    select c.account_id as "accountId", c.id, c.business_id as "businessId", b.name as "businessName",
           c.pipeline_id as "pipelineId", c.location_id as "locationId", c.disabled_at is not null as disabled,
           c.contact, c.updated_at as "changedAt"
      from codes c
      join businesses b on b.account_id = c.account_id and b.id = c.business_id
     where c.kind = ${kind} and c.code = ${code}`.execute(trx);
  const [row] = rows;
  return row === undefined ? null : { ...row, contact: storedContact.parse(row.contact) };
}

/** The business of a campaign and its location; null once it is deleted. */
export async function findCampaignPlace(
  trx: Transaction<DB>,
  accountId: string,
  campaignId: string,
): Promise<{ businessId: string; businessName: string; locationId: string | null } | null> {
  const { rows } = await sql<{ businessId: string; businessName: string; locationId: string | null }>`
    select q.business_id as "businessId", b.name as "businessName", q.location_id as "locationId"
      from review_requests q
      join businesses b on b.account_id = q.account_id and b.id = q.business_id
     where q.account_id = ${accountId} and q.id = ${campaignId}`.execute(trx);
  return rows[0] ?? null;
}

const source = z
  .string()
  .nullable()
  .transform((name): Source | null => sources.find((one) => one === name) ?? null);
const retiredDestinations = z.array(z.object({ source, label: z.string(), url: z.string() })).catch([]);

export interface RetiredCode {
  /** Its page was taken down by the operator when it was deleted. */
  takenDown: boolean;
  businessName: string | null;
  destinations: z.output<typeof retiredDestinations>;
}

/** A code or plain link whose account, business or pipeline was deleted. Needs a transaction of the system. */
export async function findRetiredCode(trx: Transaction<DB>, code: string): Promise<RetiredCode | null> {
  const row = await trx
    .selectFrom('retired_codes')
    .select(['business_name', 'destinations', 'taken_down'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    takenDown: row.taken_down,
    businessName: row.business_name,
    destinations: retiredDestinations.parse(row.destinations),
  };
}

/** Those of the accounts that exist. Needs a transaction of the system. */
export async function listExisting(
  trx: Transaction<DB>,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...accountIds])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The locations of a business, oldest first. */
export async function listLocationIds(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('locations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
