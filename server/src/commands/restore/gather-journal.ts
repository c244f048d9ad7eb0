/** Which erasures were done since a backup, from all journals that are at hand. */
import { dirname, join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import type { BackupHeader } from '../../db/backup/header.ts';
import {
  dayMs,
  type Erasure,
  journalDays,
  journalName,
  type ParsedJournal,
  readJournalFile,
} from '../../features/backups/index.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { CommandError } from '../command-result.ts';

/** The clocks of the database and of the program that made the backup differ by less than this. */
const toleranceMs = 10 * 60_000;
/** How old the copy beside a backup may be to be taken for all that was erased: somebody restores right after the backup. */
const freshCopyMs = 15 * 60_000;

export interface GatheredJournal {
  /** Since the backup, the oldest first. */
  erasures: Erasure[];
  /** Until when they are known; null without a journal. */
  until: Date | null;
  files: string[];
}

export interface AcceptedGaps {
  /** There is no journal that reaches beyond the backup. */
  withoutJournal: boolean;
  /** Nothing reaches beyond the copy that was made with the backup. */
  oldJournal: boolean;
  /** Lines of the journal cannot be read, or are missing. */
  damagedJournal: boolean;
}

interface Found {
  file: string;
  content: ParsedJournal;
}

/**
 * Reads the file that the operator names, the one of the settings, and the one beside the backup, as far as they exist.
 * @throws CommandError `refused` when none is of this installation and reaches beyond the backup, or only the copy that was made
 *   with it; `damaged` when lines are lost that no other file has
 */
export async function gatherJournal(
  options: {
    header: BackupHeader;
    backupFile: string;
    named: string | null;
    settings: Pick<Settings, 'backups'>;
    box: SecretBox;
    /** For tests. */
    now?: Date;
  } & AcceptedGaps,
): Promise<GatheredJournal> {
  const { header, settings, named } = options;
  const now = options.now ?? new Date();
  const created = Date.parse(header.createdAt);
  if (now.getTime() - created > journalDays * dayMs && !options.withoutJournal)
    throw new CommandError(
      'refused',
      `the backup is older than ${journalDays} days, for which erasures are kept: they cannot be done again. With --without-journal it is restored all the same.`,
    );
  const beside = join(dirname(options.backupFile), journalName);
  const places = [...new Set([...(named === null ? [] : [named]), settings.backups.journal, beside])];
  const found = await readAll(places, options);
  const until = latest(found);
  if (!options.withoutJournal) {
    if (until === null || until.getTime() < created)
      throw new CommandError('refused', missingJournal(places, until));
    // Copies of earlier versions do not say what they are.
    const isCopy = ({ file, content }: Found) =>
      content.besideBackup || (file === beside && file !== settings.backups.journal && file !== named);
    const continued = latest(found.filter((one) => !isCopy(one)));
    const isCurrent = now.getTime() - until.getTime() <= freshCopyMs;
    if ((continued === null || continued.getTime() < created) && !isCurrent && !options.oldJournal)
      throw new CommandError('refused', onlyTheCopy(until));
  }
  if (!options.damagedJournal) refuseLostLines(found);
  const erasures = new Map(found.flatMap(({ content }) => content.erasures).map((one) => [one.id, one]));
  return {
    erasures: [...erasures.values()]
      .filter(({ at }) => Date.parse(at) >= created - toleranceMs)
      .sort((one, other) => one.at.localeCompare(other.at)),
    until,
    files: found.map(({ file }) => file),
  };
}

async function readAll(
  places: readonly string[],
  { named, box, header }: { named: string | null; box: SecretBox; header: BackupHeader },
): Promise<Found[]> {
  const found: Found[] = [];
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
  return found;
}

async function read(file: string, box: SecretBox, required: boolean): Promise<ParsedJournal | null> {
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

/** Every file has all erasures until its end, so a whole one that reaches as far has what a damaged one lacks. */
function refuseLostLines(found: readonly Found[]): void {
  const whole = latest(found.filter(({ content }) => content.lost + content.newer === 0));
  for (const { file, content } of found) {
    const { lost, newer, until } = content;
    if (lost + newer === 0 || (whole !== null && until !== null && until <= whole)) continue;
    const what = [
      ...(lost > 0 ? [`${lost} of its lines are damaged or missing`] : []),
      ...(newer > 0
        ? [`${newer} of its lines are of a newer version of Kindling, which can restore them`]
        : []),
    ];
    throw new CommandError(
      'damaged',
      `the erasure journal ${file} is not whole: ${what.join(', and ')}, so what was erased since the backup could come back. Name a whole one with --journal <file>; only when there is none, use --damaged-journal, and repeat the erasures since the backup by hand.`,
    );
  }
}

const latest = (found: readonly Found[]): Date | null =>
  found.reduce<Date | null>((last, { content: { until } }) => later(last, until), null);

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

function missingJournal(places: readonly string[], until: Date | null): string {
  const found =
    until === null
      ? `no erasure journal of this installation was found (${places.join(', ')})`
      : `the erasure journal ends on ${until.toISOString()}, before the backup`;
  return `${found}, so what was erased since the backup would come back. Name the journal with --journal <file>; only when it is lost for good, use --without-journal, and repeat the erasures since the backup by hand.`;
}

const onlyTheCopy = (until: Date) =>
  `the only erasure journal is the copy that was made with a backup; it ends on ${until.toISOString()}, so what was erased after that would come back. Name the journal that a worker kept (KINDLING_ERASURE_JOURNAL) with --journal <file>; only when it is lost for good, use --old-journal, and repeat the erasures after that time by hand.`;
