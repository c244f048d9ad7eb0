/** What waits in the queues of jobs and in the deliveries of events. */
import { sql } from 'kysely';
import type { GaugeReading } from '../slices/gauge-reading.ts';

/** A queue with more is a queue that does not come after; counting on would cost as much as the work. */
const maxCounted = 10_000;

/** @param jobs names of all jobs of the program: queues of other versions are left out */
export function queueReading(jobs: readonly string[]): GaugeReading {
  const known = new Set(jobs);
  return {
    gauges: [
      {
        name: 'kindling_queue_oldest_seconds',
        help: 'Age of the job of a queue that is due longest and waits.',
        labels: ['job_name'],
      },
      {
        name: 'kindling_queue_waiting',
        help: `Jobs of a queue that are due and wait, at most ${maxCounted}.`,
        labels: ['job_name'],
      },
    ],
    async read({ query }) {
      const rows = await query<{ name: string; waiting: number; age: number }>(`
        select q.name, w.waiting::int as waiting, coalesce(w.age, 0)::float8 as age
          from pgboss.queue q cross join lateral (
            select count(*) as waiting, extract(epoch from now() - min(start_after)) as age
              from (select start_after from pgboss.job
                     where job.name = q.name and state < 'active' and not blocked and start_after <= now()
                     limit ${maxCounted}) due) w`);
      return rows
        .filter(({ name }) => known.has(name))
        .flatMap(({ name, waiting, age }) => [
          { name: 'kindling_queue_oldest_seconds', labels: { job_name: name }, value: Math.max(0, age) },
          { name: 'kindling_queue_waiting', labels: { job_name: name }, value: waiting },
        ]);
    },
  };
}

/** @param subscribers names of all subscribers */
export function deliveryReading(subscribers: readonly string[]): GaugeReading {
  return {
    gauges: [
      {
        name: 'kindling_event_delivery_lag_seconds',
        help: 'Time for which the delivery of a subscriber that is due longest waits; of embeds.snapshots the age of embeds.',
        labels: ['subscriber'],
      },
    ],
    async read({ inSystem }) {
      const { rows } = await inSystem((trx) =>
        sql<{ subscriber: string; lag: number }>`
          select n.subscriber, coalesce(extract(epoch from now() - due.since), 0)::float8 as lag
            from jsonb_array_elements_text(${JSON.stringify(subscribers)}::jsonb) as n(subscriber)
            left join lateral (
              select min(c.next_attempt_at) as since from event_cursors c
               where c.subscriber = n.subscriber and c.next_attempt_at <= now()) due on true`.execute(trx),
      );
      return rows.map(({ subscriber, lag }) => ({
        name: 'kindling_event_delivery_lag_seconds',
        labels: { subscriber },
        value: Math.max(0, lag),
      }));
    },
  };
}
