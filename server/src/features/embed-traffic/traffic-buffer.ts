/** The loads and clicks of embeds, added up in memory by quarter of an hour, site and country. */
import type { Database } from '../../db/client.ts';
import { createSumBuffer } from '../../db/sum-buffer.ts';
import type { Log } from '../../lib/log.ts';
import { addCounts, type SlotCounts } from './queries.ts';

export const metrics = ['views', 'clicks', 'reads', 'writes'] as const;
export type Metric = (typeof metrics)[number];

export interface TrafficBuffer {
  add(metric: Metric, source: Pick<SlotCounts, 'code' | 'site' | 'country' | 'state'>): void;
  /** Writes what was added so far. Never rejects: what could not be written waits for the next flush. */
  flush(): Promise<void>;
}

/** Milliseconds. In every time zone a day begins at a multiple of a quarter of an hour. */
export const slotMs = 900_000;

export function createTrafficBuffer(options: {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** Replaces the clock in tests. */
  now?: () => number;
  maxSums?: number;
}): TrafficBuffer {
  const { db, log, now = Date.now, maxSums } = options;
  const buffer = createSumBuffer<SlotCounts>({
    db,
    log,
    maxSums,
    keyOf: ({ code, slot, site, country, state }) => `${code} ${slot} ${country} ${state} ${site}`,
    plus: (one, other) => ({
      ...one,
      views: one.views + other.views,
      clicks: one.clicks + other.clicks,
      reads: one.reads + other.reads,
      writes: one.writes + other.writes,
    }),
    coarser: (sum) => ({ ...sum, site: '', country: '', state: '' }),
    sizeOf: ({ views, clicks, reads, writes }) => views + clicks + reads + writes,
    write: addCounts,
  });
  return {
    add(metric, source) {
      const counts = { views: 0, clicks: 0, reads: 0, writes: 0, [metric]: 1 };
      buffer.add({ ...source, slot: Math.floor(now() / slotMs), ...counts });
    },
    flush: () => buffer.flush(),
  };
}
