/** How many mails an account may send on a day of its time zone, and on a day of UTC: another zone must not begin a new count. */
import { requestLimits } from '@kindling/contract/review-request-limits';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { dayOf } from '../../lib/time-zones.ts';
import { findAccountZone } from '../identity/index.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import { type DayCount, readDay, type SendingDay } from './suppression-queries.ts';

export interface DayAllowance {
  day: SendingDay;
  perDay: number;
  left: number;
  testsLeft: number;
  trial: boolean;
  renewsAt: Date;
}

export async function readAllowance(
  trx: Transaction<DB>,
  deps: Pick<ReviewRequestsDeps, 'isOnTrial' | 'now'>,
  accountId: string,
): Promise<DayAllowance> {
  const trial = await deps.isOnTrial(trx, accountId);
  const perDay = trial ? requestLimits.perDayInTrial : requestLimits.perDay;
  const now = nowOf(deps);
  const local = dayOf(now, await findAccountZone(trx, accountId));
  const utc = dayOf(now, 'UTC');
  const day = { local: local.day, utc: utc.day };
  const counts = await readDay(trx, accountId, day);
  const isFull = ({ sent, tests }: DayCount) => sent >= perDay || tests >= requestLimits.testsPerDay;
  return {
    day,
    perDay,
    left: Math.max(0, perDay - Math.max(counts.local.sent, counts.utc.sent)),
    testsLeft: Math.max(0, requestLimits.testsPerDay - Math.max(counts.local.tests, counts.utc.tests)),
    trial,
    renewsAt:
      isFull(counts.utc) && (!isFull(counts.local) || utc.endsAt > local.endsAt) ? utc.endsAt : local.endsAt,
  };
}
