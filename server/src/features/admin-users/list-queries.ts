/** The list of people, across all tenants. */
import type { UserSignal, UserSort } from '@kindling/contract/admin-users';
import type { Role } from '@kindling/contract/constants';
import type { PlanState, StoredPlan } from '@kindling/contract/plans';
import type { AccountRole } from '@kindling/contract/rights';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { isEnded, isTrialEnding, wasNeverConnected } from '../identity/index.ts';

export interface PeopleFilter {
  /** Words, or the id of a person or an account. */
  search?: string | undefined;
  role?: Role | undefined;
  plan?: PlanState | undefined;
  blocked?: boolean | undefined;
  signal?: UserSignal | undefined;
}

export interface PersonRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  role: string;
  locale: string;
  registered_at: Date;
  last_login_at: Date | null;
  blocked_at: Date | null;
}

/** A row of the list, with its place in the order. */
export type ListedPersonRow = PersonRow & { position: string };

const personColumns = sql.raw(`u.id, u.email, u.first_name, u.last_name, u.display_name, u.role, u.locale,
  u.registered_at, u.last_login_at, u.blocked_at`);

/** By which each order sorts; its index has the same expression (migration 0083). */
const sortKeys: Readonly<Record<UserSort, RawBuilder<Date>>> = {
  registered: sql`u.registered_at`,
  'last-login': sql`coalesce(u.last_login_at, to_timestamp(0))`,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Newest first, behind `after`. */
export async function listPeople(
  system: Transaction<DB>,
  filter: PeopleFilter,
  page: { sort: UserSort; after: ListPosition | null; limit: number; now: Date },
): Promise<ListedPersonRow[]> {
  const { sort, after, limit, now } = page;
  const key = sortKeys[sort];
  const conditions = conditionsOf(filter, now);
  if (filter.search !== undefined && filter.search !== '')
    conditions.push(await searchCondition(system, filter.search));
  if (after !== null) conditions.push(sql`(${key}, u.id) < (${after.time}::timestamptz, ${after.id}::uuid)`);
  // A page is read before the workers of a parallel plan have started.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(system);
  const { rows } = await sql<ListedPersonRow>`
    select ${personColumns},
           to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from users u
     where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
     order by ${key} desc, u.id desc limit ${limit}`.execute(system);
  return rows;
}

function conditionsOf(filter: PeopleFilter, now: Date): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.role !== undefined) conditions.push(sql`u.role = ${filter.role}`);
  if (filter.blocked !== undefined)
    conditions.push(filter.blocked ? sql`u.blocked_at is not null` : sql`u.blocked_at is null`);
  if (filter.signal === 'no-account')
    conditions.push(sql`not exists (select from memberships m where m.user_id = u.id)`);
  const ofAccount = accountConditions(filter, now);
  if (ofAccount.length > 0)
    conditions.push(sql`exists (
      select from memberships m join accounts a on a.id = m.account_id
       where m.user_id = u.id and ${sql.join(ofAccount, sql` and `)})`);
  return conditions;
}

/** Matches up to which a search collects all of them; with more, a page is found soon by looking in the order of the list. */
const fewMatches = 1_000;

/**
 * The people of a search. Both ways find the same; which one is fast depends on how many match, which the planner cannot know
 * of a beginning of a word.
 */
async function searchCondition(system: Transaction<DB>, search: string): Promise<RawBuilder<unknown>> {
  if (uuid.test(search))
    return sql`u.id in (
      select ${search}::uuid union select m.user_id from memberships m where m.account_id = ${search}::uuid)`;
  const prefixes = sql`search_prefixes(${search})`;
  const people = sql`select f.id from users f where f.words @@ ${prefixes}`;
  const members = sql`select m.user_id as id from accounts n join memberships m on m.account_id = n.id
    where n.words @@ ${prefixes}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (${people} limit ${fewMatches})
      union all (select n.id from accounts n where n.words @@ ${prefixes} limit ${fewMatches})) found`.execute(
    system,
  );
  if ((rows[0]?.count ?? 0) < fewMatches) return sql`u.id in (${people} union ${members})`;
  return sql`(u.words @@ ${prefixes} or exists (
    select from memberships m join accounts n on n.id = m.account_id
     where m.user_id = u.id and n.words @@ ${prefixes}))`;
}

/** About one account of the person, so that two filters hold for the same one. */
function accountConditions({ plan, signal }: PeopleFilter, now: Date): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (plan === 'ended') conditions.push(isEnded(now));
  else if (plan !== undefined)
    conditions.push(
      sql`a.plan_state = ${plan} and (a.plan_ends_at is null or a.plan_ends_at > ${now}::timestamptz)`,
    );
  if (signal === 'trial-ending') conditions.push(isTrialEnding(now));
  if (signal === 'deletion-scheduled') conditions.push(sql`a.deletion_scheduled_for is not null`);
  if (signal === 'never-connected') conditions.push(wasNeverConnected);
  return conditions;
}

/** An account of a person. */
export interface SummaryRow {
  user_id: string;
  id: string;
  name: string;
  role: AccountRole;
  plan_state: StoredPlan['state'];
  plan_ends_at: Date | null;
  deletion_scheduled_for: Date | null;
  /** How many accounts the person has. */
  count: number;
}

/** The first accounts of each of these people, in the order in which they joined them. */
export async function listSummaries(
  system: Transaction<DB>,
  userIds: readonly string[],
  limit: number,
): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select found.* from unnest(${[...userIds]}::uuid[]) as asked (user_id)
      cross join lateral (
        select m.user_id, a.id, a.name, m.role, a.plan_state, a.plan_ends_at, a.deletion_scheduled_for,
               (select count(*)::int from memberships c where c.user_id = asked.user_id) as count
          from memberships m join accounts a on a.id = m.account_id
         where m.user_id = asked.user_id order by m.created_at, m.account_id limit ${limit}) found`.execute(
    system,
  );
  return rows;
}

export async function findPerson(system: Transaction<DB>, userId: string): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from users u where u.id = ${userId}::uuid`.execute(system);
  return rows[0] ?? null;
}
