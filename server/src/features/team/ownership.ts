/** The handing over of the ownership: an owner offers it, and the other member accepts it. */
import { ownershipOfferDays, type Team } from '@kindling/contract/team';
import type { Bearer, SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { audit, requireRecentSignIn } from '../identity/index.ts';
import { requireMailLeft } from '../mail/index.ts';
import { type ChangeDeps, changeTeam } from './change-team.ts';
import { endOfferOf } from './end-offer.ts';
import { mailTo } from './mail-to.ts';
import { changeMemberAccess } from './member-changes.ts';
import { requireMember } from './members.ts';
import { deleteOffer, findOffer, insertOffer } from './queries.ts';

const dayMs = 86_400_000;

/**
 * Offers the caller's ownership to a member and tells them by mail.
 * @throws AppError `sign-in-again` when the last sign-in is too long ago, `not-found` for somebody who is no member,
 *   `conflict` for an owner or while another offer stands, `rate-limited` when the member got too many offers within a day
 */
export function offerOwnership(
  deps: ChangeDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  toUserId: string,
): Promise<Team> {
  const now = new Date();
  requireRecentSignIn(bearer, now);
  const { accountId, userId } = user;
  return changeTeam(deps, user, async (trx, { actor, accountName, queueMail }) => {
    if (actor.role !== 'owner') throw new AppError('role-forbids');
    const receiver = await requireMember(trx, accountId, toUserId);
    if (receiver.role === 'owner' || (await findOffer(trx, accountId, now)) !== null)
      throw new AppError('conflict');
    await requireMailLeft(trx, accountId, 'ownership-offered', receiver.email, now);
    const expiresAt = new Date(now.getTime() + ownershipOfferDays * dayMs);
    await insertOffer(trx, accountId, { fromUser: userId, toUser: toUserId, createdAt: now, expiresAt });
    await queueMail({
      kind: 'ownership-offered',
      ...mailTo(receiver),
      accountId,
      accountName,
      ownerName: actor.display_name,
      expiresOn: expiresAt.toISOString().slice(0, 10),
    });
    await audit(trx, { accountId, userId, action: 'ownership.offered', target: toUserId });
  });
}

/** Takes the offer back, or declines it. @throws AppError `not-found` for everybody else, and without an offer */
export function withdrawOwnershipOffer(deps: ChangeDeps, user: SignedInUser): Promise<Team> {
  const { accountId, userId } = user;
  return changeTeam(deps, user, async (trx, { actor }) => {
    const offer = await findOffer(trx, accountId, new Date());
    const declines = offer?.to_user === userId;
    if (offer === null || (!declines && actor.role !== 'owner')) throw notFound();
    await endOfferOf(trx, accountId, offer.to_user);
    const action = declines ? 'ownership.declined' : 'ownership.offer-taken-back';
    await audit(trx, { accountId, userId, action, target: offer.to_user });
  });
}

/**
 * Makes the caller an owner and the former owner a manager, and tells both by mail.
 * @throws AppError `not-found` when no offer to the caller stands, `sign-in-again` when the last sign-in is too long ago,
 *   `rate-limited` as `requireOwnerMailLeft`
 */
export function acceptOwnership(
  deps: ChangeDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
): Promise<Team> {
  const { accountId, userId } = user;
  return changeTeam(deps, user, async (trx, team) => {
    const { actor, accountName, queueMail } = team;
    const offer = await findOffer(trx, accountId, new Date());
    if (offer === null || offer.to_user !== userId) throw notFound();
    requireRecentSignIn(bearer);
    const former = await requireMember(trx, accountId, offer.from_user);
    // Before the roles change, because the offer's mail stays true.
    await deleteOffer(trx, accountId);
    const becomes = (role: 'owner' | 'manager') => ({ role, locationIds: null });
    const told = [userId, former.user_id];
    await changeMemberAccess(trx, team, actor, becomes('owner'), told);
    await changeMemberAccess(trx, team, former, becomes('manager'), told);
    const mail = { kind: 'ownership-handed-over', accountId, accountName } as const;
    await queueMail({ ...mail, ...mailTo(actor), becomes: 'owner' });
    await queueMail({ ...mail, ...mailTo(former), becomes: 'manager' });
    await audit(trx, { accountId, userId, action: 'ownership.handed-over', target: former.user_id });
  });
}
