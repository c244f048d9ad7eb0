/**
 * The lines of the file of the erasure journal. Each is sealed, so that the file tells nobody who was erased and nobody can
 * add an erasure, and numbered, so that a missing one shows.
 */
import { z } from 'zod';
import type { SecretBox } from '../../lib/secret-box.ts';
import { type Erasure, erasureSchema } from './erasure.ts';

const magic = 'KINDLING-ERASURES 1';

const noteSchema = z.object({
  until: z.iso.datetime(),
  /** Set in the copy beside a backup, which nobody continues. */
  besideBackup: z.boolean().optional(),
});
type Note = z.infer<typeof noteSchema>;
const lineSchema = z.union([erasureSchema, noteSchema]);
/** Lines of earlier versions have no number. */
const numberedSchema = z.object({ line: z.int().positive() });

export interface JournalContent {
  installation: string;
  erasures: Erasure[];
  /** Until when it is complete; null for one that does not say. */
  until: Date | null;
}

export interface ParsedJournal extends JournalContent {
  /** Lines that cannot be read, or are missing. */
  lost: number;
  /** Lines that only a newer version understands. */
  newer: number;
  /** It was written once, with a backup, and says nothing of what was erased afterwards. */
  besideBackup: boolean;
}

const contextOf = (installation: string) => `erasure-journal ${installation}`;

/** Lines to append to a file. @param first number of the first one, counted from 1 in each file */
export function sealLines(
  entries: readonly (Erasure | Note)[],
  { installation, first }: { installation: string; first: number },
  box: SecretBox,
): string {
  return entries
    .map(
      (entry, at) => `${box.seal(JSON.stringify({ line: first + at, ...entry }), contextOf(installation))}\n`,
    )
    .join('');
}

/** A whole file, and how many lines it has behind its head. */
export function journalFile(
  { installation, erasures, until }: JournalContent,
  box: SecretBox,
  { besideBackup = false } = {},
): { text: string; lines: number } {
  const note = { ...(besideBackup ? { besideBackup } : {}) };
  const entries = [...erasures, ...(until === null ? [] : [{ until: until.toISOString(), ...note }])];
  return {
    text: `${magic} ${installation}\n${sealLines(entries, { installation, first: 1 }, box)}`,
    lines: entries.length,
  };
}

/** @throws Error with one sentence for a file of another kind, or one that this secret does not open */
export function parseJournal(text: string, box: SecretBox): ParsedJournal {
  const [head = '', ...lines] = text.split('\n');
  const installation = head.startsWith(`${magic} `) ? head.slice(magic.length + 1).trim() : null;
  if (installation === null || !z.uuid().safeParse(installation).success)
    throw new Error('the file is not an erasure journal.');
  const erasures: Erasure[] = [];
  let note: Note | null = null;
  const count = { readable: 0, unreadable: 0, newer: 0, highest: 0 };
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const plain = openLine(line, installation, box);
    if (plain === null) {
      // A process that was killed while it wrote leaves half a line at the end; what it is about is in the database.
      if (index < lines.length - 1) count.unreadable += 1;
      continue;
    }
    count.readable += 1;
    count.highest = Math.max(count.highest, numberedSchema.safeParse(plain).data?.line ?? 0);
    const entry = lineSchema.safeParse(plain).data;
    if (entry === undefined) count.newer += 1;
    else if ('until' in entry) note = entry;
    else erasures.push(entry);
  }
  if (count.readable === 0 && count.unreadable > 0)
    throw new Error('the secret does not open the erasure journal: it belongs to another KINDLING_SECRET.');
  return {
    installation,
    erasures,
    until: note === null ? null : new Date(note.until),
    lost: Math.max(count.unreadable, count.highest - count.readable),
    newer: count.newer,
    besideBackup: note?.besideBackup === true,
  };
}

/** Null for what this secret did not seal. */
function openLine(line: string, installation: string, box: SecretBox): unknown {
  try {
    return JSON.parse(box.open(line, contextOf(installation)));
  } catch {
    return null;
  }
}
