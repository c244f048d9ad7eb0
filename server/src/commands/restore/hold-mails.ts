/** Keeps a restored database from sending again what was sent between its backup and its loss. */
import type { Services } from '../../app.ts';
import { inSystem } from '../../db/transaction.ts';
import { cancelUnsentBefore } from '../../features/mail/index.ts';
import { markMailingMailsCanceled } from '../../features/mailings/index.ts';
import { holdDueCampaigns, markMailsCanceled } from '../../features/review-requests/index.ts';

export interface HeldMails {
  /** Campaigns of invitations that are paused. */
  campaigns: number;
  /** Mails that waited when the backup was made, and are not sent. */
  mails: number;
}

/** Safe to repeat. @param loadedAt what was stored before came with the backup */
export async function holdMails({ db }: Pick<Services, 'db'>, loadedAt: Date, now: Date): Promise<HeldMails> {
  const campaigns = await holdDueCampaigns(db, now);
  const mails = await inSystem(db, async (trx) => {
    const canceled = await cancelUnsentBefore(trx, loadedAt, now);
    const ofKind = (kind: string) => canceled.flatMap(({ id, template }) => (template === kind ? [id] : []));
    await markMailsCanceled(trx, ofKind('review-request'));
    await markMailingMailsCanceled(trx, ofKind('mailing'));
    return canceled.length;
  });
  return { campaigns, mails };
}
