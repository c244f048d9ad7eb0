import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface NewAuditEntry {
  accountId: string;
  id: string;
  userId: string | null;
  action: string;
  target: string | null;
  details: object;
  requestId: string | null;
  actor: 'person' | 'api-key' | 'acting-admin' | 'operator' | 'system';
  apiKeyId: string | null;
  adminId: string | null;
}

/** What the entry says in rows that can be erased. */
export interface PersonalValues {
  /** Where the call came from. */
  network: string | null;
  /** `of`: whose words they are, when not of the person in whose name it was done. */
  words: { reason?: string; before?: string; after?: string; of?: string };
}

/**
 * Adds the entry together with its personal values: names and addresses as they are at this moment. The entry holds the
 * salted hash of each part. One statement, because every change makes an entry.
 */
export async function insertAuditEntry(
  trx: Transaction<DB>,
  entry: NewAuditEntry,
  personal: PersonalValues,
): Promise<void> {
  const { accountId, id, userId, adminId, apiKeyId } = entry;
  const callerId = adminId ?? userId;
  const salt = () => sql`${randomBytes(16)}::bytea`;
  const person = (personId: string | null, column: 'email' | 'display_name') =>
    sql`(select nullif(u.${sql.ref(column)}, '') from users u where u.id = ${personId}::uuid)`;
  const { of: wordsOf = userId, ...words } = personal.words;
  // A tenant may not read the row of an administrator: the entry about the start of acting has the name.
  const adminName = sql`coalesce(${person(adminId, 'display_name')}, ${adminNameInTrail(
    sql`${accountId}::uuid`,
    sql`${adminId}::uuid`,
  )})`;
  await sql`
    with parts as materialized (
      select part, person_id, salt, jsonb_strip_nulls(data) as data
        from (values
          ('caller', ${callerId}::uuid, ${salt()}, jsonb_build_object(
            'name', ${adminId === null ? person(userId, 'display_name') : adminName},
            'email', ${adminId === null ? person(userId, 'email') : sql`null::text`},
            'network', ${personal.network}::text)),
          ('member', ${userId}::uuid, ${salt()}, case when ${adminId}::uuid is not null then jsonb_build_object(
            'name', ${person(userId, 'display_name')}, 'email', ${person(userId, 'email')}) else '{}' end),
          ('words', ${wordsOf}::uuid, ${salt()}, ${JSON.stringify(words)}::jsonb)
        ) as v (part, person_id, salt, data)
       where jsonb_strip_nulls(data) <> '{}'
    ), entry as (
      insert into audit_entries
        (account_id, id, user_id, action, target, details, request_id, actor, api_key_id, admin_id, personal)
      values (${accountId}, ${id}, ${userId}, ${entry.action}, ${entry.target}, ${JSON.stringify(entry.details)}::jsonb,
        ${entry.requestId}, ${entry.actor}, ${apiKeyId}, ${adminId}, coalesce((
          select jsonb_object_agg(part, encode(sha256(salt || convert_to(data::text, 'UTF8')), 'hex')) from parts), '{}'))
    )
    insert into audit_personal (account_id, entry_id, part, person_id, salt, data)
    select ${accountId}::uuid, ${id}::uuid, part, person_id, salt, data from parts`.execute(trx);
}

/**
 * Whether the same actor made an entry of the same action, target and details within the last `seconds`; an administrator
 * who acts as a member, since they began.
 */
export async function hasRecentAuditEntry(
  trx: Transaction<DB>,
  { accountId, userId, action, target, details, actor, apiKeyId, adminId }: NewAuditEntry,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entries
     where account_id = ${accountId} and at > now() - make_interval(secs => ${seconds})
       and user_id = ${userId} and action = ${action} and details = ${JSON.stringify(details)}::jsonb
       and (target, actor, api_key_id, admin_id)
         is not distinct from (${target}, ${actor}, ${apiKeyId}::uuid, ${adminId}::uuid)
       and not exists (
         select from audit_entries began
          where began.account_id = ${accountId} and began.action = 'support.started'
            and began.admin_id = ${adminId}::uuid and began.at > audit_entries.at)
     limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The name of an administrator as the newest entry of the account about them has it; null after it was erased. A tenant may
 * not read the row of an administrator.
 * @param account SQL of the account's id
 * @param adminId SQL of the administrator's id, which may be null
 */
export function adminNameInTrail(
  account: RawBuilder<unknown>,
  adminId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select p.data ->> 'name' from audit_personal p
     where p.account_id = ${account} and p.person_id = ${adminId} and p.part = 'caller' order by p.at desc limit 1)`;
}
