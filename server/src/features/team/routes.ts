import type { RouteBuilder } from '../../http/api.ts';
import { bearerOf, signedInUser } from '../../http/caller.ts';
import { acceptInvitation, declineInvitation, listOwnInvitations, lookUpInvitation } from './accept.ts';
import type { TeamDeps } from './deps.ts';
import { invite, revokeInvitation, sendInvitationAgain } from './invitations.ts';
import { changeMember, getMember, leaveAccount, removeMember } from './members.ts';
import { acceptOwnership, offerOwnership, withdrawOwnershipOffer } from './ownership.ts';
import { getTeam } from './read-team.ts';

export function teamRoutes({ team }: RouteBuilder, deps: TeamDeps) {
  return {
    get: team.get.handler(async ({ context }) => ({ team: await getTeam(deps, signedInUser(context)) })),
    invite: team.invite.handler(async ({ input: { email, ...access }, context }) => ({
      team: await invite(deps, signedInUser(context), bearerOf(context), email, access),
    })),
    sendInvitationAgain: team.sendInvitationAgain.handler(async ({ input, context }) => ({
      team: await sendInvitationAgain(deps, signedInUser(context), bearerOf(context), input.id),
    })),
    revokeInvitation: team.revokeInvitation.handler(async ({ input, context }) => ({
      team: await revokeInvitation(deps, signedInUser(context), input.id),
    })),
    getMember: team.getMember.handler(async ({ input, context }) => ({
      member: await getMember(deps, signedInUser(context), input.id),
    })),
    changeMember: team.changeMember.handler(async ({ input: { id, ...access }, context }) => ({
      team: await changeMember(deps, signedInUser(context), bearerOf(context), id, access),
    })),
    removeMember: team.removeMember.handler(async ({ input, context }) => ({
      team: await removeMember(deps, signedInUser(context), bearerOf(context), input.id),
    })),
    leave: team.leave.handler(async ({ context }) => {
      await leaveAccount(deps, signedInUser(context), bearerOf(context));
      return { ok: true as const };
    }),
    offerOwnership: team.offerOwnership.handler(async ({ input, context }) => ({
      team: await offerOwnership(deps, signedInUser(context), bearerOf(context), input.memberId),
    })),
    withdrawOwnershipOffer: team.withdrawOwnershipOffer.handler(async ({ context }) => ({
      team: await withdrawOwnershipOffer(deps, signedInUser(context)),
    })),
    acceptOwnership: team.acceptOwnership.handler(async ({ context }) => ({
      team: await acceptOwnership(deps, signedInUser(context), bearerOf(context)),
    })),
    lookUpInvitation: team.lookUpInvitation.handler(async ({ input, context }) => ({
      invitation: await lookUpInvitation(deps, context.network, input.token),
    })),
    listOwnInvitations: team.listOwnInvitations.handler(async ({ context }) => ({
      invitations: await listOwnInvitations(deps, bearerOf(context)),
    })),
    acceptInvitation: team.acceptInvitation.handler(async ({ input, context }) => ({
      accountId: await acceptInvitation(deps, bearerOf(context), input.id),
    })),
    declineInvitation: team.declineInvitation.handler(async ({ input, context }) => {
      await declineInvitation(deps, bearerOf(context), input.id);
      return { ok: true as const };
    }),
  };
}
