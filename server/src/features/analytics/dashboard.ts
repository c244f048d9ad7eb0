import type { Dashboard, SetupProgress } from '@kindling/contract/analytics';
import { combineRatings } from '@kindling/contract/combined-rating';
import { sourceSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { listBusinesses } from '../businesses/index.ts';
import { type ListingRow, listConnectionRows, listListingRows } from '../connections/index.ts';
import { getEmbedProgress, weightedRating } from '../embeds/index.ts';
import { type ReviewSites, readCollectProgress } from '../pipelines/index.ts';
import { type Connectors, isRecounting, listReviews, sumReviews } from '../reviews/index.ts';
import { findOldestWaiting, type SourceSum, sumBySource } from './queries.ts';
import { resolveScope, type ScopeInput } from './scope.ts';
import type { Scope } from './sum-queries.ts';

const newestCount = 5;

/** What there is now, from sums and the platforms' own figures. */
export async function buildDashboard(
  trx: Transaction<DB>,
  accountId: string,
  asked: ScopeInput,
  { connectors, reviewSites }: { connectors: Connectors; reviewSites: ReviewSites },
): Promise<Dashboard> {
  const scope = await resolveScope(trx, accountId, asked);
  const waiting = await buildWaiting(trx, accountId, scope, connectors);
  const { items } = await listReviews(trx, accountId, { filter: asked, connectors, limit: newestCount });
  const { rated, withoutDestination } = await readCollectProgress(reviewSites, trx, accountId);
  const sources = await buildSources(trx, accountId, scope);
  const [first] = withoutDestination;
  return {
    ...waiting,
    sources,
    combined: presentCombined(sources),
    recounting: await isRecounting(trx, accountId),
    newest: items,
    withoutDestination: first === undefined ? null : { count: withoutDestination.length, name: first.name },
    setup: currentLocationLimit(accountId) === null ? await presentSetup(trx, accountId, rated) : null,
  };
}

/** All stored reviews, how many of them wait for a reply, and which one waits longest. */
export async function buildWaiting(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  connectors: Connectors,
): Promise<Pick<Dashboard, 'total' | 'unanswered' | 'oldestWaiting'>> {
  const { total, unanswered } = await sumReviews(trx, accountId, connectors, scope.locationIds);
  const oldest = unanswered === 0 ? null : await findOldestWaiting(trx, accountId, scope, connectors);
  return {
    total,
    unanswered,
    oldestWaiting: oldest === null ? null : { id: oldest.id, writtenAt: oldest.written_at.toISOString() },
  };
}

/** What each source says of all its reviews, today. */
export async function buildSources(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
): Promise<Dashboard['sources']> {
  return presentSources(
    await sumBySource(trx, accountId, scope),
    withinScope(await listListingRows(trx, accountId), scope),
  );
}

function withinScope(listings: ListingRow[], { locationIds }: Scope): ListingRow[] {
  return locationIds === null ? listings : listings.filter((one) => locationIds.includes(one.location_id));
}

/** A figure of one source is none that is combined. */
function presentCombined(sources: Dashboard['sources']): Dashboard['combined'] {
  const figures = sources.flatMap(({ source, platformAverage, platformCount, stars }) => {
    const average = platformAverage ?? stars?.average ?? null;
    const count = platformAverage === null ? stars?.count : platformCount;
    return average === null || !count ? [] : { source, average, count };
  });
  const { average, count } = combineRatings(figures);
  if (figures.length < 2 || average === null) return null;
  return { average, count, sources: figures.map(({ source }) => source) };
}

async function presentSetup(trx: Transaction<DB>, accountId: string, rated: boolean): Promise<SetupProgress> {
  const [business] = await listBusinesses(trx, accountId);
  if (business === undefined) throw new Error('The account has no business.');
  const { count, published, firstLoad } = await getEmbedProgress(trx, accountId);
  return {
    business: { id: business.id, name: business.name, website: business.website, named: business.named },
    connections: (await listConnectionRows(trx, accountId)).length,
    widgets: count,
    published,
    rated,
    firstEmbedLoad: firstLoad === null ? null : { site: firstLoad.site, at: firstLoad.at.toISOString() },
  };
}

function presentSources(sums: SourceSum[], listings: ListingRow[]): Dashboard['sources'] {
  const names = [
    ...new Set([...sums.map((sum) => sum.source), ...listings.map((listing) => listing.platform)]),
  ].sort();
  return names.map((name) => {
    const of = listings.filter((listing) => listing.platform === name);
    const hasPlatformCount = of.some((listing) => listing.platform_count !== null);
    const { average, count } = weightedRating(of);
    const sum = sums.find((candidate) => candidate.source === name);
    return {
      source: sourceSchema.parse(name),
      platformAverage: average,
      platformCount: hasPlatformCount ? count : null,
      stars: name === 'first-party' ? starsOf(sum) : null,
      stored: sum?.total ?? 0,
      recommended: sum?.recommended ?? 0,
      notRecommended: sum?.not_recommended ?? 0,
    };
  });
}

/** Of all first-party reviews with stars, hidden ones included; a thumb is no star. */
function starsOf(sum: SourceSum | undefined): Dashboard['sources'][number]['stars'] {
  if (sum === undefined || sum.rated === 0) return null;
  return { average: sum.stars / sum.rated, count: sum.rated };
}
