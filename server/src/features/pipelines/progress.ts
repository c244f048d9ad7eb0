import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { listBusinesses } from '../businesses/index.ts';
import type { ReviewSites } from './deps.ts';
import { listDestinations } from './destinations.ts';

/** How far an account is with collecting, within the locations of the caller. */
export interface CollectProgress {
  /** Whether any visitor has rated. */
  rated: boolean;
  /** Locations whose visitors find no public link; those of archived businesses are left out. */
  withoutDestination: { id: string; name: string }[];
}

export async function readCollectProgress(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
): Promise<CollectProgress> {
  const rated = await trx
    .selectFrom('door_days')
    .select('day')
    .where('account_id', '=', accountId)
    .where('ratings', '>', 0)
    .limit(1)
    .executeTakeFirst();
  const locations = (await listBusinesses(trx, accountId))
    .filter(({ archivedAt }) => archivedAt === null)
    .flatMap((business) => business.locations);
  const shown = await listDestinations(
    reviewSites,
    trx,
    accountId,
    locations.map(({ id }) => id),
  );
  return {
    rated: rated !== undefined,
    withoutDestination: locations
      .filter(({ id }) => (shown.get(id)?.length ?? 0) === 0)
      .map(({ id, name }) => ({ id, name })),
  };
}
