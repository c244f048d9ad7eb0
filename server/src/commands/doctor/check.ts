import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/client.ts';

export type Status = 'ok' | 'warning' | 'failure';

export interface Finding {
  status: Status;
  /** One sentence about what was found. Never a secret, an address with a password, or personal data. */
  says: string;
  /** What to do, where something is to be done. */
  todo?: string;
}

export interface CheckContext {
  settings: Settings;
  /** Null when it could not be opened; `databaseProblem` says why. */
  db: Database | null;
  databaseProblem: string | null;
  signal: AbortSignal;
}

export interface Check {
  name: string;
  /** @throws Error when it cannot be checked, which is a failure */
  run(context: CheckContext): Promise<Finding | Finding[]>;
}

export const ok = (says: string): Finding => ({ status: 'ok', says });
export const warning = (says: string, todo: string): Finding => ({ status: 'warning', says, todo });
export const failure = (says: string, todo: string): Finding => ({ status: 'failure', says, todo });

/** A system's code, without addresses that could hold a password. */
export function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (inner instanceof Error && 'code' in inner) return String(inner.code);
  return error instanceof Error ? error.message.replaceAll(/\/\/[^@\s/]*@/g, '//') : 'unknown';
}
