/**
 * Whether this installation has plans, as the database knows it. Each time an operator turns plans on, every account gets a
 * trial from that day: nobody who used Kindling without plans finds that theirs ended long ago.
 */
import { trialDays } from '@kindling/contract/constants';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { extendTrials } from '../identity/index.ts';
import { deleteActivation, insertActivation } from './queries.ts';

/** Called at the start of a worker. A repeat changes nothing. */
export function recordActivation(
  db: Pick<Database, 'pool'>,
  enabled: boolean,
  now: Date = new Date(),
): Promise<void> {
  return inSystem(db, async (system) => {
    if (!enabled) await deleteActivation(system);
    else if (await insertActivation(system, now)) await extendTrials(system, trialDays, now);
  });
}
