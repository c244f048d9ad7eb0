import { defineSlice } from '../../slices/slice.ts';
import { businessesSlice } from '../businesses/module.ts';
import { identitySlice } from '../identity/module.ts';
import { deliverSoon, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { listWaitingInvitations } from './accept.ts';
import type { TeamDeps } from './deps.ts';
import { teamJobs, teamSweepJob } from './jobs.ts';
import { mailLosersOfLocations } from './member-mails.ts';
import { teamRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const teamSlice = defineSlice({
  name: 'team',
  tables,
  jobs: [teamSweepJob],
  build(shared) {
    const { settings, db } = shared;
    const mail = mailSlice.module(shared);
    const deps: TeamDeps = {
      db,
      publicUrl: settings.publicUrl,
      queueMail: (request, trx) => queueMail(mail.deps, request, trx),
      deliverSoon: (ids) => deliverSoon(mail.deps, ids),
      lookUpLimit: shared.limits.create({ name: 'invitation-look-up', max: 30, windowSeconds: 60 }),
    };
    identitySlice
      .module(shared)
      .hooks.isInvited.fill(async (trx, email) => (await listWaitingInvitations(trx, email)).length > 0);
    businessesSlice
      .module(shared)
      .hooks.locationsLost.fill((trx, lost) => mailLosersOfLocations(trx, deps, lost));
    return {
      web: ({ routes }) => ({ routes: { team: teamRoutes(routes, deps) } }),
      worker: { handlers: () => teamJobs(deps) },
    };
  },
});
