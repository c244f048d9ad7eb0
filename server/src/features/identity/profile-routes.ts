import type { RouteBuilder } from '../../http/api.ts';
import { bearerOf, signedIn } from '../../http/caller.ts';
import { beginDeletion, takeBackDeletion } from './deletion.ts';
import type { IdentityDeps } from './deps.ts';
import {
  changeAlerts,
  changeNames,
  changeRegion,
  endAllSessions,
  endSession,
  getProfile,
  listSessions,
  removePicture,
  setPicture,
  signOutHere,
} from './profile.ts';

export function profileRoutes(
  routes: RouteBuilder,
  deps: Pick<IdentityDeps, 'db' | 'signIns' | 'notify' | 'onZoneChanged' | 'zoneLimit'>,
) {
  const { profile } = routes;
  return {
    get: profile.get.handler(async ({ context }) => ({ profile: await getProfile(deps, signedIn(context)) })),
    changeNames: profile.changeNames.handler(async ({ input, context }) => ({
      profile: await changeNames(deps, signedIn(context), input),
    })),
    changeRegion: profile.changeRegion.handler(async ({ input, context }) => ({
      profile: await changeRegion(deps, signedIn(context), input),
    })),
    changeAlerts: profile.changeAlerts.handler(async ({ input, context }) => ({
      profile: await changeAlerts(deps, signedIn(context), input.alerts),
    })),
    setPicture: profile.setPicture.handler(async ({ input, context }) => ({
      profile: await setPicture(deps, signedIn(context), input.data),
    })),
    removePicture: profile.removePicture.handler(async ({ context }) => ({
      profile: await removePicture(deps, signedIn(context)),
    })),
    listSessions: profile.listSessions.handler(async ({ context }) => ({
      sessions: await listSessions(deps, signedIn(context), bearerOf(context).sessionId),
    })),
    endSession: profile.endSession.handler(async ({ input, context }) => {
      await endSession(deps, signedIn(context), input.id);
      return { ok: true as const };
    }),
    signOut: profile.signOut.handler(async ({ context }) => {
      await signOutHere(deps, bearerOf(context));
      return { ok: true as const };
    }),
    endAllSessions: profile.endAllSessions.handler(async ({ context }) => {
      await endAllSessions(deps, signedIn(context));
      return { ok: true as const };
    }),
    beginDeletion: profile.beginDeletion.handler(async ({ input, context }) => ({
      profile: await beginDeletion(deps, signedIn(context), bearerOf(context), input.accountName),
    })),
    takeBackDeletion: profile.takeBackDeletion.handler(async ({ context }) => ({
      profile: await takeBackDeletion(deps, signedIn(context)),
    })),
  };
}
