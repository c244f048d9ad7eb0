/**
 * The words of a period's texts. They are found at reading and stored nowhere, so they are forgotten with the texts. Counting
 * takes up to a second and the texts are anybody's, so it runs in a child process.
 */
import { type DashboardWords, maxWordTexts } from '@kindling/contract/analytics';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import { assertWanted, createKeyedSemaphore, createSemaphore } from '../../lib/semaphore.ts';
import { isWrittenIn, type Scope } from './sum-queries.ts';
import type { WordText } from './word-counts.ts';

/** Letters of a text that are read; what a long text is about stands at its beginning. */
const maxLetters = 1_000;
const cpuLimitMs = 20_000;

export interface WordCounter {
  /**
   * Reads texts when it is the account's turn, so that none are held while they wait, and counts their words.
   * @param signal ends the wait, as when the page is closed
   * @throws AppError `unavailable` when it takes too long, `rate-limited` when too many wait
   */
  count(
    accountId: string,
    readTexts: () => Promise<readonly WordText[]>,
    signal?: AbortSignal,
  ): Promise<DashboardWords>;
  close(): void;
}

export function createWordCounter(log: Pick<Log, 'warn'>): WordCounter {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'words-child',
    heapMegabytes: 128,
    cpuLimitMs,
    log,
  });
  const ofAccount = createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 8, retryAfter: 5 });
  // The process counts one at a time; meanwhile the texts of the next one are read.
  const ofAll = createSemaphore({ maxConcurrent: 2, maxQueued: 40, retryAfter: 10 });
  const countTexts = async (texts: readonly WordText[]) => {
    if (texts.length === 0) return [];
    try {
      return (await worker.run(texts)) as DashboardWords['languages'];
    } catch (error) {
      if (error instanceof ChildWorkerError) throw new AppError('unavailable', undefined, { cause: error });
      throw error;
    }
  };
  const readAndCount = async (readTexts: () => Promise<readonly WordText[]>, signal?: AbortSignal) => {
    const found = await readTexts();
    assertWanted(signal);
    const texts = found.slice(0, maxWordTexts);
    return { texts: texts.length, more: found.length > texts.length, languages: await countTexts(texts) };
  };
  return {
    count: (accountId, readTexts, signal) =>
      ofAccount.run(accountId, () => ofAll.run(() => readAndCount(readTexts, signal), signal), signal),
    close: () => worker.close(),
  };
}

/** The newest texts of the period whose language is certain, one more than are counted where there are more. */
export async function listTexts(
  trx: Transaction<DB>,
  accountId: string,
  { locationIds }: Scope,
  { from, to }: { from: string; to: string },
): Promise<WordText[]> {
  const { rows } = await sql<WordText>`
    select r.language, r.rating, left(r.text, ${maxLetters}::int) as text
      from reviews r cross join accounts a
     where a.id = ${accountId}::uuid and r.account_id = ${accountId}::uuid and r.removed_at is null
       and r.text is not null and r.language is not null
       and ${locationIds === null ? sql`true` : sql`r.location_id = any(${locationIds}::uuid[])`}
       and ${isWrittenIn({ from, to })}
     order by r.written_at desc, r.id desc limit ${maxWordTexts + 1}::int`.execute(trx);
  return rows;
}
