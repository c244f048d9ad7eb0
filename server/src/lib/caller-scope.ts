/** Makes the caller of the current request available to code that has no access to the request. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts, as audit entries name them. */
export type Actor =
  | { kind: 'person'; userId: string }
  | { kind: 'api-key'; keyId: string }
  | { kind: 'acting-admin'; userId: string; adminId: string };

/** What holds for all work of one request. */
export interface CallerScope {
  accountId: string;
  actor: Actor;
  /** Locations that the caller is limited to; null for all of the account. */
  locationIds: readonly string[] | null;
}

const scopes = new AsyncLocalStorage<CallerScope | null>();

/** Runs `work`, and all asynchronous work that it starts, for this caller; null for the program itself. */
export function withCallerScope<T>(scope: CallerScope | null, work: () => T): T {
  return scopes.run(scope, work);
}

/** The caller of the current request; null outside of a request, for example in a job. */
export function currentCallerScope(): CallerScope | null {
  return scopes.getStore() ?? null;
}

/** Locations that the current caller is limited to in this account; null for all of them. */
export function currentLocationLimit(accountId: string): readonly string[] | null {
  const scope = currentCallerScope();
  return scope?.accountId === accountId ? scope.locationIds : null;
}

/**
 * Runs `work` for the same caller without the limit to locations. Only for what the whole account decides, such as the
 * law that applies to it; the caller must get nothing of other locations from it.
 */
export function withoutLocationLimit<T>(work: () => T): T {
  const scope = currentCallerScope();
  return scope === null ? work() : withCallerScope({ ...scope, locationIds: null }, work);
}
