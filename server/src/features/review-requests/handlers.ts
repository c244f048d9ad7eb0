import { requestLimits } from '@kindling/contract/review-request-limits';
import { inSystem } from '../../db/transaction.ts';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import { eraseAddressesJob, readReportsJob, sendCampaignJob, sweepCampaignsJob } from './jobs.ts';
import { eraseOldAddresses } from './recipient-queries.ts';
import { readReports } from './report-mailbox.ts';
import { sendPartOrPostpone, sweepCampaigns } from './send-campaign.ts';
import { deleteOldContacts, deleteOldDays } from './suppression-queries.ts';

const batchSize = 100;

export function reviewRequestHandlers(deps: ReviewRequestsDeps, mailboxUrl: string | null): JobHandler[] {
  return [
    defineJobHandler(sendCampaignJob, ({ accountId, id }) => sendPartOrPostpone(deps, accountId, id)),
    defineJobHandler(sweepCampaignsJob, () => sweepCampaigns(deps)),
    defineJobHandler(readReportsJob, async (_, signal) => {
      if (mailboxUrl !== null) await readReports(deps, mailboxUrl, signal);
    }),
    defineJobHandler(eraseAddressesJob, () => eraseOld(deps)),
  ];
}

/** Erases addresses whose campaign is long over, and what was only needed for a while after it. */
export async function eraseOld(deps: ReviewRequestsDeps): Promise<void> {
  const now = nowOf(deps);
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - requestLimits.keepMonths);
  let erased: number;
  do erased = await inSystem(deps.db, (trx) => eraseOldAddresses(trx, { before, now, limit: batchSize }));
  while (erased === batchSize);
  await inSystem(deps.db, async (trx) => {
    await deleteOldContacts(trx, before);
    await deleteOldDays(trx, new Date(now.getTime() - 7 * 86_400_000));
  });
}
