import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { Settings } from '../../config/settings.ts';
import type { DB } from '../../db/types.gen.ts';
import { runEvery } from '../../lib/run-every.ts';
import { deriveKey } from '../../lib/secret-box.ts';
import { multiHook, singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import type { InvitationAnswer, ShownMessage, SubmissionsDeps } from './deps.ts';
import { createEntryQueue } from './entry-queue.ts';
import type { FormKeys } from './form-token.ts';
import { createIntake } from './intake.ts';
import { submissionJobs, submissionsSweepJob } from './jobs.ts';
import { createSubmissionLimits } from './limits.ts';
import { submissionRoutes } from './routes.ts';
import { tables } from './tables.ts';

/** How often entries that wait in files are stored. */
const drainMs = 5_000;

function formKeysOf({ secret, oldSecrets }: Settings): FormKeys {
  const keyOf = (master: string) => deriveKey(master, 'visitor-forms');
  return [keyOf(secret), ...oldSecrets.map(keyOf)];
}

export const submissionsSlice = defineSlice({
  name: 'submissions',
  tables,
  jobs: [submissionsSweepJob],
  build(shared) {
    const { settings, db, box, log } = shared;
    const hooks = {
      /** The private message of a submission is shown from now on; answers whether it was stored. */
      messageShown: singleHook<[trx: Transaction<DB>, accountId: string, message: ShownMessage], boolean>(
        'submissions.message-shown',
      ),
      /** A visitor rated by a personal link; answers whether it is the first time. */
      invitationAnswered: singleHook<
        [trx: Transaction<DB>, accountId: string, answer: InvitationAnswer],
        boolean
      >('submissions.invitation-answered'),
      withdrawn:
        multiHook<[trx: Transaction<DB>, accountId: string, submissionId: string]>('submissions.withdrawn'),
    };
    const deps: SubmissionsDeps = {
      db,
      log,
      onMessage: hooks.messageShown.call,
      onInvitationAnswered: hooks.invitationAnswered.call,
      onWithdrawn: hooks.withdrawn.call,
    };
    const queue = createEntryQueue({ folder: join(settings.dataFolder, 'submissions'), box, log });
    const intake = createIntake({ ...deps, queue, limits: createSubmissionLimits(shared.limits) });
    return {
      deps,
      hooks,
      intake,
      queue,
      /** Keys of forms and private links, the newest first. */
      formKeys: formKeysOf(settings),
      web: ({ routes }) => ({ routes: { submissions: submissionRoutes(routes, deps) } }),
      worker: { handlers: () => submissionJobs(deps) },
      startWebTasks: () => runEvery(drainMs, () => intake.drain(), log),
      close: () => queue.close(),
    };
  },
});
