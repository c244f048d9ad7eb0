import { requestLimits } from '@kindling/contract/review-request-limits';
import { inSystem } from '../../db/transaction.ts';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { runBatches } from '../../lib/cooldown.ts';
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
    defineJobHandler(eraseAddressesJob, (_, signal) => eraseOld(deps, signal)),
  ];
}

/** Erases addresses whose campaign is long over, and what was only needed for a while after it. */
export async function eraseOld(deps: ReviewRequestsDeps, signal?: AbortSignal): Promise<void> {
  const now = nowOf(deps);
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - requestLimits.keepMonths);
  const eraseSome = () =>
    inSystem(deps.db, (trx) => eraseOldAddresses(trx, { before, now, limit: batchSize }));
  await runBatches(batchSize, eraseSome, signal);
  await deleteOldContacts(deps.db, before, signal);
  await deleteOldDays(deps.db, new Date(now.getTime() - 7 * 86_400_000), signal);
}
