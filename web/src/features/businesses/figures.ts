import type { Listing } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';

/** A listing with the platform it belongs to. */
export interface ListingWithPlatform extends Listing {
  platform: Platform;
}

/** What one platform reports over some listings; null until the platform has reported it. */
export interface PlatformFigures {
  platform: Platform;
  average: number | null;
  count: number | null;
}

/** Per platform, in order of appearance: the sum of the platform's counts, and its average weighted by them. */
export function figuresByPlatform(listings: readonly ListingWithPlatform[]): PlatformFigures[] {
  return [...new Set(listings.map((listing) => listing.platform))].map((platform) => ({
    platform,
    ...weightByCount(listings.filter((listing) => listing.platform === platform)),
  }));
}

function weightByCount(listings: readonly Listing[]): { average: number | null; count: number | null } {
  const counted = listings.filter((listing) => listing.platformCount !== null);
  if (counted.length === 0) return { average: null, count: null };
  const rated = counted.filter((listing) => listing.platformAverage !== null);
  const count = counted.reduce((sum, listing) => sum + (listing.platformCount ?? 0), 0);
  const weight = rated.reduce((sum, listing) => sum + (listing.platformCount ?? 0), 0);
  if (weight === 0) return { average: null, count };
  const stars = rated.reduce(
    (sum, listing) => sum + (listing.platformAverage ?? 0) * (listing.platformCount ?? 0),
    0,
  );
  return { average: stars / weight, count };
}

/** One figure over several platforms; null when fewer than two of them report an average. */
export function combinePlatforms(
  figures: readonly PlatformFigures[],
): { average: number; count: number; platforms: Platform[] } | null {
  const rated = figures.filter((one) => one.average !== null && (one.count ?? 0) > 0);
  if (rated.length < 2) return null;
  const count = rated.reduce((sum, one) => sum + (one.count ?? 0), 0);
  const stars = rated.reduce((sum, one) => sum + (one.average ?? 0) * (one.count ?? 0), 0);
  return { average: stars / count, count, platforms: rated.map((one) => one.platform) };
}
