/** `restore <file>`: see docs/operations.md. */
import { resolve } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../lib/log.ts';
import { tableLines } from './backup.ts';
import type { CommandResult } from './command-result.ts';
import { readFlags } from './flags.ts';
import { restoreBackup } from './restore/restore-backup.ts';

/** Null for words that it does not take. */
export function restoreCommand(
  words: readonly string[],
  settings: Settings,
  log: Log,
): Promise<CommandResult> | null {
  const flags = readFlags(words, {
    values: ['--journal'],
    switches: ['--without-journal', '--old-journal', '--damaged-journal', '--expired', '--unencrypted'],
  });
  const [file, ...more] = flags?.rest ?? [];
  if (flags === null || file === undefined || more.length > 0) return null;
  return restore({
    settings,
    log,
    file: resolve(file),
    journal: flags.values.get('--journal') ?? null,
    withoutJournal: flags.switches.has('--without-journal'),
    oldJournal: flags.switches.has('--old-journal'),
    damagedJournal: flags.switches.has('--damaged-journal'),
    expired: flags.switches.has('--expired'),
    unencrypted: flags.switches.has('--unencrypted'),
  });
}

async function restore(options: Parameters<typeof restoreBackup>[0]): Promise<CommandResult> {
  const { backup, tables, migrated, journal, replayed, held } = await restoreBackup(options);
  const known = journal.until === null ? 'No journal was read' : `Known until ${journal.until.toISOString()}`;
  return {
    lines: [
      ...tableLines(tables),
      `The backup of ${backup.header.createdAt} is restored, equal row for row: ${backup.rows} rows in ${tables.length} tables.`,
      ...(migrated.length === 0 ? [] : [`Brought up to date with ${migrated.length} newer migrations.`]),
      `${replayed.erasures} erasures since the backup were done again. ${known}; what was erased after that must be erased again by hand.`,
      `Content that its platform did not confirm in time is deleted, and the embeds of ${replayed.refreshed} accounts are made again.`,
      `${held.mails} mails that waited when the backup was made are canceled, and ${held.campaigns} campaigns of invitations are paused, because they may have been sent since then.`,
      'People sign in again. Kindling can be started.',
    ],
    json: {
      backup: backup.header,
      tables,
      migrated,
      erasures: replayed.erasures,
      erasuresKnownUntil: journal.until?.toISOString() ?? null,
      journals: journal.files,
      refreshedAccounts: replayed.refreshed,
      canceledMails: held.mails,
      pausedCampaigns: held.campaigns,
    },
  };
}
