/** The entitlements of an account, for the guard and for jobs. Nothing else decides by a plan or by its dates. */
import { type Entitlement, planStateAt } from '@kindling/contract/plans';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { entitlementsOf, lastEndWithout } from './entitlements.ts';
import { findPlan, isActivated, listEnded } from './queries.ts';

export interface Plans {
  /** What the account may use at this moment. */
  readEntitlements(trx: Transaction<DB>, accountId: string): Promise<ReadonlySet<Entitlement>>;
  /** Whether nothing is paid for the account, on an installation with plans. */
  isOnTrial(trx: Transaction<DB>, accountId: string): Promise<boolean>;
  /** Whether somebody pays for the account, on an installation with plans. */
  isPaying(trx: Transaction<DB>, accountId: string): Promise<boolean>;
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
  const readState = async (trx: Transaction<DB>, accountId: string) => {
    const plan = enabled ? await findPlan(trx, accountId) : null;
    return plan === null ? null : planStateAt(plan, now());
  };
  return {
    async readEntitlements(trx, accountId) {
      return entitlementsOf(enabled ? await findPlan(trx, accountId) : null, now());
    },
    async isOnTrial(trx, accountId) {
      const state = await readState(trx, accountId);
      return state === 'trial' || state === 'ended';
    },
    async isPaying(trx, accountId) {
      const state = await readState(trx, accountId);
      return state === 'active' || state === 'past_due' || state === 'canceled';
    },
    async listWithout(trx, entitlement, page) {
      if (!enabled || !(await isActivated(trx))) return [];
      return listEnded(trx, lastEndWithout(entitlement, now()), page);
    },
  };
}
