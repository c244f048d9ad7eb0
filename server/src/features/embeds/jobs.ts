import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { EmbedsDeps } from './deps.ts';
import { listAccountsToLapse } from './lapse.ts';
import { refreshEmbeds } from './publish.ts';

/** Makes new snapshots of an account's published embeds; asked for whenever what they show changed. */
export const refreshJob = defineJob({
  name: 'embeds.refresh',
  payload: z.strictObject({ accountId: z.uuid() }),
});

/** Lets the embeds of accounts go whose plan ended two weeks ago. */
export const lapseJob = defineJob({
  name: 'embeds.lapse',
  payload: z.strictObject({}),
  cron: '23 * * * *',
});

export function embedJobs(deps: EmbedsDeps): JobHandler[] {
  return [
    defineJobHandler(refreshJob, ({ accountId }) => refreshEmbeds(deps, accountId)),
    defineJobHandler(lapseJob, () => enqueueLapsed(deps)),
  ];
}

async function enqueueLapsed({ db, queue }: EmbedsDeps): Promise<void> {
  for (const accountId of await inSystem(db, listAccountsToLapse))
    await queue.enqueue(refreshJob, { accountId }, { key: accountId });
}
