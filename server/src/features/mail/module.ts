import { subscribe } from '../../events/subscriber.ts';
import { deriveKey } from '../../lib/secret-box.ts';
import { multiHook, singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import type { AlertLinkKeys } from './alert-link.ts';
import { mailConnectionTrouble, troubleSubscriber } from './connection-trouble.ts';
import { notifyOfDeletion } from './deletion-notices.ts';
import { mailJobs, sweepDueMail } from './deliver.ts';
import type { MailDeps, OnMailEnded, RefuseUnwanted } from './deps.ts';
import { mailJobDefinitions } from './jobs.ts';
import { queueAccountMail } from './queue-mail.ts';
import { tables } from './tables.ts';
import { unsentReading } from './unsent-reading.ts';

export const mailSlice = defineSlice({
  name: 'mail',
  tables,
  jobs: mailJobDefinitions,
  subscribers: [troubleSubscriber],
  build(shared) {
    const { settings, db, queue, box, log } = shared;
    const { brand, publicUrl, plansEnabled, secret, oldSecrets } = settings;
    const keyOf = (master: string) => deriveKey(master, 'alert-links');
    const alertKeys: AlertLinkKeys = [keyOf(secret), ...oldSecrets.map(keyOf)];
    const deps: MailDeps = { db, queue, box, log, brand, publicUrl, plansEnabled, alertKeys };
    const hooks = {
      ended: multiHook<Parameters<OnMailEnded>>('mail.ended'),
      refuseUnwanted: singleHook<Parameters<RefuseUnwanted>, boolean>('mail.refuse-unwanted'),
    };
    const identity = identitySlice.module(shared);
    identity.hooks.accountCreated.fill(async (trx, account) => {
      await queueAccountMail(deps, trx, account.id, () => ({ kind: 'welcome' }));
    });
    identity.hooks.notifyOfDeletion.fill((trx, accountId, notice) =>
      notifyOfDeletion(deps, trx, accountId, notice),
    );
    return {
      deps,
      hooks,
      readings: [unsentReading],
      worker: {
        handlers() {
          const { url, from, returnAddress } = settings.mail;
          if (url === null)
            throw new Error(
              'SMTP_URL: expected an address such as smtps://user:password@mail.example.com, because the worker sends mail.',
            );
          const told = { onEnded: hooks.ended.call, refuseUnwanted: hooks.refuseUnwanted.call };
          return mailJobs({ ...deps, ...told }, { url, from, returnAddress });
        },
        subscribers: () => [
          subscribe(troubleSubscriber, (accountId, events, signal) =>
            mailConnectionTrouble(deps, accountId, events, signal),
          ),
        ],
        enqueueDue: () => sweepDueMail(deps),
      },
    };
  },
});
