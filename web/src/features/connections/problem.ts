import type { ConnectProblem } from '@kindling/contract/connections';

/** Written out as an object so that a new code in the contract does not compile until it is known here. */
const known: Record<ConnectProblem, true> = {
  denied: true,
  state: true,
  expired: true,
  scope: true,
  code: true,
  'platform-down': true,
  'not-approved': true,
  'nothing-to-connect': true,
};

function isProblem(value: string): value is ConnectProblem {
  return Object.hasOwn(known, value);
}

/** The problem that the platform's callback put into the address; null for anything else. */
export function readProblem(value: string | null): ConnectProblem | null {
  return value !== null && isProblem(value) ? value : null;
}
