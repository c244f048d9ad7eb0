/** All SQL of the chains. Runs as `kindling_system`. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/types.gen.ts';
import { type Chain, chainName } from './chain.ts';

interface Tables {
  entries: RawBuilder<unknown>;
  seals: RawBuilder<unknown>;
  unsealed: RawBuilder<unknown>;
}

const tablesOfAccounts: Tables = {
  entries: sql.table('audit_entries'),
  seals: sql.table('audit_seals'),
  unsealed: sql.table('audit_unsealed'),
};
const tablesOfOperator: Tables = {
  entries: sql.table('operator_entries'),
  seals: sql.table('operator_seals'),
  unsealed: sql.table('operator_unsealed'),
};
const tablesOf = (chain: Chain) => (chain === 'operator' ? tablesOfOperator : tablesOfAccounts);

/** The rows of the chain in the table with this alias. */
const isOfChain = (chain: Chain, alias: string) =>
  chain === 'operator' ? sql`true` : sql`${sql.ref(`${alias}.account_id`)} = ${chain.accountId}::uuid`;

const time = sql`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** The canonical form of the entry `e`. It must never change, or stored hashes would not match any more. */
const canonicalOf = (chain: Chain) =>
  chain === 'operator'
    ? sql`jsonb_build_array('operator', e.id, ${time}, e.admin_id, e.action, e.target, e.concerned_account, e.details,
        e.request_id)::text`
    : sql`jsonb_build_array('account', e.account_id, e.id, ${time}, e.actor, e.user_id, e.admin_id, e.api_key_id, e.action,
        e.target, e.details, e.request_id, e.personal)::text`;

const lockKey = (chain: Chain) => sql`hashtextextended(${`audit-chain ${chainName(chain)}`}, 0)`;

/** Keeps others from sealing this chain until the transaction ends. @returns false when another transaction does it */
export async function tryToLockChain(system: Transaction<DB>, chain: Chain): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey(chain)}) as locked`.execute(system);
  return rows[0]?.locked === true;
}

/** As {@link tryToLockChain}, after whoever seals it at the moment. */
export async function lockChain(system: Transaction<DB>, chain: Chain): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(chain)})`.execute(system);
}

export interface Seal {
  position: number;
  hash: Buffer;
}

export async function findLastSeal(system: Transaction<DB>, chain: Chain): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    select s.position, s.hash from ${tablesOf(chain).seals} s where ${isOfChain(chain, 's')}
     order by s.position desc limit 1`.execute(system);
  return rows[0] ?? null;
}

/** Entries that have no seal yet, in the order of their ids, which is that of time. */
export async function listUnsealed(
  system: Transaction<DB>,
  chain: Chain,
  limit: number,
): Promise<{ id: string; canonical: string }[]> {
  const { entries, unsealed } = tablesOf(chain);
  const sameAccount = chain === 'operator' ? sql`true` : sql`e.account_id = u.account_id`;
  const { rows } = await sql<{ id: string; canonical: string }>`
    select e.id, ${canonicalOf(chain)} as canonical from ${unsealed} u join ${entries} e on e.id = u.entry_id and ${sameAccount}
     where ${isOfChain(chain, 'u')} order by u.entry_id limit ${limit}`.execute(system);
  return rows;
}

/** Stores the seals, in the order of `position`, and takes their entries off the list of those without one. */
export async function insertSeals(
  system: Transaction<DB>,
  chain: Chain,
  seals: readonly { position: number; entryId: string; hash: Buffer }[],
): Promise<void> {
  const { seals: table, unsealed } = tablesOf(chain);
  const account = chain === 'operator' ? [sql``, sql``] : [sql`account_id,`, sql`${chain.accountId}::uuid,`];
  const ids = seals.map(({ entryId }) => entryId);
  await sql`
    insert into ${table} (${account[0]} position, entry_id, hash)
    select ${account[1]} v.position, v.entry_id, decode(v.hash, 'hex')
      from unnest(${seals.map(({ position }) => position)}::int[], ${ids}::uuid[],
                  ${seals.map(({ hash }) => hash.toString('hex'))}::text[]) as v (position, entry_id, hash)`.execute(
    system,
  );
  await sql`delete from ${unsealed} u where ${isOfChain(chain, 'u')} and u.entry_id = any(${ids}::uuid[])`.execute(
    system,
  );
}

/**
 * Chains with entries to seal: that of the operator on the first page, and up to `limit` accounts in the order of their ids,
 * after `after`. Steps through the index, however many entries an account has.
 */
