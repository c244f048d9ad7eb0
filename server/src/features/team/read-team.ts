import { mayTake } from '@kindling/contract/rights';
import { listedLocations, type Team } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { accessOf, listMemberRows } from '../identity/index.ts';
import type { TeamDeps } from './deps.ts';
import { presentMember, presentOffer, presentOpenInvitation } from './present.ts';
import { findOffer, listOpenInvitations } from './queries.ts';

export function getTeam({ db }: Pick<TeamDeps, 'db'>, user: SignedInUser): Promise<Team> {
  return inTenant(db, user.accountId, (trx) => readTeam(trx, user));
}

/** The team as this member sees it. */
export async function readTeam(trx: Transaction<DB>, user: SignedInUser): Promise<Team> {
  const { accountId, userId } = user;
  const now = new Date();
  const members = await listMemberRows(trx, accountId, listedLocations);
  const own = members.find((row) => row.user_id === userId);
  const access = own === undefined ? null : accessOf({ ...own, location_ids: own.first_location_ids });
  const manages = mayTake(access, 'members.manage');
  const invitations = manages ? await listOpenInvitations(trx, accountId) : [];
  const offer = await findOffer(trx, accountId, now);
  const seesOffer = own?.role === 'owner' || offer?.to_user === userId;
  return {
    members: members.map((row) => presentMember(row, userId)),
    invitations: invitations.map((row) => presentOpenInvitation(row, now)),
    ownershipOffer: offer === null || !seesOffer ? null : presentOffer(offer),
  };
}
