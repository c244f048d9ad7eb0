/** A member ends mails of one kind by the link in one of them: the same choice as in their profile. */

import type { AlertChoices } from '@kindling/contract/profile';
import { inTenant } from '../../db/transaction.ts';
import { changeAlertsByLink, endProductNews } from '../identity/index.ts';
import type { AlertRef, EndableMail } from '../mail/index.ts';
import type { AlertsDeps } from './deps.ts';

const ended: Readonly<Record<Exclude<EndableMail, 'productNews'>, Partial<AlertChoices>>> = {
  newReviews: { newReviews: 'off' },
  digest: { digest: 'off' },
  monthlyReport: { monthlyReport: false },
  privateFeedback: { privateFeedback: false },
  connectionTrouble: { connectionTrouble: false },
  assigned: { assigned: false },
};

/**
 * Safe to repeat. Somebody who left the account gets no mail about it anyway. Product news comes to a person, whichever account
 * chose it, so it ends in all of them.
 */
export async function endMails(
  { db, newsEnded }: Pick<AlertsDeps, 'db' | 'newsEnded'>,
  { accountId, userId, mail }: AlertRef,
): Promise<void> {
  if (mail !== 'productNews')
    return inTenant(db, accountId, (trx) => changeAlertsByLink(trx, { accountId, userId }, ended[mail]));
  await endProductNews({ db }, userId);
  return newsEnded(userId);
}
