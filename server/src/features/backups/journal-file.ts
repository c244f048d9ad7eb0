/**
 * The copy of the erasure journal outside of the database, which a restore needs when the database is lost. Each process with
 * the role `worker` keeps a complete file.
 */
import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { measure } from '@kindling/service/measurements';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { runEvery } from '../../lib/run-every.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { readDatabaseTime } from './database-time.ts';
import type { Erasure } from './erasure.ts';
import {
  type JournalContent,
  journalFile,
  type ParsedJournal,
  parseJournal,
  sealLines,
} from './journal-lines.ts';
import {
  type ErasurePage,
  type ErasurePosition,
  findLastBackups,
  listErasures,
  readInstallation,
} from './queries.ts';
import { dayMs, journalDays } from './retention.ts';

const copyMs = 10_000;
/** How often the file says until when it is complete, where nothing is erased. */
const noteMs = 3_600_000;
/** A transaction that began before the last look may end after it. */
const overlapMs = 15 * 60_000;
const batchSize = 1000;
const maxFileBytes = 512 * 1024 * 1024;

/** Null where there is no file. */
export async function readJournalFile(file: string, box: SecretBox): Promise<ParsedJournal | null> {
  try {
    return parseJournal(await readFile(file, 'utf8'), box);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Everything that the database has of the journal, for a copy beside backups. */
export async function readWholeJournal(db: Pick<Database, 'pool'>, now: Date): Promise<JournalContent> {
  const installation = await inSystem(db, readInstallation);
  const erasures: Erasure[] = [];
  let since: Date | ErasurePosition | null = new Date(now.getTime() - journalDays * dayMs);
  while (since !== null) {
    const from: Date | ErasurePosition = since;
    const page: ErasurePage = await inSystem(db, (trx) => listErasures(trx, from, batchSize));
    for (const erasure of page.erasures) erasures.push(erasure);
    since = page.erasures.length < batchSize ? null : page.last;
  }
  return { installation, erasures, until: now };
}

export interface JournalCopy {
  /** Copies what the file does not have yet. */
  copyNow(): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps the file up to date. A file of another installation is put aside. */
export function startJournalCopy({
  db,
  file,
  box,
  log,
  now,
}: {
  db: Pick<Database, 'pool'>;
  file: string;
  box: SecretBox;
  log: Pick<Log, 'error' | 'warn'>;
  /** For tests; otherwise the database's time. */
  now?: () => Date;
}): JournalCopy {
  let state: OpenedFile | null = null;
  /** @param isLast the file says until when it is complete, whatever happened since */
  const copy = async (isLast: boolean) => {
    // Another process, a backup into the same folder or somebody who tidied up may have replaced it.
    if (state !== null && (await markOf(file)) !== state.mark) state = null;
    const at = now?.() ?? (await inSystem(db, readDatabaseTime));
    state ??= await openFile(db, file, box, at, log);
    const { installation, known, newest, notedAt, lines } = state;
    // A clock that was ahead for a while must not hide what is erased until then.
    const overlapFrom = Math.min(newest, at.getTime()) - overlapMs;
    const since = new Date(Math.max(overlapFrom, at.getTime() - journalDays * dayMs));
    const limit = batchSize + known.size;
    const { found, backup } = await inSystem(db, async (trx) => ({
      found: (await listErasures(trx, since, limit)).erasures,
      backup: (await findLastBackups(trx, at)).latest,
    }));
    const fresh = found.filter(({ id }) => !known.has(id));
    // A restore asks whether the file goes beyond the backup.
    const isBehindBackup = backup !== null && backup.began_at.getTime() > notedAt;
    const isDue = isLast || isBehindBackup || at.getTime() - notedAt >= noteMs;
    if (fresh.length === 0 && !isDue) return;
    const isComplete = found.length < limit;
    const entries = [...fresh, ...(isComplete ? [{ until: at.toISOString() }] : [])];
    const text = sealLines(entries, { installation, first: lines + 1 }, box);
    // A line that was written in part must not be continued: then the file is begun anew.
    state = null;
    await appendFile(file, text, { mode: 0o600, flush: true });
    for (const { id } of fresh) known.add(id);
    state = {
      installation,
      known,
      newest: Math.max(newest, newestOf(fresh)),
      notedAt: isComplete ? at.getTime() : notedAt,
      lines: lines + entries.length,
      mark: await markOf(file),
    };
  };
  const copyNow = async () => {
    let succeeded = false;
    try {
      await copy(false);
      succeeded = true;
    } finally {
      measure('erasureJournalCopied', { succeeded });
    }
  };
  const stop = runEvery(copyMs, copyNow, log);
  return {
    copyNow,
    async stop() {
      await stop();
      await copy(true).catch((error: unknown) =>
        log.error({ err: error }, 'The erasure journal was not written'),
      );
    },
  };
}

interface OpenedFile {
  installation: string;
  /** Ids of the erasures of the file. */
  known: Set<string>;
  /** When the newest of them was; 0 without any. */
  newest: number;
  /** When the file last said until when it is complete. */
  notedAt: number;
  lines: number;
  /** Tells the file that was written from any other. */
  mark: string | null;
}

/** Milliseconds; 0 without any. */
export const newestOf = (erasures: readonly Erasure[]): number =>
  erasures.reduce((newest, { at }) => Math.max(newest, Date.parse(at)), 0);

/** Null where there is no file. */
async function markOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found === null ? null : `${found.ino} ${found.size}`;
}

/**
 * Begins the file again without what is too old, or with everything where there is none. One of another installation, or with
 * lines that cannot be read, is put aside.
 */
async function openFile(
  db: Pick<Database, 'pool'>,
  file: string,
  box: SecretBox,
  now: Date,
  log: Pick<Log, 'warn'>,
): Promise<OpenedFile> {
  const whole = await readWholeJournal(db, now);
  makeFolder(dirname(file));
  const present = await readJournalFile(file, box).catch(() => 'unknown' as const);
  const own = typeof present === 'object' && present?.installation === whole.installation ? present : null;
  if (present !== null && own === null) await rename(file, `${file}.other-${now.getTime()}`);
  if (own !== null && own.lost + own.newer > 0) {
    await rename(file, `${file}.damaged-${now.getTime()}`);
    log.warn(
      { lines: own.lost + own.newer },
      'The erasure journal had lines that cannot be read; it was put aside',
    );
  }
  const oldest = now.getTime() - journalDays * dayMs;
  const merged = new Map(
    [...(own?.erasures ?? []), ...whole.erasures].map((erasure) => [erasure.id, erasure]),
  );
  const erasures = [...merged.values()].filter(({ at }) => Date.parse(at) > oldest);
  const { text, lines } = journalFile({ ...whole, erasures }, box);
  if (text.length > maxFileBytes) throw new Error('The erasure journal is too large.');
  await replaceFile(file, text);
  return {
    installation: whole.installation,
    known: new Set(erasures.map(({ id }) => id)),
    newest: newestOf(erasures),
    notedAt: now.getTime(),
    lines,
    mark: await markOf(file),
  };
}