export async function listUnsealedChains(
  system: Transaction<DB>,
  { after, limit }: { after: string | null; limit: number },
): Promise<Chain[]> {
  const first = after === null;
  const { rows } = await sql<{ account_id: string | null }>`
    with recursive found as (
      (select account_id from audit_unsealed where ${first} or account_id > ${after}::uuid order by account_id limit 1)
      union all
      select (select u.account_id from audit_unsealed u where u.account_id > found.account_id order by u.account_id limit 1)
        from found where found.account_id is not null
    )
    select null::uuid as account_id where ${first} and exists (select from operator_unsealed)
    union all
    (select account_id from found where account_id is not null limit ${limit})`.execute(system);
  return rows.map(({ account_id: accountId }) => (accountId === null ? 'operator' : { accountId }));
}

/** A seal with its entry, as they are stored. */
export interface SealedEntry {
  position: number;
  entry_id: string;
  hash: Buffer;
  /** Null when the entry is gone. */
  canonical: string | null;
  /** By part: the hash that the entry has. */
  personal: Record<string, string> | null;
  /** By part: the hash of the personal values that are stored. */
  found: Record<string, string> | null;
}

export async function listSealedEntries(
  system: Transaction<DB>,
  chain: Chain,
  range: { after: number; limit: number },
): Promise<SealedEntry[]> {
  const { entries, seals } = tablesOf(chain);
  const [sameAccount, personal] =
    chain === 'operator'
      ? [sql`true`, sql`null::jsonb as personal, null::jsonb as found`]
      : [
          sql`e.account_id = s.account_id`,
          sql`e.personal, (
            select jsonb_object_agg(p.part, encode(sha256(p.salt || convert_to(p.data::text, 'UTF8')), 'hex'))
              from audit_personal p where p.account_id = s.account_id and p.entry_id = s.entry_id) as found`,
        ];
  const { rows } = await sql<SealedEntry>`
    select s.position, s.entry_id, s.hash, case when e.id is not null then ${canonicalOf(chain)} end as canonical, ${personal}
      from ${seals} s left join ${entries} e on e.id = s.entry_id and ${sameAccount}
     where ${isOfChain(chain, 's')} and s.position > ${range.after} order by s.position limit ${range.limit}`.execute(
    system,
  );
  return rows;
}

/** An entry without a seal whose time is before `before`; the first by its id. */
export async function findForgottenEntry(
  system: Transaction<DB>,
  chain: Chain,
  before: Date,
): Promise<string | null> {
  const { entries, seals } = tablesOf(chain);
  const sameAccount = chain === 'operator' ? sql`true` : sql`s.account_id = e.account_id`;
  const { rows } = await sql<{ id: string }>`
    select e.id from ${entries} e
     where ${isOfChain(chain, 'e')} and e.at < ${before}
       and not exists (select from ${seals} s where s.entry_id = e.id and ${sameAccount})
     order by e.id limit 1`.execute(system);
  return rows[0]?.id ?? null;
}

/** An entry that waited for its seal and is gone. */
export async function findLostEntry(system: Transaction<DB>, chain: Chain): Promise<string | null> {
  const { entries, unsealed } = tablesOf(chain);
  const sameAccount = chain === 'operator' ? sql`true` : sql`e.account_id = u.account_id`;
  const { rows } = await sql<{ entry_id: string }>`
    select u.entry_id from ${unsealed} u
     where ${isOfChain(chain, 'u')} and not exists (select from ${entries} e where e.id = u.entry_id and ${sameAccount})
     order by u.entry_id limit 1`.execute(system);
  return rows[0]?.entry_id ?? null;
}

/** Accounts in the order of their ids, after `after`. */
export async function listAccountIds(
  system: Transaction<DB>,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}`.execute(
    system,
  );
  return rows.map(({ id }) => id);
}

export async function hasAccount(system: Transaction<DB>, accountId: string): Promise<boolean> {
  const row = await system.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}

/** How the chain of a deleted account ended, by the operator's trail. */
export async function findEndOfChain(
  system: Transaction<DB>,
  accountId: string,
): Promise<{ count: number; head: string } | null> {
  const { rows } = await sql<{ count: number; head: string }>`
    select (details ->> 'entries')::int as count, target as head from operator_entries
     where concerned_account = ${accountId} and action = 'account.erased' order by at limit 1`.execute(
    system,
  );
  return rows[0] ?? null;
}

/**
 * Deletes personal values that are older than `before`, up to `limit`, and the names of administrators who are gone and did not act
 * since.
 * @returns whether more may be left
 */
export async function deleteOldPersonalValues(
  system: Transaction<DB>,
  before: Date,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select account_id, entry_id, part from audit_personal where at < ${before} order by at limit ${limit}
    ), gone as (
      delete from audit_personal p using old
       where p.account_id = old.account_id and p.entry_id = old.entry_id and p.part = old.part returning 1
    )
    select count(*) as count from gone`.execute(system);
  await system.deleteFrom('former_administrators').where('last_act_at', '<', before).execute();
  return (rows[0]?.count ?? 0) === limit;
}
