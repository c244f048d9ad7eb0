import type { Listing } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';

/** A listing with the platform it is on. */
export interface PlacedListing extends Listing {
  platform: Platform;
}

/** What one platform itself reports over some listings; null until it told. */
export interface SourceFigures {
  platform: Platform;
  average: number | null;
  count: number | null;
}

/** Per platform the average, weighted by the platform's own counts, and the sum of these, in the order they occur. */
export function figuresBySource(listings: readonly PlacedListing[]): SourceFigures[] {
  return [...new Set(listings.map((listing) => listing.platform))].map((platform) => ({
    platform,
    ...weigh(listings.filter((listing) => listing.platform === platform)),
  }));
}

function weigh(listings: readonly Listing[]): { average: number | null; count: number | null } {
  const told = listings.filter((listing) => listing.platformCount !== null);
  if (told.length === 0) return { average: null, count: null };
  const rated = told.filter((listing) => listing.platformAverage !== null);
  const count = told.reduce((sum, listing) => sum + (listing.platformCount ?? 0), 0);
  const weight = rated.reduce((sum, listing) => sum + (listing.platformCount ?? 0), 0);
  if (weight === 0) return { average: null, count };
  const stars = rated.reduce(
    (sum, listing) => sum + (listing.platformAverage ?? 0) * (listing.platformCount ?? 0),
    0,
  );
  return { average: stars / weight, count };
}

/** One figure over several platforms, with those it is made of; null where fewer than two have stars. */
export function combine(
  figures: readonly SourceFigures[],
): { average: number; count: number; platforms: Platform[] } | null {
  const rated = figures.filter((one) => one.average !== null && (one.count ?? 0) > 0);
  if (rated.length < 2) return null;
  const count = rated.reduce((sum, one) => sum + (one.count ?? 0), 0);
  const stars = rated.reduce((sum, one) => sum + (one.average ?? 0) * (one.count ?? 0), 0);
  return { average: stars / count, count, platforms: rated.map((one) => one.platform) };
}
