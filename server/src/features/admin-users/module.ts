import { defineSlice } from '../../slices/slice.ts';
import { restoreEmbed, takeDownEmbed } from '../embeds/index.ts';
import { embedsSlice } from '../embeds/module.ts';
import { identitySlice } from '../identity/module.ts';
import { deliverSoon, queueAccountMail, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import type { AdminUsersDeps } from './deps.ts';
import { createMailPerson } from './mail-person.ts';
import { adminUsersRoutes } from './routes.ts';

export const adminUsersSlice = defineSlice({
  name: 'admin-users',
  build(shared) {
    const { settings, db, queue, log } = shared;
    const identity = identitySlice.module(shared);
    const mail = mailSlice.module(shared).deps;
    const embeds = embedsSlice.module(shared).deps;
    const deps: AdminUsersDeps = {
      db,
      queue,
      log,
      now: () => new Date(),
      plansEnabled: settings.plansEnabled,
      publicUrl: settings.publicUrl,
      signIns: identity.deps.signIns,
      notifyOfDeletion: identity.deps.notify,
      mailPerson: createMailPerson((trx, request) => queueMail(mail, request, trx), log),
      mailOwners: (trx, accountId, content) =>
        queueAccountMail(mail, trx, accountId, () => content, { roles: ['owner'] }),
      deliverSoon: (mailIds) => deliverSoon(mail, mailIds),
      takeDownEmbed: (of, reason, record) => takeDownEmbed(embeds, of, reason, record),
      restoreEmbed: (of, record) => restoreEmbed(embeds, of, record),
    };
    return { deps, web: ({ routes }) => ({ routes: { adminUsers: adminUsersRoutes(routes, deps) } }) };
  },
});
