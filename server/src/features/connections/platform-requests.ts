/** Platforms to come of which an account wants to be told. */
import { comingPlatforms } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type ComingPlatform = (typeof comingPlatforms)[number];

export async function listPlatformRequests(
  trx: Transaction<DB>,
  accountId: string,
): Promise<ComingPlatform[]> {
  const rows = await trx
    .selectFrom('platform_wishes')
    .select('platform')
    .where('account_id', '=', accountId)
    .execute();
  return comingPlatforms.filter((platform) => rows.some((row) => row.platform === platform));
}

/** Records the wish, or takes it back; doing either twice changes nothing. */
export async function setPlatformRequest(
  trx: Transaction<DB>,
  accountId: string,
  platform: ComingPlatform,
  wanted: boolean,
): Promise<ComingPlatform[]> {
  if (wanted)
    await trx
      .insertInto('platform_wishes')
      .values({ account_id: accountId, platform })
      .onConflict((conflict) => conflict.columns(['account_id', 'platform']).doNothing())
      .execute();
  else
    await trx
      .deleteFrom('platform_wishes')
      .where('account_id', '=', accountId)
      .where('platform', '=', platform)
      .execute();
  return listPlatformRequests(trx, accountId);
}
