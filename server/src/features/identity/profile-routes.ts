import type { RouteBuilder } from '../../http/api.ts';
import { bearerOf, personOf, signedInUser } from '../../http/caller.ts';
import { cancelAccountDeletion, scheduleAccountDeletion } from './account-deletion.ts';
import type { IdentityDeps } from './deps.ts';
import {
  changeLanguage,
  endAllSessions,
  endSession,
  getSignInSecurity,
  listSessions,
  signOutHere,
} from './own-sign-ins.ts';
import {
  changeAlerts,
  changeNames,
  changeRegion,
  getProfile,
  removePicture,
  renameAccount,
  setPicture,
} from './profile.ts';

export function profileRoutes(
  routes: RouteBuilder,
  deps: Pick<
    IdentityDeps,
    'db' | 'signIns' | 'factors' | 'notify' | 'onNewsEnded' | 'onZoneChanged' | 'zoneLimit'
  >,
) {
  const { profile } = routes;
  return {
    get: profile.get.handler(async ({ context }) => ({
      profile: await getProfile(deps, signedInUser(context)),
    })),
    changeNames: profile.changeNames.handler(async ({ input, context }) => ({
      profile: await changeNames(deps, signedInUser(context), input),
    })),
    renameAccount: profile.renameAccount.handler(async ({ input, context }) => ({
      profile: await renameAccount(deps, signedInUser(context), input.name),
    })),
    changeRegion: profile.changeRegion.handler(async ({ input, context }) => ({
      profile: await changeRegion(deps, signedInUser(context), input),
    })),
    changeLanguage: profile.changeLanguage.handler(async ({ input, context }) => {
      await changeLanguage(deps, personOf(context), input.locale);
      return { ok: true as const };
    }),
    changeAlerts: profile.changeAlerts.handler(async ({ input, context }) => ({
      profile: await changeAlerts(deps, signedInUser(context), input.alerts),
    })),
    setPicture: profile.setPicture.handler(async ({ input, context }) => ({
      profile: await setPicture(deps, signedInUser(context), input.data),
    })),
    removePicture: profile.removePicture.handler(async ({ context }) => ({
      profile: await removePicture(deps, signedInUser(context)),
    })),
    listSessions: profile.listSessions.handler(async ({ context }) => ({
      sessions: await listSessions(deps, personOf(context)),
    })),
    endSession: profile.endSession.handler(async ({ input, context }) => {
      await endSession(deps, personOf(context), input.id);
      return { ok: true as const };
    }),
    getSignInSecurity: profile.getSignInSecurity.handler(({ context }) =>
      getSignInSecurity(deps, personOf(context)),
    ),
    signOut: profile.signOut.handler(async ({ context }) => {
      await signOutHere(deps, bearerOf(context));
      return { ok: true as const };
    }),
    endAllSessions: profile.endAllSessions.handler(async ({ context }) => {
      await endAllSessions(deps, personOf(context));
      return { ok: true as const };
    }),
    scheduleDeletion: profile.scheduleDeletion.handler(async ({ input, context }) => ({
      profile: await scheduleAccountDeletion(
        deps,
        signedInUser(context),
        bearerOf(context),
        input.accountName,
      ),
    })),
    cancelDeletion: profile.cancelDeletion.handler(async ({ context }) => ({
      profile: await cancelAccountDeletion(deps, signedInUser(context)),
    })),
  };
}
