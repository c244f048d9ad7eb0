import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { EndedMail } from '../mail/index.ts';
import { noteMail } from './recipient-queries.ts';

/** RFC 3463, X.1.Y: the address itself is wrong. */
const wrongAddress = /(?:^|[^\d.])5\.1\.\d{1,3}(?!\d)/;

/** Notes the end of a mail of a mailing, in the transaction of the mail slice. Needs a transaction of the system. */
export function noteEndedMail(trx: Transaction<DB>, { id, state, answer }: EndedMail): Promise<void> {
  const refused = state === 'dead' && wrongAddress.test(answer);
  return noteMail(trx, id, { state: state === 'sent' ? 'sent' : 'failed', refused });
}
