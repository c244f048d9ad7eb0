/** All SQL of the slice on its own tables. Callers pass the time, so that one clock decides. */
import type { AccountRole } from '@kindling/contract/rights';
import { listedLocations } from '@kindling/contract/team';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';

export interface InvitationRow {
  id: string;
  account_id: string;
  account_name: string;
  /** True while the account waits for its deletion. */
  account_closing: boolean;
  email: string;
  role: AccountRole;
  all_locations: boolean;
  /** Id of the person who invited or sent it again last. */
  invited_by: string | null;
  /** Name and access of that person; null when they are no member any more, or blocked. */
  inviter: string | null;
  inviter_role: AccountRole | null;
  inviter_all_locations: boolean | null;
  sent_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

/** An invitation in the list of all, with the number of its locations and the first ones only. */
export interface ListedInvitationRow extends InvitationRow {
  location_count: number;
  first_location_ids: string[];
}

const invitationColumns = sql.raw(`i.id, i.account_id, a.name as account_name,
  (a.deletion_scheduled_for is not null or a.erasing_since is not null) as account_closing, i.email, i.role, i.all_locations,
  i.invited_by, u.display_name as inviter, m.role as inviter_role, m.all_locations as inviter_all_locations,
  i.sent_at, i.expires_at, i.accepted_at, i.revoked_at`);
const invitationsWithAccount = sql.raw(`invitations i join accounts a on a.id = i.account_id
  left join (memberships m join users u on u.id = m.user_id and u.blocked_at is null)
    on m.account_id = i.account_id and m.user_id = i.invited_by`);
const isOpen = sql.raw('i.accepted_at is null and i.revoked_at is null');

/**
 * Invitations of the account that were neither accepted nor revoked, also expired ones, the newest first. The counts are
 * materialized, so that no plan counts again for each row.
 */
export async function listOpenInvitations(
  trx: Transaction<DB>,
  accountId: string,
): Promise<ListedInvitationRow[]> {
  const { rows } = await sql<ListedInvitationRow>`
    with counts as materialized (
      select invitation_id, count(*)::int as location_count from invitation_locations
       where account_id = ${accountId} and invitation_id = any(array(
               select i.id from invitations i where i.account_id = ${accountId} and ${isOpen}))
       group by invitation_id)
    select ${invitationColumns}, coalesce(c.location_count, 0) as location_count,
           array(select l.location_id from invitation_locations l
                  where l.account_id = i.account_id and l.invitation_id = i.id
                  order by 1 limit ${listedLocations}) as first_location_ids
      from ${invitationsWithAccount} left join counts c on c.invitation_id = i.id
     where i.account_id = ${accountId} and ${isOpen} order by i.created_at desc, i.id`.execute(trx);
  return rows;
}

/** The open invitations to any of these roles that a person sent, or sent again last. */
export async function listOpenInvitationsFrom(
  trx: Transaction<DB>,
  accountId: string,
  inviterId: string,
  roles: readonly AccountRole[],
): Promise<Pick<InvitationRow, 'id' | 'account_id' | 'email'>[]> {
  return trx
    .selectFrom('invitations as i')
    .select(['i.id', 'i.account_id', 'i.email'])
    .where('i.account_id', '=', accountId)
    .where('i.invited_by', '=', inviterId)
    .where('i.role', 'in', roles)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .execute();
}

export async function isInvitedAddress(
  trx: Transaction<DB>,
  accountId: string,
  email: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from invitations i
     where i.account_id = ${accountId} and lower(i.email) = ${email.toLowerCase()} and ${isOpen}`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function countOpenInvitations(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations i where i.account_id = ${accountId} and ${isOpen}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** The locations to which the invited person will be limited. */
export async function listInvitedLocations(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('invitation_locations')
    .select('location_id')
    .where('account_id', '=', accountId)
    .where('invitation_id', '=', id)
    .execute();
  return rows.map((row) => row.location_id);
}

export async function findOpenInvitation(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from ${invitationsWithAccount}
     where i.account_id = ${accountId} and i.id = ${id} and ${isOpen}`.execute(trx);
  return rows[0] ?? null;
}

/** Invitations to an address that are open and not expired. Across all tenants. */
export async function listInvitationsTo(
  trx: Transaction<DB>,
  email: string,
  now: Date,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from ${invitationsWithAccount}
     where lower(i.email) = ${email.toLowerCase()} and ${isOpen} and i.expires_at > ${now}
       and a.deletion_scheduled_for is null and a.erasing_since is null
     order by i.sent_at desc, i.id`.execute(trx);
  return rows;
}

/** An invitation in any state. Across all tenants, because whoever has the link belongs to no account yet. */
export async function findInvitationByToken(
  trx: Transaction<DB>,
  tokenHash: Buffer,
): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from ${invitationsWithAccount} where i.token_hash = ${tokenHash}`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** As {@link findInvitationByToken}, by the id. */
export async function findInvitation(trx: Transaction<DB>, id: string): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from ${invitationsWithAccount} where i.id = ${id}`.execute(trx);
  return rows[0] ?? null;
}

export async function insertInvitation(
  trx: Transaction<DB>,
  accountId: string,
  invitation: {
    id: string;
    email: string;
    role: AccountRole;
    locationIds: readonly string[] | null;
    tokenHash: Buffer;
    invitedBy: string;
    sentAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { id, locationIds } = invitation;
  await trx
    .insertInto('invitations')
    .values({
      account_id: accountId,
      id,
      email: invitation.email,
      role: invitation.role,
      all_locations: locationIds === null,
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy,
      created_at: invitation.sentAt,
      sent_at: invitation.sentAt,
      expires_at: invitation.expiresAt,
    })
    .execute();
  if (locationIds === null) return;
  await trx
    .insertInto('invitation_locations')
    .values(
      locationIds.map((location) => ({ account_id: accountId, invitation_id: id, location_id: location })),
    )
    .execute();
}

/** The mail that is sent again has another token and inviter; the link before leads nowhere from here on. */
export async function renewInvitation(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  renewal: { tokenHash: Buffer; invitedBy: string; sentAt: Date; expiresAt: Date },
): Promise<void> {
  const { tokenHash, invitedBy, sentAt, expiresAt } = renewal;
  await trx
    .updateTable('invitations')
    .set({ token_hash: tokenHash, invited_by: invitedBy, sent_at: sentAt, expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markRevoked(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markAccepted(
  trx: Transaction<DB>,
  { accountId, id, userId }: { accountId: string; id: string; userId: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Deletes invitations that were accepted, revoked or expired before `before`. Across all tenants. */
export async function deleteEndedInvitations(
  db: Pick<Database, 'pool'>,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  const ended = sql`least(expires_at, accepted_at, revoked_at) < ${before}`;
  await deletePages(db, 'invitations', ended, { signal });
}

export interface OfferRow {
  from_user: string;
  to_user: string;
  created_at: Date;
  expires_at: Date;
}

/** The offer of ownership that stands. It does not while the person who made it is blocked. */
export async function findOffer(
  trx: Transaction<DB>,
  accountId: string,
  now: Date,
): Promise<OfferRow | null> {
  const row = await trx
    .selectFrom('ownership_offers as o')
    .innerJoin('users as u', 'u.id', 'o.from_user')
    .select(['o.from_user', 'o.to_user', 'o.created_at', 'o.expires_at'])
    .where('o.account_id', '=', accountId)
    .where('o.expires_at', '>', now)
    .where('u.blocked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes the place of an offer that does not stand any more. */
export async function insertOffer(
  trx: Transaction<DB>,
  accountId: string,
  offer: { fromUser: string; toUser: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const values = {
    from_user: offer.fromUser,
    to_user: offer.toUser,
    created_at: offer.createdAt,
    expires_at: offer.expiresAt,
  };
  await trx
    .insertInto('ownership_offers')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export async function deleteOffer(trx: Transaction<DB>, accountId: string): Promise<void> {
  await trx.deleteFrom('ownership_offers').where('account_id', '=', accountId).execute();
}

/** Takes back the offer that this member made or got. False when there was none. */
export async function deleteOfferOf(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<boolean> {
  const result = await trx
    .deleteFrom('ownership_offers')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('from_user', '=', userId), eb('to_user', '=', userId)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Deletes expired offers. Across all tenants. */
export async function deleteExpiredOffers(
  db: Pick<Database, 'pool'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  await deletePages(db, 'ownership_offers', sql`expires_at <= ${now}`, { signal });
}
