/** How embeds and collection pages were used in a period, and from where. */
import type { DashboardVisits } from '@kindling/contract/analytics';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Period } from './scope.ts';
import { rangesOf } from './spans.ts';
import { type Scope, sumLocations } from './sum-queries.ts';
import { stateOfAddress } from './us-states.ts';
import {
  listAddresses,
  sumCountries,
  sumEmbedUse,
  sumFunnel,
  sumStateVisits,
  type VisitScope,
} from './visit-queries.ts';

export interface VisitOptions {
  scope: Scope;
  asked: VisitScope['asked'];
  period: Period;
  /** Whether visits are counted by state. */
  hasStates: boolean;
}

export async function buildVisits(
  trx: Transaction<DB>,
  accountId: string,
  { scope, asked, period, hasStates }: VisitOptions,
): Promise<DashboardVisits> {
  const visitScope: VisitScope = { accountId, asked, locationIds: scope.locationIds };
  const { span, before } = period;
  return {
    embeds: {
      now: await sumEmbedUse(trx, visitScope, span),
      before: before === null ? null : await sumEmbedUse(trx, visitScope, before),
    },
    funnel: {
      now: await sumFunnel(trx, visitScope, span),
      before: before === null ? null : await sumFunnel(trx, visitScope, before),
    },
    countries: await sumCountries(trx, visitScope, span),
    states: hasStates
      ? { basis: 'visits', items: await sumStateVisits(trx, visitScope, span) }
      : { basis: 'reviews', items: await sumStateReviews(trx, accountId, scope, period) },
  };
}

/** The reviews of the locations whose address is in a state. */
async function sumStateReviews(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  { span }: Period,
): Promise<DashboardVisits['states']['items']> {
  const addresses = await listAddresses(trx, accountId);
  const stateOf = new Map([...addresses].map(([id, address]) => [id, stateOfAddress(address)]));
  if (![...stateOf.values()].some((state) => state !== null)) return [];
  const counts = new Map<string, number>();
  for (const { id, total } of await sumLocations(trx, accountId, scope, rangesOf(span))) {
    const state = stateOf.get(id) ?? null;
    if (state !== null) counts.set(state, (counts.get(state) ?? 0) + total);
  }
  return [...counts]
    .map(([state, count]) => ({ state, count }))
    .sort((one, other) => other.count - one.count || (one.state < other.state ? -1 : 1));
}
