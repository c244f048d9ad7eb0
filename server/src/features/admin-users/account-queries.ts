/**
 * What an account has set up, for administrators. None of these queries reads reviews, messages, answers or what visitors left
 * about themselves, and none may.
 */
import type { PublicItemKind } from '@kindling/contract/admin-users';
import type { ConnectionStatus } from '@kindling/contract/constants';
import type { StoredPlan } from '@kindling/contract/plans';
import type { Platform } from '@kindling/contract/platforms';
import type { AccountRole } from '@kindling/contract/rights';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isPaused } from '../connections/index.ts';

export interface AccountRow {
  id: string;
  name: string;
  created_at: Date;
  time_zone: string;
  market: string;
  plan_state: StoredPlan['state'];
  plan_ends_at: Date | null;
  trial_ends_at: Date;
  deletion_scheduled_for: Date | null;
  erasing_since: Date | null;
}

export async function findAccount(system: Transaction<DB>, accountId: string): Promise<AccountRow | null> {
  const row = await system
    .selectFrom('accounts')
    .select([
      'id',
      'name',
      'created_at',
      'time_zone',
      'market',
      'plan_ends_at',
      'trial_ends_at',
      'deletion_scheduled_for',
      'erasing_since',
    ])
    .select(sql<StoredPlan['state']>`plan_state`.as('plan_state'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** The first rows of one kind, and how many there are. */
export interface Counted<Row> {
  count: number;
  rows: Row[];
}

async function readCounted<Row>(
  system: Transaction<DB>,
  query: RawBuilder<Row & { total: number }>,
): Promise<Counted<Row>> {
  const { rows } = await query.execute(system);
  return { count: rows[0]?.total ?? 0, rows };
}

export interface MemberRow {
  user_id: string;
  email: string;
  display_name: string;
  person_role: string;
  role: AccountRole;
  created_at: Date;
  blocked_at: Date | null;
}

/** Owners first. */
export function listMembers(system: Transaction<DB>, accountId: string, limit: number) {
  return readCounted(
    system,
    sql<MemberRow & { total: number }>`
      select m.user_id, u.email, u.display_name, u.role as person_role, m.role, m.created_at, u.blocked_at,
             (count(*) over ())::int as total
        from memberships m join users u on u.id = m.user_id
       where m.account_id = ${accountId}::uuid
       order by array_position(array['owner', 'manager', 'responder', 'viewer'], m.role), m.created_at, m.user_id
       limit ${limit}`,
  );
}

export interface BusinessRow {
  id: string;
  name: string;
  archived_at: Date | null;
  locations: number;
}

export function listBusinessesOf(system: Transaction<DB>, accountId: string, limit: number) {
  return readCounted(
    system,
    sql<BusinessRow & { total: number }>`
      select b.id, b.name, b.archived_at, (count(*) over ())::int as total,
             (select count(*)::int from locations l
               where l.account_id = b.account_id and l.business_id = b.id) as locations
        from businesses b where b.account_id = ${accountId}::uuid order by b.created_at, b.id limit ${limit}`,
  );
}

export interface ConnectionRow {
  id: string;
  platform: Platform;
  display_name: string;
  status: ConnectionStatus;
  status_since: Date;
  listings: number;
}

export function listConnectionsOf(system: Transaction<DB>, accountId: string, limit: number) {
  return readCounted(
    system,
    sql<ConnectionRow & { total: number }>`
      select c.id, c.platform, c.display_name, c.status, c.status_since, (count(*) over ())::int as total,
             (select count(*)::int from listings l
               where l.account_id = c.account_id and l.connection_id = c.id) as listings
        from connections c where c.account_id = ${accountId}::uuid order by c.created_at, c.id limit ${limit}`,
  );
}

export interface ListingRow {
  id: string;
  platform: Platform;
  name: string;
  state: string;
  /** By the owner or by the operator. */
  paused: boolean;
  last_success_at: Date | null;
}

export function listListingsOf(system: Transaction<DB>, accountId: string, limit: number) {
  return readCounted(
    system,
    sql<ListingRow & { total: number }>`
      select l.id, l.platform, l.name, l.state, ${isPaused} as paused, l.last_success_at, (count(*) over ())::int as total
        from listings l where l.account_id = ${accountId}::uuid order by l.created_at, l.id limit ${limit}`,
  );
}

interface TakedownColumns {
  taken_down_at: Date | null;
  taken_down_reason: string | null;
}

export interface EmbedItemRow extends TakedownColumns {
  id: string;
  kind: string;
  name: string;
  code: string;
  published_at: Date | null;
}

export function listEmbedsOf(system: Transaction<DB>, accountId: string, limit: number) {
  return readCounted(
    system,
    sql<EmbedItemRow & { total: number }>`
      select e.id, e.kind, e.name, e.code, e.published_at, e.taken_down_at, e.taken_down_reason,
             (count(*) over ())::int as total
        from embeds e where e.account_id = ${accountId}::uuid
       order by e.taken_down_at is null, e.created_at desc, e.id limit ${limit}`,
  );
}

export interface PageItemRow extends TakedownColumns {
  id: string;
  name: string;
  slug: string;
  codes: string[];
}

/** Codes of one page that are listed. */
const listedCodes = 20;

export function listPagesOf(system: Transaction<DB>, accountId: string, limit: number) {
  return readCounted(
    system,
    sql<PageItemRow & { total: number }>`
      select p.id, p.name, p.slug, p.taken_down_at, p.taken_down_reason, (count(*) over ())::int as total,
             array(select c.code from codes c
                    where c.account_id = p.account_id and c.pipeline_id = p.id
                    order by c.created_at, c.id limit ${listedCodes}) as codes
        from pipelines p where p.account_id = ${accountId}::uuid
       order by p.taken_down_at is null, p.created_at, p.id limit ${limit}`,
  );
}

export interface PaymentSumRow {
  currency: string;
  invoices: number;
  paid: number;
  refunded: number;
  last_paid_at: Date | null;
}

export async function sumPayments(system: Transaction<DB>, accountId: string): Promise<PaymentSumRow[]> {
  const { rows } = await sql<PaymentSumRow>`
    select currency, count(*)::int as invoices, sum(paid)::float8 as paid, sum(refunded)::float8 as refunded,
           max(paid_at) as last_paid_at
      from invoices where account_id = ${accountId}::uuid group by currency order by currency`.execute(
    system,
  );
  return rows;
}

export interface PublicItemRow extends TakedownColumns {
  kind: PublicItemKind;
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  owner_id: string | null;
}

/** The embed or page of a public code or of the end of a plain link, in any account. */
export async function findPublicItem(system: Transaction<DB>, code: string): Promise<PublicItemRow | null> {
  const { rows } = await sql<PublicItemRow>`
    select found.*, a.name as account_name,
           (select m.user_id from memberships m where m.account_id = a.id and m.role = 'owner'
             order by m.created_at, m.user_id limit 1) as owner_id
      from (select 'embed' as kind, e.id, e.name, e.account_id, e.taken_down_at, e.taken_down_reason
              from embeds e where e.code = ${code}
            union all
            select 'page', p.id, p.name, p.account_id, p.taken_down_at, p.taken_down_reason
              from pipelines p where p.slug = ${code}
            union all
            select 'page', p.id, p.name, p.account_id, p.taken_down_at, p.taken_down_reason
              from former_slugs f join pipelines p on p.account_id = f.account_id and p.id = f.pipeline_id
             where f.slug = ${code}
            union all
            select 'page', p.id, p.name, p.account_id, p.taken_down_at, p.taken_down_reason
              from codes c join pipelines p on p.account_id = c.account_id and p.id = c.pipeline_id
             where c.code = ${code}) found
      join accounts a on a.id = found.account_id limit 1`.execute(system);
  return rows[0] ?? null;
}
