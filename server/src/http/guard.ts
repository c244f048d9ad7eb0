/**
 * Decides whether a caller may take the action of a route. Row-level security of the database is the second wall behind
 * this one.
 */
import type { Entitlement } from '@kindling/contract/plans';
import { type Action, mayTake, mayTakeWhileActing } from '@kindling/contract/rights';
import type { RouteMeta } from '@kindling/contract/route';
import { AppError } from '../lib/app-error.ts';
import { type CallerScope, withCallerScope } from '../lib/caller-scope.ts';
import type { Authenticate, Caller, Credentials } from './caller.ts';

/** Reads what the plan of an account includes at this moment. */
export type ReadEntitlements = (accountId: string) => Promise<ReadonlySet<Entitlement>>;

/** @throws AppError `plan-ended` when the plan of the caller's account does not include what the route needs */
export async function requireEntitlement(
  caller: Caller,
  { needs }: Pick<RouteMeta, 'needs'>,
  read: ReadEntitlements,
): Promise<void> {
  if (needs === undefined) return;
  const scope = scopeOf(caller);
  if (scope === null || !(await read(scope.accountId)).has(needs)) throw new AppError('plan-ended');
}

/**
 * @throws AppError `role-forbids` when the caller may not take the action of the route, `acting` when an administrator may
 *   not in the name of a member, `confirm-acting` when they have not confirmed what must be confirmed
 */
export function authorize(
  caller: Caller,
  {
    action,
    whileActing,
    confirmWhileActing,
  }: Pick<RouteMeta, 'action' | 'whileActing' | 'confirmWhileActing'>,
): void {
  if (action !== undefined && !mayCallerTake(caller, action))
    throw new AppError(
      caller.kind === 'acting-admin' && mayTake(caller.user, action) ? 'acting' : 'role-forbids',
    );
  if (whileActing === false && caller.kind === 'acting-admin') throw new AppError('acting');
  if (confirmWhileActing === true && caller.kind === 'acting-admin' && !caller.confirms)
    throw new AppError('confirm-acting');
}

function mayCallerTake(caller: Caller, action: Action): boolean {
  switch (caller.kind) {
    case 'anonymous':
    case 'bearer':
    case 'self':
    case 'admin':
      return false;
    case 'api-key':
      return mayTake(caller.key, action);
    case 'acting-admin':
      return mayTakeWhileActing(caller.user, action);
    case 'person':
      return mayTake(caller.user, action);
  }
}

/** Who acts and within which limits, for the database and the audit trail; null for a caller without an account. */
export function scopeOf(caller: Caller): CallerScope | null {
  switch (caller.kind) {
    case 'anonymous':
    case 'bearer':
    case 'self':
    case 'admin':
      return null;
    case 'api-key': {
      const { keyId, accountId, locationIds } = caller.key;
      return { accountId, locationIds, actor: { kind: 'api-key', keyId } };
    }
    case 'acting-admin': {
      const { accountId, userId, locationIds } = caller.user;
      return { accountId, locationIds, actor: { kind: 'acting-admin', userId, adminId: caller.adminId } };
    }
    case 'person': {
      const { accountId, userId, locationIds } = caller.user;
      return { accountId, locationIds, actor: { kind: 'person', userId } };
    }
  }
}

/** Authenticates and authorizes a caller of an address outside of the contract, and runs `work` for them. */
export async function callAs<T>(
  authenticate: Authenticate,
  credentials: Credentials,
  meta: Pick<RouteMeta, 'access' | 'action' | 'confirmWhileActing'>,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const caller = await authenticate(credentials, meta.access);
  authorize(caller, meta);
  return withCallerScope(scopeOf(caller), () => work(caller));
}
