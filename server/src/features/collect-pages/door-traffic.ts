/** Counts visits and clicks at doors, as sums only; see `db/sum-buffer.ts`. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../../db/client.ts';
import { createSumBuffer } from '../../db/sum-buffer.ts';
import { isBot } from '../../lib/bots.ts';
import type { PlaceDatabase } from '../../lib/country.ts';
import { isPrefetch } from '../../lib/http-headers.ts';
import type { Log } from '../../lib/log.ts';
import { addDoorSums, type DoorKey, type DoorSum } from '../pipelines/index.ts';

/** Milliseconds. In every time zone a day begins at a multiple of a quarter of an hour. */
const slotMs = 900_000;

export interface DoorTraffic {
  /** Counts a visit or a click, unless a program or a prefetch made it. */
  count(
    metric: 'visits' | 'clicks',
    accountId: string,
    key: DoorKey,
    visitor: { headers: IncomingHttpHeaders; ip: string },
  ): void;
  /** Writes what was counted so far. Never rejects. */
  flush(): Promise<void>;
}

export function createDoorTraffic(options: {
  db: Pick<Database, 'pool'>;
  log: Log;
  placeOf: PlaceDatabase['placeOf'];
  /** Replaces the clock in tests. */
  now?: () => number;
}): DoorTraffic {
  const { db, log, placeOf, now = Date.now } = options;
  const buffer = createSumBuffer<DoorSum>({
    db,
    log,
    keyOf: ({ pipelineId, door, codeId, locationId, slot, country, state }) =>
      `${pipelineId} ${door} ${codeId} ${locationId} ${slot} ${country} ${state}`,
    plus: (one, other) => ({
      ...one,
      visits: one.visits + other.visits,
      clicks: one.clicks + other.clicks,
    }),
    coarser: (sum) => ({ ...sum, codeId: null, locationId: null, country: '', state: '' }),
    sizeOf: ({ visits, clicks }) => visits + clicks,
    write: addDoorSums,
  });
  return {
    count(metric, accountId, key, { headers, ip }) {
      if (isBot(headers['user-agent']) || isPrefetch(headers)) return;
      const counts = { visits: 0, clicks: 0, [metric]: 1 };
      buffer.add({ ...key, ...placeOf(ip), accountId, slot: Math.floor(now() / slotMs), ...counts });
    },
    flush: () => buffer.flush(),
  };
}
