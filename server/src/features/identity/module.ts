import { BrowserSessions, SecondFactors } from '@kindling/identity';
import type { BulkTable } from '../../db/delete-pages.ts';
import { multiHook, singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { actingRoutes } from './acting-routes.ts';
import { auditJobs, deleteOldPersonalJob, sealJob, sealSweepJob } from './audit-chain/jobs.ts';
import type { ErasureStep, IdentityDeps, IsInvited, NotifyOfDeletion, OnAccountCreated } from './deps.ts';
import { accountEvents } from './events.ts';
import { actingSweepJob, eraseDueJob, eraseJob, identityJobs } from './jobs.ts';
import { mountPictureRoute } from './picture-route.ts';
import { profileRoutes } from './profile-routes.ts';
import { identityRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const identitySlice = defineSlice({
  name: 'identity',
  tables,
  jobs: [eraseJob, eraseDueJob, actingSweepJob, sealSweepJob, sealJob, deleteOldPersonalJob],
  events: accountEvents,
  build({ settings, db, queue, log, limits }) {
    const hooks = {
      /** Runs in the transaction that makes an account, so that no account lacks what belongs to it. */
      accountCreated: multiHook<Parameters<OnAccountCreated>>('identity.account-created'),
      /** The account counts its days by another time zone. */
      timeZoneChanged: multiHook<[accountId: string]>('identity.time-zone-changed'),
      /** Somebody wants no product news any more, in any account. */
      newsEnded: multiHook<[userId: string]>('identity.news-ended'),
      isInvited: singleHook<Parameters<IsInvited>, boolean>('identity.is-invited'),
      notifyOfDeletion: singleHook<Parameters<NotifyOfDeletion>>('identity.notify-of-deletion'),
    };
    const erasureSteps: ErasureStep[] = [];
    const bulkTables: BulkTable[] = [];
    const deps: IdentityDeps = {
      db,
      log,
      plansEnabled: settings.plansEnabled,
      onAccountCreated: hooks.accountCreated.call,
      isInvited: hooks.isInvited.call,
      // Reads the sign-in service's own tables, so it works in every process, whichever role runs where.
      signIns: settings.auth.hosted ? null : new BrowserSessions(db.pool),
      factors: settings.auth.hosted ? null : new SecondFactors(db.pool),
      adminNeedsSecondFactor: settings.auth.adminNeedsSecondFactor,
      zoneLimit: limits.create({ name: 'time-zone', max: 10, windowSeconds: 3_600, exact: true }),
      onZoneChanged: hooks.timeZoneChanged.call,
      onNewsEnded: hooks.newsEnded.call,
      notify: hooks.notifyOfDeletion.call,
      erasureSteps,
      bulkTables,
    };
    return {
      deps,
      hooks,
      /** Adds what a slice above does when an account is erased. */
      addErasureStep: (step: ErasureStep) => void erasureSteps.push(step),
      /** Tables of all slices, in the order in which the erasure of an account empties them. */
      addBulkTables: (tables: readonly BulkTable[]) => void bulkTables.push(...tables),
      web: ({ routes, authenticate }) => ({
        routes: {
          users: identityRoutes(routes, deps),
          acting: actingRoutes(routes, deps),
          profile: profileRoutes(routes, deps),
        },
        mount: (app) => mountPictureRoute(app, { db, authenticate }),
      }),
      worker: { handlers: () => [...identityJobs({ ...deps, queue }), ...auditJobs({ db, queue })] },
    };
  },
});
