/** `maintenance read-only on|off|status`: the read-only mode, also while no process of the product runs. */
import type { Database } from '../db/client.ts';
import { getMaintenance, setReadOnly } from '../features/maintenance/index.ts';
import type { CommandResult } from './command-result.ts';

const words = ['on', 'off', 'status'] as const;
type MaintenanceWord = (typeof words)[number];

export const isMaintenanceWord = (word: string | undefined): word is MaintenanceWord =>
  words.some((known) => known === word);

export async function maintenanceCommand(db: Database, word: MaintenanceWord): Promise<CommandResult> {
  const { readOnly } = word === 'status' ? await getMaintenance({ db }) : await change(db, word === 'on');
  return { lines: [describe(readOnly)], json: { readOnlySince: readOnly.since } };
}

/** The running processes follow by notification. */
const change = (db: Database, on: boolean) =>
  setReadOnly({ db, readOnly: { refresh: async () => {} } }, null, { on, version: null });

function describe({ since, changedBy, changedAt }: Awaited<ReturnType<typeof getMaintenance>>['readOnly']) {
  if (since !== null)
    return `The read-only mode is on since ${since}, switched on by ${changedBy ?? 'a command'}.`;
  const ended =
    changedAt === null ? '' : ` It was switched off at ${changedAt} by ${changedBy ?? 'a command'}.`;
  return `The read-only mode is off.${ended}`;
}
