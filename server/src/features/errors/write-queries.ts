/** SQL that writes what the recorder has added up. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import type { Sample } from './error-sum.ts';
import type { RuleConditions } from './rules.ts';

/** An advisory lock key that nothing else in the program uses. */
const writeLockKey = 7_230_084;

/** Processes write one after the other, so that limits hold across all of them and they cannot deadlock on rows. */
export async function lockErrorLog(trx: Transaction<DB>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${writeLockKey})`.execute(trx);
}

/** The rules by age. Everybody who writes by them holds the lock, so no rule appears or goes in between. */
export async function listRuleConditions(trx: Transaction<DB>): Promise<RuleConditions[]> {
  const rows = await trx
    .selectFrom('error_rules')
    .select(['id', 'origin', 'match', 'text', 'route'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as RuleConditions[];
}

interface KnownKind {
  fingerprint: string;
  state: string;
  rule_id: string | null;
  state_changed_at: Date | null;
}

/** Locks the rows, so that an admin's change comes before or after the whole write. */
export function lockKnownKinds(trx: Transaction<DB>, fingerprints: readonly string[]): Promise<KnownKind[]> {
  return trx
    .selectFrom('error_events')
    .select(['fingerprint', 'state', 'rule_id', 'state_changed_at'])
    .where('fingerprint', 'in', fingerprints)
    .orderBy('fingerprint')
    .forUpdate()
    .execute();
}

/** New kinds of each origin since a time. */
export async function countNewKinds(trx: Transaction<DB>, now: Date): Promise<NewKinds[]> {
  const { rows } = await sql<NewKinds>`
    select origin, last_account is null as anonymous, count(*)::int as day,
           (count(*) filter (where first_seen_at > ${now}::timestamptz - interval '1 hour'))::int as hour
      from error_events where first_seen_at > ${now}::timestamptz - interval '1 day' group by 1, 2`.execute(
    trx,
  );
  return rows;
}

/** Kinds that were new in the last day and hour. */
export interface NewKinds {
  origin: string;
  /** No account is known of the newest event. */
  anonymous: boolean;
  day: number;
  hour: number;
}

export interface KindWrite {
  fingerprint: string;
  origin: string;
  level: 'error' | 'warn';
  message: string;
  stack: string | null;
  release: string | null;
  route: string;
  requestId: string | null;
  accountId: string | null;
  firstAt: Date;
  lastAt: Date;
  count: number;
  muted: number;
  /** The rule that mutes all its events, which a new kind is ignored by. */
  ruleId: string | null;
}

/** Adds the counts to their kinds and makes the new ones. An account that was deleted meanwhile is left out. */
export async function upsertKinds(trx: Transaction<DB>, kinds: readonly KindWrite[]): Promise<void> {
  const column = <Name extends keyof KindWrite>(name: Name) => kinds.map((kind) => kind[name]);
  await sql`
    insert into error_events as e
      (fingerprint, origin, level, message, stack, release, route, last_request, last_account, first_seen_at,
       last_seen_at, count, muted, rule_id, state)
    select k.fingerprint, k.origin, k.level, k.message, k.stack, k.release, k.route, k.request, a.id, k.first_at,
           k.last_at, k.count, k.muted, k.rule, case when k.rule is null then 'open' else 'ignored' end
      from unnest(${column('fingerprint')}::text[], ${column('origin')}::text[], ${column('level')}::text[],
                  ${column('message')}::text[], ${column('stack')}::text[], ${column('release')}::text[],
                  ${column('route')}::text[], ${column('requestId')}::text[], ${column('accountId')}::uuid[],
                  ${column('firstAt')}::timestamptz[], ${column('lastAt')}::timestamptz[],
                  ${column('count')}::bigint[], ${column('muted')}::bigint[], ${column('ruleId')}::uuid[])
             as k (fingerprint, origin, level, message, stack, release, route, request, account, first_at, last_at,
                   count, muted, rule)
      left join accounts a on a.id = k.account
     order by k.fingerprint
    on conflict (fingerprint) do update set
      count = e.count + excluded.count,
      muted = e.muted + excluded.muted,
      level = case when e.level = 'error' then e.level else excluded.level end,
      first_seen_at = least(e.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(e.last_seen_at, excluded.last_seen_at),
      message = excluded.message,
      route = excluded.route,
      release = case when excluded.stack is null then e.release else excluded.release end,
      stack = coalesce(excluded.stack, e.stack),
      last_account = coalesce(excluded.last_account, e.last_account),
      last_request = coalesce(excluded.last_request, e.last_request)`.execute(trx);
}

/** Opens kinds that occurred again, with an entry in the history of those that were resolved. */
export async function reopenKinds(
  trx: Transaction<DB>,
  kinds: readonly { fingerprint: string; changeId: string; wasResolved: boolean }[],
): Promise<void> {
  const fingerprints = kinds.map(({ fingerprint }) => fingerprint);
  await sql`
    update error_events set state = 'open', rule_id = null, version = version + 1, state_changed_at = now()
     where fingerprint = any(${fingerprints}::text[])`.execute(trx);
  const returned = kinds.filter(({ wasResolved }) => wasResolved);
  if (returned.length === 0) return;
  await sql`
    insert into error_changes (id, fingerprint, at, returned, state)
    select id, fingerprint, now(), true, 'open'
      from unnest(${returned.map(({ changeId }) => changeId)}::uuid[],
                  ${returned.map(({ fingerprint }) => fingerprint)}::text[]) as r (id, fingerprint)`.execute(
    trx,
  );
}

export interface CountWrite {
  fingerprint: string;
  /** Hours since 1970. */
  hour: number;
  count: number;
}

/** Adds the counts to their hours and days. */
export async function addCounts(trx: Transaction<DB>, counts: readonly CountWrite[]): Promise<void> {
  const column = <Name extends keyof CountWrite>(name: Name) => counts.map((one) => one[name]);
  await sql`
    with given as (
      select fingerprint, to_timestamp(hour * 3600.0) as at, count
        from unnest(${column('fingerprint')}::text[], ${column('hour')}::int[], ${column('count')}::bigint[])
               as c (fingerprint, hour, count)
    )
    insert into error_counts as t (fingerprint, bucket, starts_at, count)
    select fingerprint, bucket, date_trunc(bucket, at, 'UTC'), sum(count)
      from given, (values ('hour'), ('day')) as b (bucket)
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (fingerprint, bucket, starts_at) do update set count = t.count + excluded.count`.execute(trx);
}

/** Stores the newest events of their kinds and deletes those beyond `keep`. */
export async function addSamples(
  trx: Transaction<DB>,
  samples: readonly (Sample & { fingerprint: string })[],
  keep: number,
): Promise<void> {
  const fingerprints = [...new Set(samples.map(({ fingerprint }) => fingerprint))];
  const times = samples.map(({ at }) => new Date(at));
  const column = <Name extends keyof (typeof samples)[number]>(name: Name) => samples.map((one) => one[name]);
  await sql`
    insert into error_samples (id, fingerprint, at, message, route, request_id, account, release)
    select s.id, s.fingerprint, s.at, s.message, s.route, s.request, a.id, s.release
      from unnest(${samples.map(() => newId())}::uuid[], ${column('fingerprint')}::text[], ${times}::timestamptz[],
                  ${column('message')}::text[], ${column('route')}::text[], ${column('requestId')}::text[],
                  ${column('accountId')}::uuid[], ${column('release')}::text[])
             as s (id, fingerprint, at, message, route, request, account, release)
      left join accounts a on a.id = s.account`.execute(trx);
  await sql`
    delete from error_samples s
     using (select id, row_number() over (partition by fingerprint order by at desc, id desc) as place
              from error_samples where fingerprint = any(${fingerprints}::text[])) as o
     where s.id = o.id and o.place > ${keep}::int`.execute(trx);
}

/** Notes how many events each rule has muted. */
export async function addMuted(trx: Transaction<DB>, muted: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update error_rules r set muted = r.muted + m.count, last_muted_at = now()
      from unnest(${[...muted.keys()]}::uuid[], ${[...muted.values()]}::bigint[]) as m (id, count)
     where r.id = m.id`.execute(trx);
}

/** The number of this transaction, for `findTransactionOutcome`. */
export async function currentTransaction(trx: Transaction<DB>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The database named no transaction');
  return row.id;
}
