/** Lets each change that an administrator makes as a member be checked for an entry of the trail before it is committed. */
import { type CommitCheck, withCommitCheck } from '../db/commit-check.ts';
import type { Caller, SignedInUser } from './caller.ts';

export interface ActedCall {
  method: string;
  /** As declared, below the root of the API. */
  path: string;
  /** What came with the request, by the names of the parameters. */
  input: unknown;
}

/** Makes the check of one call. */
export type CheckActing = (user: SignedInUser, call: ActedCall) => CommitCheck;

/** Runs `work` of a call, with the check when it may change something in the name of a member. */
export function withActingCheck<T>(caller: Caller, call: ActedCall, check: CheckActing, work: () => T): T {
  if (caller.kind !== 'acting-admin' || call.method === 'GET') return work();
  return withCommitCheck(caller.user.accountId, check(caller.user, call), work);
}
