import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { grid } from '@kindling/guest/embed/render/layouts/grid';
import { type Reserve, reserveHeight } from '@kindling/guest/embed/render/reserve';
import { afterEach, expect, test, vi } from 'vitest';
import { createReserveCache } from './reserve-cache.ts';

afterEach(() => vi.restoreAllMocks());

const many: Snapshot = {
  version: 1,
  code: 'abcdefghjk',
  settings: embedSettingsSchema.parse({ layout: 'grid' }),
  businessName: 'Linden Bakery',
  figures: [],
  reviews: Array.from({ length: 30 }, (_, at) => ({
    id: `019e0000-0000-7000-8000-0000000000${10 + at}`,
    source: 'google' as const,
    authorName: 'Ana',
    rating: 5,
    recommendation: null,
    text: 'Good bread. '.repeat(at),
    writtenAt: '2026-11-01T10:00:00.000Z',
    reply: null,
    permalink: null,
  })),
  disclosure: { shown: 30, total: 30, omitted: [], minimumRating: 1 },
  brand: { name: 'Kindling', url: 'https://kindling.example' },
};

/** Turns of the event loop until the promise resolves. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const count = () => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  await work;
  running = false;
  return turns;
}

test('each version is computed once, also for many calls at the same time', async () => {
  const heights = vi.spyOn(grid, 'height');
  const expected = reserveHeight(many);
  const once = heights.mock.calls.length;
  const reserves = createReserveCache();
  const results = await Promise.all(Array.from({ length: 20 }, () => reserves.get(many, 'one')));
  expect(new Set(results)).toEqual(new Set<Reserve>([expected]));
  expect(await reserves.get(many, 'one')).toEqual(expected);
  expect(heights).toHaveBeenCalledTimes(2 * once);
  await reserves.get(many, 'two');
  expect(heights).toHaveBeenCalledTimes(3 * once);
});

test('the event loop turns between two widths, also if several versions are computed at once', async () => {
  const heights = vi.spyOn(grid, 'height');
  const reserves = createReserveCache();
  const versions = ['one', 'two', 'three'];
  const turns = await countTurns(Promise.all(versions.map((hash) => reserves.get(many, hash))));
  expect(heights.mock.calls.length).toBeGreaterThan(60);
  expect(turns).toBeGreaterThanOrEqual(heights.mock.calls.length);
});

test('a failed computation is repeated', async () => {
  const reserves = createReserveCache();
  vi.spyOn(grid, 'height').mockImplementationOnce(() => {
    throw new Error('broken');
  });
  await expect(reserves.get(many, 'one')).rejects.toThrow('broken');
  expect(await reserves.get(many, 'one')).toEqual(reserveHeight(many));
});
