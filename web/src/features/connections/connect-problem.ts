import type { ConnectProblem } from '@kindling/contract/connections';

/** Written out as an object so that a new code in the contract does not compile until it is known here. */
const connectProblems: Record<ConnectProblem, true> = {
  denied: true,
  state: true,
  expired: true,
  scope: true,
  code: true,
  'platform-down': true,
  'not-approved': true,
  'nothing-to-connect': true,
};

function isConnectProblem(value: string): value is ConnectProblem {
  return Object.hasOwn(connectProblems, value);
}

/** The problem that the platform's callback put into the address; null for anything else. */
export function parseConnectProblem(value: string | null): ConnectProblem | null {
  return value !== null && isConnectProblem(value) ? value : null;
}
