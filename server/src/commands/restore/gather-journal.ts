/** Which erasures were done since a backup, from all journals that are at hand. */
import { dirname, join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import type { BackupHeader } from '../../db/backup/container.ts';
import {
  dayMs,
  type Erasure,
  type JournalContent,
  journalDays,
  journalName,
  readJournalFile,
} from '../../features/backups/index.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { CommandError } from '../command-result.ts';

/** The clocks of the database and of the program that made the backup differ by less than this. */
const toleranceMs = 10 * 60_000;

export interface GatheredJournal {
  /** Since the backup, the oldest first. */
  erasures: Erasure[];
  /** Until when they are known; null without a journal. */
  until: Date | null;
  files: string[];
}

/**
 * Reads the file that the operator names, the one of the settings, and the one beside the backup, as far as they exist.
 * @throws CommandError `refused` when none is of this installation and reaches beyond the backup
 */
export async function gatherJournal(options: {
  header: BackupHeader;
  backupFile: string;
  named: string | null;
  settings: Pick<Settings, 'backups'>;
  box: SecretBox;
  withoutJournal: boolean;
}): Promise<GatheredJournal> {
  const { header, backupFile, named, settings, box, withoutJournal } = options;
  const created = Date.parse(header.createdAt);
  if (Date.now() - created > journalDays * dayMs && !withoutJournal)
    throw new CommandError(
      'refused',
      `the backup is older than ${journalDays} days, for which erasures are kept: they cannot be done again. With --without-journal it is restored all the same.`,
    );
  const places = [
    ...new Set([
      ...(named === null ? [] : [named]),
      settings.backups.journal,
      join(dirname(backupFile), journalName),
    ]),
  ];
  const found: { file: string; content: JournalContent }[] = [];
  for (const file of places) {
    const content = await read(file, box, file === named);
    if (content === null) continue;
    if (content.installation === header.installation) found.push({ file, content });
    else if (file === named)
      throw new CommandError(
        'refused',
        `${file} is the erasure journal of another installation than the backup.`,
      );
  }
  const until = found.reduce<Date | null>((latest, { content }) => later(latest, content.until), null);
  if (!withoutJournal && (until === null || until.getTime() < created))
    throw new CommandError('refused', missingJournal(places, until));
  const erasures = new Map(found.flatMap(({ content }) => content.erasures).map((one) => [one.id, one]));
  return {
    erasures: [...erasures.values()]
      .filter(({ at }) => Date.parse(at) >= created - toleranceMs)
      .sort((one, other) => one.at.localeCompare(other.at)),
    until,
    files: found.map(({ file }) => file),
  };
}

async function read(file: string, box: SecretBox, required: boolean): Promise<JournalContent | null> {
  try {
    const content = await readJournalFile(file, box);
    if (content === null && required)
      throw new CommandError('refused', `there is no erasure journal ${file}.`);
    return content;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (required) throw new CommandError('key', `${file}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

function missingJournal(places: readonly string[], until: Date | null): string {
  const found =
    until === null
      ? `no erasure journal of this installation was found (${places.join(', ')})`
      : `the erasure journal ends on ${until.toISOString()}, before the backup`;
  return `${found}, so what was erased since the backup would come back. Name the journal with --journal <file>; only when it is lost for good, use --without-journal, and repeat the erasures since the backup by hand.`;
}
