/**
 * The copy of the erasure journal outside of the database, which a restore needs when the database is lost. A line per entry,
 * sealed, so that the file tells nobody who was erased and nobody can add an erasure. Each process with the role `worker`
 * keeps a complete file of its own.
 */
import { appendFile, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { runEvery } from '../../lib/run-every.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { type Erasure, erasureSchema } from './erasure.ts';
import { findLastBackups, listErasures, readInstallation } from './queries.ts';
import { dayMs, journalDays } from './retention.ts';

const magic = 'KINDLING-ERASURES 1';
const copyMs = 10_000;
/** How often the file says until when it is complete, where nothing is erased. */
const noteMs = 3_600_000;
/** A transaction that began before the last look may end after it. */
const overlapMs = 15 * 60_000;
const batchSize = 1000;
const maxFileBytes = 512 * 1024 * 1024;

const lineSchema = z.union([erasureSchema, z.object({ until: z.iso.datetime() })]);

export interface JournalContent {
  installation: string;
  erasures: Erasure[];
  /** Until when it is complete; null for one that does not say. */
  until: Date | null;
}

const contextOf = (installation: string) => `erasure-journal ${installation}`;

/** @throws Error with one sentence for a file of another kind, or one that this secret does not open */
export function parseJournal(text: string, box: SecretBox): JournalContent {
  const [head = '', ...lines] = text.split('\n');
  const installation = head.startsWith(`${magic} `) ? head.slice(magic.length + 1).trim() : null;
  if (installation === null || !z.uuid().safeParse(installation).success)
    throw new Error('the file is not an erasure journal.');
  const erasures: Erasure[] = [];
  let until: string | null = null;
  // A process that was killed while it wrote leaves half a line, which the next one follows with a line of its own.
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const entry = openLine(line, installation, box);
    if (entry === null) {
      if (index >= lines.length - 2) continue;
      if (erasures.length === 0 && until === null)
        throw new Error(
          'the secret does not open the erasure journal: it belongs to another KINDLING_SECRET.',
        );
      continue;
    }
    if ('until' in entry) until = entry.until;
    else erasures.push(entry);
  }
  return { installation, erasures, until: until === null ? null : new Date(until) };
}

function openLine(line: string, installation: string, box: SecretBox): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(box.open(line, contextOf(installation))));
  } catch {
    return null;
  }
}

/** Null where there is no file. */
export async function readJournalFile(file: string, box: SecretBox): Promise<JournalContent | null> {
  try {
    return parseJournal(await readFile(file, 'utf8'), box);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export function journalText({ installation, erasures, until }: JournalContent, box: SecretBox): string {
  const lines = [...erasures, ...(until === null ? [] : [{ until: until.toISOString() }])];
  return `${[`${magic} ${installation}`, ...lines.map((line) => box.seal(JSON.stringify(line), contextOf(installation)))].join('\n')}\n`;
}

/** Everything that the database has of the journal, for a copy beside backups. */
export async function readWholeJournal(db: Pick<Database, 'pool'>, now: Date): Promise<JournalContent> {
  const installation = await inSystem(db, readInstallation);
  const erasures: Erasure[] = [];
  let since = new Date(now.getTime() - journalDays * dayMs);
  for (;;) {
    const known = new Set(erasures.map(({ id }) => id));
    const page = await inSystem(db, (trx) => listErasures(trx, since, batchSize + known.size));
    const fresh = page.filter(({ id }) => !known.has(id));
    erasures.push(...fresh);
    if (fresh.length < batchSize) return { installation, erasures, until: now };
    since = new Date(erasures.at(-1)?.at ?? since);
  }
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
  now = () => new Date(),
}: {
  db: Pick<Database, 'pool'>;
  file: string;
  box: SecretBox;
  log: Pick<Log, 'error' | 'warn'>;
  now?: () => Date;
}): JournalCopy {
  let state: { installation: string; known: Map<string, number>; notedAt: number } | null = null;
  /** @param isLast the file says until when it is complete, whatever happened since */
  const copy = async (isLast: boolean) => {
    state ??= await openFile(db, file, box, now());
    const at = now();
    const newest = Math.max(0, ...state.known.values());
    const since = new Date(Math.max(newest - overlapMs, at.getTime() - journalDays * dayMs));
    const { installation, known, notedAt } = state;
    const { found, backup } = await inSystem(db, async (trx) => ({
      found: await listErasures(trx, since, batchSize + known.size),
      backup: (await findLastBackups(trx)).latest,
    }));
    const fresh = found.filter(({ id }) => !known.has(id));
    // A restore asks whether the file goes beyond the backup.
    const isBehindBackup = backup !== null && backup.began_at.getTime() > notedAt;
    const isDue = isLast || isBehindBackup || at.getTime() - notedAt >= noteMs;
    if (fresh.length === 0 && !isDue) return;
    const lines = [...fresh, { until: at.toISOString() }];
    await appendDurably(
      file,
      lines.map((line) => `${box.seal(JSON.stringify(line), contextOf(installation))}\n`).join(''),
    );
    for (const { id, at: time } of fresh) known.set(id, Date.parse(time));
    state.notedAt = at.getTime();
  };
  const copyNow = () => copy(false);
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

async function appendDurably(file: string, text: string): Promise<void> {
  await appendFile(file, text, { mode: 0o600, flush: true });
}

/** Begins the file again without what is too old, or with everything where there is none. */
async function openFile(db: Pick<Database, 'pool'>, file: string, box: SecretBox, now: Date) {
  const whole = await readWholeJournal(db, now);
  makeFolder(dirname(file), 0o700);
  const present = await readJournalFile(file, box).catch(() => ({ installation: null, erasures: [] }));
  if (present !== null && present.installation !== whole.installation)
    await rename(file, `${file}.other-${now.getTime()}`);
  const oldest = now.getTime() - journalDays * dayMs;
  const own = present?.installation === whole.installation ? present.erasures : [];
  const merged = new Map([...own, ...whole.erasures].map((erasure) => [erasure.id, erasure]));
  const erasures = [...merged.values()].filter(({ at }) => Date.parse(at) > oldest);
  const text = journalText({ ...whole, erasures }, box);
  if (text.length > maxFileBytes) throw new Error('The erasure journal is too large.');
  await replaceFile(file, text);
  return {
    installation: whole.installation,
    known: new Map(erasures.map(({ id, at }) => [id, Date.parse(at)])),
    notedAt: now.getTime(),
  };
}
