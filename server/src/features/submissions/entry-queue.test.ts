/** The durable queue in files: what was acknowledged is stored, whatever happens between. */
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { createEntryQueue, type EntryQueue, EntryQueueFullError } from './entry-queue.ts';
import type { QueuedEntry, VisitorEntry } from './visitor-entry.ts';

const log = pino({ level: 'silent' });
const box = createSecretBox(['a secret of the tests that is long enough'], 'tests');

function anEntry(more: Partial<VisitorEntry> = {}): VisitorEntry {
  return {
    accountId: newId(),
    submissionId: newId(),
    pipelineId: newId(),
    locationId: newId(),
    door: 'link',
    doorId: null,
    campaignId: null,
    locale: 'en',
    rating: 4,
    receivedAt: '2026-11-20T10:00:00.000Z',
    heldFor: [],
    proof: null,
    content: { step: 'message', message: 'Kind staff.', authorName: null, contact: null, consentText: null },
    ...more,
  };
}

describe('the queue of entries', () => {
  let folder: string;
  let queue: EntryQueue;
  beforeEach(async () => {
    folder = await mkdtemp(join(os.tmpdir(), 'kindling-entries-'));
    queue = createEntryQueue({ folder, box, log });
  });
  afterEach(async () => {
    await queue.close();
    await rm(folder, { recursive: true, force: true });
  });

  const files = () => readdir(folder);

  async function drained(from: EntryQueue): Promise<QueuedEntry[]> {
    const stored: QueuedEntry[] = [];
    await from.drain(async (entry) => {
      stored.push(entry);
      return 'stored';
    });
    return stored;
  }

  /** As another process would find the folder a minute after this one was killed. */
  async function age(): Promise<void> {
    const before = new Date(Date.now() - 60_000);
    for (const name of await files()) await utimes(join(folder, name), before, before);
  }

  test('the file of a process that is gone is stored although the clock was set back since', async () => {
    await queue.add(anEntry());
    const later = new Date(Date.now() + 3_600_000);
    for (const name of await files()) await utimes(join(folder, name), later, later);
    const other = createEntryQueue({ folder, box, log });
    expect(await drained(other)).toHaveLength(1);
    await other.close();
  });

  test('stores many entries in their order and leaves no file', async () => {
    const entries = Array.from({ length: 200 }, () => anEntry());
    await Promise.all(entries.map((entry) => queue.add(entry)));
    expect(await drained(queue)).toEqual(entries);
    expect(await files()).toEqual([]);
  });

  test('a file holds no readable text', async () => {
    await queue.add(anEntry());
    const [name = ''] = await files();
    expect(await readFile(join(folder, name), 'utf8')).not.toContain('Kind staff');
  });

  test('another process finds what a killed one acknowledged, and no half line', async () => {
    const entry = anEntry();
    await queue.add(entry);
    const [name = ''] = await files();
    await appendFile(
      join(folder, name),
      box.seal(JSON.stringify(anEntry()), 'submissions entry-queue').slice(0, 80),
    );
    const other = createEntryQueue({ folder, box, log });
    // A file that was just written may belong to a process that lives.
    expect(await drained(other)).toEqual([]);
    await age();
    expect(await drained(other)).toEqual([entry]);
    expect(await files()).toEqual([]);
  });

  test('an entry that cannot be stored stays with those behind it, and is stored at the next time', async () => {
    const entries = [anEntry(), anEntry(), anEntry()];
    for (const entry of entries) await queue.add(entry);
    const stored: QueuedEntry[] = [];
    await expect(
      queue.drain(async (entry) => {
        if (stored.length === 1) throw new Error('The database is down');
        stored.push(entry);
        return 'stored';
      }),
    ).rejects.toThrow('The database is down');
    expect(await drained(queue)).toEqual(entries);
  });

  test('what is added after another process took the file is not acknowledged into nothing', async () => {
    await queue.add(anEntry());
    const [name = ''] = await files();
    await rename(join(folder, name), join(folder, name.replace('.open', '.entries')));
    await expect(queue.add(anEntry())).rejects.toThrow(/ENOENT/);
    const next = anEntry();
    await queue.add(next);
    expect(await drained(queue)).toContainEqual(next);
  });

  test('a line that cannot be read keeps its file, and the others of it are stored', async () => {
    const entry = anEntry();
    await queue.add(entry);
    await age();
    const [name = ''] = await files();
    await writeFile(join(folder, name), `nonsense\n${await readFile(join(folder, name), 'utf8')}`);
    expect(await drained(createEntryQueue({ folder, box, log }))).toEqual([]);
    await age();
    expect(await drained(createEntryQueue({ folder, box, log }))).toEqual([entry]);
    expect(await files()).toEqual([expect.stringMatching(/\.aside$/)]);
  });

  test('an entry that is refused stops none behind it and is kept; one whose place is gone is not', async () => {
    const [refused, gone, good] = [anEntry(), anEntry(), anEntry()];
    for (const entry of [refused, gone, good]) await queue.add(entry);
    const stored: string[] = [];
    await queue.drain(async ({ submissionId }) => {
      if (submissionId === refused.submissionId) return 'refused';
      if (submissionId === gone.submissionId) return 'gone';
      stored.push(submissionId);
      return 'stored';
    });
    expect(stored).toEqual([good.submissionId]);
    const [aside = '', ...others] = await files();
    expect(others).toEqual([]);
    expect((await readFile(join(folder, aside), 'utf8')).trim().split('\n')).toHaveLength(1);
    // An operator gives it its former name to try again.
    await rename(join(folder, aside), join(folder, aside.replace('.aside', '')));
    expect(await drained(queue)).toEqual([refused]);
  });

  test('a full queue refuses, and what it has is not touched', async () => {
    const small = createEntryQueue({ folder, box, log, maxBytes: 1 });
    const entry = anEntry();
    await small.add(entry);
    await small.drain(() => Promise.reject(new Error('down'))).catch(() => undefined);
    await expect(small.add(anEntry())).rejects.toThrow(EntryQueueFullError);
    expect(await drained(small)).toEqual([entry]);
    await small.add(anEntry());
    await small.close();
  });

  test('a disk that takes nothing refuses, and the next entry goes to a new file', async () => {
    await queue.add(anEntry());
    await rm(folder, { recursive: true });
    await expect(queue.add(anEntry())).rejects.toThrow();
    await expect(queue.add(anEntry())).rejects.toThrow();
    await mkdir(folder);
    const next = anEntry();
    await queue.add(next);
    expect(await drained(queue)).toEqual([next]);
  });

  test('a file that can neither be written nor renamed refuses what it had, and the queue goes on', async () => {
    await queue.add(anEntry());
    // In place of the folder is a file: every name below it fails, and not as a missing one.
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await expect(queue.add(anEntry())).rejects.toThrow(/ENOTDIR/);
    await expect(queue.add(anEntry())).rejects.toThrow(/ENOTDIR/);
    await rm(folder);
    await mkdir(folder);
    const next = anEntry();
    await queue.add(next);
    expect(await drained(queue)).toEqual([next]);
  });
});
