/** A member ends mails of one kind by the link in one of them: the same choice as in their profile. */

import type { AlertChoices } from '@kindling/contract/profile';
import { inTenant } from '../../db/transaction.ts';
import { changeAlertsByLink } from '../identity/index.ts';
import type { AlertRef, EndableMail } from '../mail/index.ts';
import type { AlertsDeps } from './deps.ts';

const ended: Readonly<Record<EndableMail, Partial<AlertChoices>>> = {
  newReviews: { newReviews: 'off' },
  digest: { digest: 'off' },
  monthlyReport: { monthlyReport: false },
  privateFeedback: { privateFeedback: false },
  connectionTrouble: { connectionTrouble: false },
  assigned: { assigned: false },
};

/** Safe to repeat. Somebody who left the account gets no mail anyway. */
export function endMails(
  { db }: Pick<AlertsDeps, 'db'>,
  { accountId, userId, mail }: AlertRef,
): Promise<void> {
  return inTenant(db, accountId, (trx) => changeAlertsByLink(trx, { accountId, userId }, ended[mail]));
}
