/** How much waits in the queue, for screens and measurements. */
import type { Database } from '../db/client.ts';

export interface QueueLoad {
  /** Jobs that are due and that no worker has taken. Counted up to {@link maxCounted}. */
  due: number;
  /** Jobs that run now. */
  running: number;
  /** Since when the longest waiting due job has been due; null when none waits. */
  oldestDueAt: Date | null;
  /** The queue of that job. */
  oldestQueue: string | null;
}

/** Enough to see that something is wrong; a deeper queue is not counted to its end. */
export const maxCounted = 100_000;

/** Reads indexes of waiting and running jobs only. */
export async function readQueueLoad(db: Pick<Database, 'pool'>): Promise<QueueLoad> {
  const { rows } = await db.pool.query<QueueLoad>(loadSql);
  const [row] = rows;
  if (row === undefined) throw new Error('The queue answered nothing.');
  return row;
}

const loadSql = `with oldest as (
  select queue.name, first.start_after
    from pgboss.queue, lateral (
      select start_after from pgboss.job
       where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
       order by start_after limit 1) first
   where queue.name not like '\\_\\_%'
   order by first.start_after limit 1)
select (select count(*)::int from (select from pgboss.job
          where state < 'active' and not blocked and start_after <= now() and name not like '\\_\\_%'
          limit ${maxCounted}) waiting) as "due",
       (select count(*)::int from pgboss.job where state = 'active' and name not like '\\_\\_%') as "running",
       (select start_after from oldest) as "oldestDueAt",
       (select name from oldest) as "oldestQueue"`;
