/**
 * Finds words and languages for reviews that have none: those stored before the column existed, and those whose text somebody
 * changed without bringing the words along (the trigger of migration 0065 clears them).
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import type { ReviewsDeps } from './deps.ts';
import { detectLanguage } from './review-language.ts';
import { searchVector } from './review-words.ts';

export const indexSweepJob = defineJob({
  name: 'reviews.index-sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Reviews per transaction: about ten milliseconds for their words. */
const batchSize = 100;
/** The next run goes on where this one stops, so a run never holds a worker for long. */
const maxBatchesPerRun = 400;

interface Unindexed {
  account_id: string;
  id: string;
  author_name: string | null;
  text: string | null;
  translation: string | null;
  reply_text: string | null;
}

export function indexJobs(deps: Pick<ReviewsDeps, 'db'>): JobHandler[] {
  return [defineJobHandler(indexSweepJob, (_payload, signal) => indexWords(deps, signal))];
}

export async function indexWords(
  { db }: Pick<ReviewsDeps, 'db'>,
  signal: AbortSignal,
  size = batchSize,
): Promise<void> {
  for (let batch = 0; batch < maxBatchesPerRun; batch += 1) {
    signal.throwIfAborted();
    const count = await runWithCooldown(() => indexBatch(db, size), signal);
    if (count < size) return;
  }
}

/** The number of reviews that were written. Another worker's reviews are left to it. */
function indexBatch(db: ReviewsDeps['db'], size: number): Promise<number> {
  return inSystem(db, async (system) => {
    const { rows } = await sql<Unindexed>`
      select account_id, id, author_name, text, translation, reply_text from reviews
       where search is null
         and (author_name is not null or text is not null or translation is not null or reply_text is not null)
       order by account_id, id limit ${size} for update skip locked`.execute(system);
    if (rows.length === 0) return 0;
    const found = rows.map((row) => ({
      account_id: row.account_id,
      id: row.id,
      search: searchVector(row.account_id, {
        authorName: row.author_name,
        text: row.text,
        translation: row.translation,
        replyText: row.reply_text,
      }),
      language: detectLanguage(row.text),
    }));
    await sql`
      update reviews r set search = x.search, language = coalesce(r.language, x.language)
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          as x(account_id uuid, id uuid, search tsvector, language text)
       where r.account_id = x.account_id and r.id = x.id`.execute(system);
    return rows.length;
  });
}
