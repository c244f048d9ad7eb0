/** `maintenance read-only on|off|status`: the read-only mode, also while no process of the product runs. */
import type { Settings } from '../config/settings.ts';
import { getMaintenance, setReadOnly } from '../features/maintenance/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';

/** @returns the lines to print; null for words that it does not know */
export function maintenanceCommand(
  settings: Settings,
  log: Log,
  [what, state, ...rest]: readonly string[],
): Promise<string[]> | null {
  if (what !== 'read-only' || rest.length > 0) return null;
  if (state !== 'on' && state !== 'off' && state !== 'status') return null;
  return run(settings, log, state);
}

async function run(settings: Settings, log: Log, state: 'on' | 'off' | 'status'): Promise<string[]> {
  const db = await openMigrated(settings, log);
  try {
    const { readOnly } =
      state === 'status'
        ? await getMaintenance({ db })
        : // The running processes follow by notification; this one serves nobody.
          await setReadOnly({ db, readOnly: { refresh: async () => {} } }, null, {
            on: state === 'on',
            version: null,
          });
    return [describe(readOnly)];
  } finally {
    await db.close();
  }
}

function describe({ since, changedBy, changedAt }: Awaited<ReturnType<typeof getMaintenance>>['readOnly']) {
  if (since !== null)
    return `The read-only mode is on since ${since}, switched on by ${changedBy ?? 'a command'}.`;
  const ended =
    changedAt === null ? '' : ` It was switched off at ${changedAt} by ${changedBy ?? 'a command'}.`;
  return `The read-only mode is off.${ended}`;
}
