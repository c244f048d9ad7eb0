import { expect, it } from 'vitest';
import { combinePlatforms, figuresByPlatform, type ListingWithPlatform } from './figures.ts';

const listing = (platform: 'google' | 'facebook', average: number | null, count: number | null) =>
  ({ platform, platformAverage: average, platformCount: count }) as ListingWithPlatform;

it('weighs listings of one platform by their counts', () => {
  expect(figuresByPlatform([listing('google', 5, 10), listing('google', 4, 30)])).toEqual([
    { platform: 'google', average: 4.25, count: 40 },
  ]);
});

it('ignores listings without reported figures', () => {
  expect(figuresByPlatform([listing('google', null, null), listing('google', 4, 3)])).toEqual([
    { platform: 'google', average: 4, count: 3 },
  ]);
  expect(figuresByPlatform([listing('facebook', null, 12)])).toEqual([
    { platform: 'facebook', average: null, count: 12 },
  ]);
  expect(figuresByPlatform([listing('google', null, null)])).toEqual([
    { platform: 'google', average: null, count: null },
  ]);
});

it('combines only platforms with an average, and names them', () => {
  const both = figuresByPlatform([listing('google', 4, 30), listing('facebook', 5, 10)]);
  expect(combinePlatforms(both)).toEqual({ average: 4.25, count: 40, platforms: ['google', 'facebook'] });
  expect(
    combinePlatforms(figuresByPlatform([listing('google', 4, 30), listing('facebook', null, 10)])),
  ).toBeNull();
  expect(combinePlatforms([])).toBeNull();
});
