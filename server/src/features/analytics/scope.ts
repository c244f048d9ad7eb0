/** What a request is about: which locations, and which days. */
import type { DashboardPeriod, DaySpan } from '@kindling/contract/analytics';
import { earlierOf, sameDaysBefore, spanBefore } from '@kindling/contract/day-spans';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { findToday } from '../identity/index.ts';
import { findFirstDay, type Scope } from './sum-queries.ts';

export type ScopeInput = Pick<DashboardPeriod, 'businessId' | 'locationId'>;

/** The locations that the caller asked for and may see. */
export async function resolveScope(
  trx: Transaction<DB>,
  accountId: string,
  { businessId, locationId }: ScopeInput,
): Promise<Scope> {
  const isLimited = currentLocationLimit(accountId) !== null;
  if (!isLimited && businessId === undefined && locationId === undefined) return { locationIds: null };
  const rows = await trx
    .selectFrom('locations')
    .select([
      'id',
      sql<boolean>`coalesce(business_id = ${businessId ?? null}::uuid, true)
        and coalesce(id = ${locationId ?? null}::uuid, true)`.as('chosen'),
    ])
    .where('account_id', '=', accountId)
    .execute();
  const chosen = rows.filter((row) => row.chosen).map(({ id }) => id);
  return { locationIds: !isLimited && chosen.length === rows.length ? null : chosen };
}

export interface Period {
  span: DaySpan;
  /** The period that it is compared with; null without a first day. */
  before: DaySpan | null;
}

export async function resolvePeriod(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  { from, to, compare }: Pick<DashboardPeriod, 'from' | 'to' | 'compare'>,
): Promise<Period> {
  // The contract's format allows years that no review is from, and the database has no year 0.
  for (const [path, day] of Object.entries({ from, to }))
    if (day !== undefined && (day < '1990-01-01' || day >= '2100-01-01'))
      throw new AppError('invalid-input', undefined, {
        fields: [{ path, message: 'The day is not between 1990 and 2099.' }],
      });
  const today = await findToday(trx, accountId);
  const last = to ?? today;
  const first = from ?? (await findFirstDay(trx, accountId, scope)) ?? last;
  if (from !== undefined && first > last)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'from', message: 'The first day is after the last one.' }],
    });
  const span = { from: earlierOf(first, last), to: last };
  if (from === undefined) return { span, before: null };
  return { span, before: compare === 'year' ? sameDaysBefore(span, 12) : spanBefore(span) };
}
