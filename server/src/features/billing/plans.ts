/** The entitlements of an account, for the guard and for jobs. Nothing else decides by a plan or by its dates. */
import type { Entitlement } from '@kindling/contract/plans';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { entitlementsOf, lastEndWithout, type Subscription } from './entitlements.ts';

export interface Plans {
  /** What the account may use at this moment. */
  readEntitlements(trx: Transaction<DB>, accountId: string): Promise<ReadonlySet<Entitlement>>;
  /** Whether nothing was paid for the account, on an installation with plans. */
  isOnTrial(trx: Transaction<DB>, accountId: string): Promise<boolean>;
  /**
   * Ids of up to `limit` accounts that may not use the entitlement at this moment, in the order of the ids, beginning
   * behind `after`. Across all tenants.
   */
  listWithout(
    trx: Transaction<DB>,
    entitlement: Entitlement,
    page: { after: string | null; limit: number },
  ): Promise<string[]>;
}

/** @param enabled false on an installation without plans, where every account has everything */
export function createPlans(enabled: boolean, now: () => Date = () => new Date()): Plans {
  return {
    async readEntitlements(trx, accountId) {
      const subscription: Subscription = enabled
        ? await readSubscription(trx, accountId)
        : { status: 'included' };
      return entitlementsOf(subscription, now());
    },
    async isOnTrial(trx, accountId) {
      if (!enabled) return false;
      const { status } = await readSubscription(trx, accountId);
      return status === 'trialing' || status === 'expired';
    },
    async listWithout(trx, entitlement, { after, limit }) {
      if (!enabled) return [];
      let query = trx
        .selectFrom('accounts')
        .select('id')
        .where('plan_ended_at', '<=', lastEndWithout(entitlement, now()))
        .orderBy('id')
        .limit(limit);
      if (after !== null) query = query.where('id', '>', after);
      return (await query.execute()).map(({ id }) => id);
    },
  };
}

/** Nobody pays yet, so each trial is without an end until `plan_ended_at` is set. An account that is gone has a trial too. */
async function readSubscription(trx: Transaction<DB>, accountId: string): Promise<Subscription> {
  const row = await trx
    .selectFrom('accounts')
    .select('plan_ended_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const endedAt = row?.plan_ended_at ?? null;
  return endedAt === null ? { status: 'trialing', endsAt: null } : { status: 'expired', endedAt };
}
