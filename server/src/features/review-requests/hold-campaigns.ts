/** Pauses campaigns of a restored database, because their owners may have invited people after its backup. */
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { audit, lockAccount } from '../identity/index.ts';
import { findCampaignRow, listDueCampaigns, updateProgress } from './campaign-queries.ts';

const batchSize = 100;

/**
 * Pauses each campaign that was due at some time before `now`. The trail of its account says why, and its owner may go on. One
 * that is due later has sent nothing meanwhile, so it goes on by itself.
 * @returns how many
 */
export async function holdDueCampaigns(db: Pick<Database, 'pool'>, now: Date): Promise<number> {
  let held = 0;
  for (;;) {
    const due = await inSystem(db, (trx) => listDueCampaigns(trx, now, batchSize));
    for (const { accountId, id } of due)
      await inTenant(db, accountId, async (trx) => {
        await lockAccount(trx, accountId);
        const campaign = await findCampaignRow(trx, accountId, id);
        if (campaign === null) return;
        await updateProgress(trx, accountId, id, { state: 'paused', nextSendAt: campaign.next_send_at });
        await audit(trx, { accountId, userId: null, action: 'review-request.held', target: id });
      });
    held += due.length;
    if (due.length < batchSize) return held;
  }
}
