import { listingStates } from '@kindling/contract/connections';
import { sql } from 'kysely';
import type { GaugeReading } from '../../slices/gauge-reading.ts';
import { isArchived, isPlatformPaused, isReadable } from './readable.ts';

/** More due listings than this are not counted: the sweep would need minutes for them alone. */
const maxCounted = 20_000;

/** How far the reading of platforms is behind, for metrics. */
export const lagReading: GaugeReading = {
  gauges: [
    {
      name: 'kindling_sync_lag_seconds',
      help: 'Time for which the sync of a listing in this state that is due longest waits or runs.',
      labels: ['state'],
    },
    {
      name: 'kindling_sync_due_listings',
      help: `Listings in this state that are due, at most ${maxCounted} in all.`,
      labels: ['state'],
    },
  ],
  async read({ inSystem }) {
    const { rows } = await inSystem((trx) =>
      sql<{ state: string; due: number; lag: number }>`
        select state, count(*)::int as due, extract(epoch from now() - min(next_sync_at))::float8 as lag
          from (select l.state, l.next_sync_at
                  from listings l
                  join connections c on c.account_id = l.account_id and c.id = l.connection_id
                 where l.next_sync_at <= now() and ${isReadable} and not ${isArchived} and not ${isPlatformPaused}
                 order by l.next_sync_at limit ${maxCounted}) due
         group by state`.execute(trx),
    );
    const found = new Map(rows.map((row) => [row.state, row]));
    return listingStates.flatMap((state) => [
      {
        name: 'kindling_sync_lag_seconds' as const,
        labels: { state },
        value: Math.max(0, found.get(state)?.lag ?? 0),
      },
      { name: 'kindling_sync_due_listings' as const, labels: { state }, value: found.get(state)?.due ?? 0 },
    ]);
  },
};
