/** What waits and runs in the queue, read from pg-boss's tables. */
import type { Database } from '../db/client.ts';

export interface QueueState {
  /** The job. */
  name: string;
  /** Jobs that are due and that no worker has taken. */
  waiting: number;
  /** Jobs whose time has not come, retries included. */
  scheduled: number;
  running: number;
  /** Jobs that failed after their last retry, and are still kept. */
  failed: number;
  /** Since when the longest waiting job is due. */
  oldestDueAt: Date | null;
}

/**
 * pg-boss has no index for the states of jobs that ended, of which it keeps millions. It is in the schema of the queue, so the
 * queue makes it, once.
 */
export async function createStateIndex(db: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await db.pool.query(
    `select from pg_indexes where schemaname = 'pgboss' and indexname = 'kindling_job_state'`,
  );
  // A look first, because even "if not exists" waits for all writers of the table.
  if (rows.length > 0) return;
  // One message is one transaction. Processes that start together wait for each other, and millions of rows take longer than a
  // statement may otherwise.
  await db.pool.query(`
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(hashtext('kindling_job_state'));
    create index if not exists kindling_job_state on pgboss.job_common (name, state) where state in ('active', 'failed')`);
}

/** One row for each job that the queue knows, by name. */
export async function readQueueState(db: Pick<Database, 'pool'>): Promise<QueueState[]> {
  const { rows } = await db.pool.query<QueueState>(`
    select q.name, coalesce(w.waiting, 0)::int as waiting, coalesce(w.scheduled, 0)::int as scheduled,
           coalesce(e.running, 0)::int as running, coalesce(e.failed, 0)::int as failed, w.oldest as "oldestDueAt"
      from pgboss.queue q
      left join (
        select name, count(*) filter (where start_after <= now()) as waiting,
               count(*) filter (where start_after > now()) as scheduled,
               min(start_after) filter (where start_after <= now()) as oldest
          from pgboss.job where state < 'active' and not blocked group by name) w on w.name = q.name
      left join (
        select name, count(*) filter (where state = 'active') as running, count(*) filter (where state = 'failed') as failed
          from pgboss.job where state in ('active', 'failed') group by name) e on e.name = q.name
     where q.name not like '\\_\\_pgboss%'
     order by q.name`);
  return rows;
}
