import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { cancelUnsentMail } from '../mail/index.ts';
import { deleteOfferOf } from './queries.ts';

/** Ends the offer of ownership that the member made or got; its mail is not sent any more. */
export async function endOfferOf(trx: Transaction<DB>, accountId: string, userId: string): Promise<void> {
  if (await deleteOfferOf(trx, accountId, userId))
    await cancelUnsentMail(trx, accountId, { template: 'ownership-offered' }, new Date());
}
