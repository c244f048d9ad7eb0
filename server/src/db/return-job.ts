import type { Database } from './client.ts';

/**
 * Returns a job that its worker was cut off from to pg-boss's queue: due at once, with one more attempt, so that restarts never
 * use up the attempts of a long job. The next worker's claim counts as a new attempt, so what the queue still writes about this
 * one does nothing, and nothing happens here when another worker has the job already.
 */
export async function returnJob(
  db: Pick<Database, 'pool'>,
  name: string,
  { id, retryCount }: { id: string; retryCount: number },
): Promise<void> {
  await db.pool.query(
    `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now()
      where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount],
  );
}
