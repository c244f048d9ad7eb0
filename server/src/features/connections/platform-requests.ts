/** "Notify me" requests for platforms that cannot be connected yet. */
import { comingPlatforms } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type ComingPlatform = (typeof comingPlatforms)[number];

export async function listPlatformRequests(
  trx: Transaction<DB>,
  accountId: string,
): Promise<ComingPlatform[]> {
  const rows = await trx
    .selectFrom('platform_requests')
    .select('platform')
    .where('account_id', '=', accountId)
    .execute();
  return comingPlatforms.filter((platform) => rows.some((row) => row.platform === platform));
}

/** Adds or removes a request; repeating either changes nothing. */
export async function setPlatformRequest(
  trx: Transaction<DB>,
  accountId: string,
  platform: ComingPlatform,
  wanted: boolean,
): Promise<ComingPlatform[]> {
  if (wanted)
    await trx
      .insertInto('platform_requests')
      .values({ account_id: accountId, platform })
      .onConflict((conflict) => conflict.columns(['account_id', 'platform']).doNothing())
      .execute();
  else
    await trx
      .deleteFrom('platform_requests')
      .where('account_id', '=', accountId)
      .where('platform', '=', platform)
      .execute();
  return listPlatformRequests(trx, accountId);
}
