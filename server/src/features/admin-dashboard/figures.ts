/** What the job counts as a whole: how much there is. All SQL across all tenants. */
import { type RawBuilder, sql } from 'kysely';
import { isPaused } from '../connections/index.ts';
import { isEnded } from '../identity/index.ts';

export const figureMetrics = ['users', 'accounts', 'plans', 'listings', 'connections'] as const;
export type FigureMetric = (typeof figureMetrics)[number];

/** One row for each part. */
export type CountFigure = (now: Date) => RawBuilder<{ part: string; value: number }>;

export const figures: Readonly<Record<FigureMetric, CountFigure>> = {
  users: () => sql`
    select unnest(array['all', 'blocked']) as part, unnest(array[count(*), count(blocked_at)]) as value from users`,
  accounts: () => sql`
    select unnest(array['all', 'deletionScheduled']) as part,
           unnest(array[count(*), count(deletion_scheduled_for)]) as value from accounts`,
  /** As `planStateAt` of the contract decides. */
  plans: (now) => sql`
    select case when ${isEnded(now)} then 'ended' else a.plan_state end as part, count(*) as value
      from accounts a group by 1`,
  listings: () => sql`
    select case when ${isPaused} then 'paused' else l.state end as part, count(*) as value from listings l group by 1`,
  /** Those that are not read. Neither a platform nor a status has a space. */
  connections: () => sql`
    select platform || ' ' || status as part, count(*) as value from connections
     where status <> 'active' group by 1`,
};
