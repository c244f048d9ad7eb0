import type { CommandResult } from '../command-result.ts';
export interface DoctorContext {
  settings: import('../../config/settings.ts').Settings;
  log: import('../../lib/log.ts').Log;
  db: import('../../db/client.ts').Database | null;
}
export async function doctorCommand(_: DoctorContext): Promise<CommandResult> {
  return { lines: [], json: {} };
}
