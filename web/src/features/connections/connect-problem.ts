import type { ConnectProblem } from '@kindling/contract/connections';

/** An object, not an array, so that a code added to the contract does not compile until it is listed here. */
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

/** The problem that the OAuth callback put into the URL; null for an unknown value. */
export function parseConnectProblem(value: string | null): ConnectProblem | null {
  return value !== null && isConnectProblem(value) ? value : null;
}
