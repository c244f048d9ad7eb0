/** Makes the snapshot that an embed shows: selected reviews, the platforms' own figures, and counts of what is left out. */
import { combineRatings } from '@kindling/contract/combined-rating';
import { type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { type Source, sourceSchema } from '@kindling/contract/platforms';
import { dateBases } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { avatarPath } from '../avatars/index.ts';
import type { ListingRow } from '../connections/index.ts';
import { presentAttribution } from '../reviews/index.ts';
import { discloseBadge } from './badge-disclosure.ts';
import { chooseReviews } from './choose-reviews.ts';
import type { SnapshotReviewRow } from './content-queries.ts';
import { firstPartyFigure, firstPartyRating, howWeAskPages } from './first-party-figures.ts';
import type { ReviewSum } from './queries.ts';
import { selectionOf } from './review-selection.ts';
import { businessNameOf, loadSnapshotContext, type SnapshotContext } from './snapshot-context.ts';

export interface Brand {
  name: string;
  url: string;
}

export interface EmbedToShow {
  code: string;
  settings: EmbedSettings;
}

/**
 * Makes the snapshot of one embed in the caller's transaction.
 * @param counted locations whose reviews the disclosure counts; null for all of the account, as visitors see it
 */
export async function makeSnapshot(
  trx: Transaction<DB>,
  accountId: string,
  embed: EmbedToShow,
  brand: Brand,
  counted: readonly string[] | null = null,
): Promise<Snapshot> {
  const context = await loadSnapshotContext(trx, accountId);
  const sums = context.sums.filter((sum) => counted === null || counted.includes(sum.location_id));
  return makeSnapshotFrom(trx, accountId, embed, { brand, context: { ...context, sums } });
}

/**
 * As `makeSnapshot`, with data of the account that is already loaded.
 * @param choose replaces the choice of the reviews, for several embeds that show the same ones
 */
export async function makeSnapshotFrom(
  trx: Transaction<DB>,
  accountId: string,
  embed: EmbedToShow,
  {
    brand,
    context,
    choose = chooseReviews,
  }: { brand: Brand; context: SnapshotContext; choose?: typeof chooseReviews },
): Promise<Snapshot> {
  const { settings } = embed;
  const { replyNames, sums } = context;
  const { rows, disclosure } = isBadge(settings.layout)
    ? { rows: [], disclosure: discloseBadge(settings, sums) }
    : await choose(trx, accountId, selectionOf(settings, context), sums);
  const firstParty = firstPartyRating(settings, sums);
  const figures = settings.showHeader || isBadge(settings.layout) ? figuresOf(settings, context, brand) : [];
  const showsFirstParty = [...figures, ...rows].some(({ source }) => source === 'first-party');
  const howWeAsk = showsFirstParty ? howWeAskPages(settings, context, brand.url) : [];
  return {
    version: 1,
    code: embed.code,
    settings,
    businessName: businessNameOf(settings, context),
    figures,
    reviews: rows.map((row) => presentReview(row, embed, brand, replyNames)),
    ...(firstParty === null ? {} : { firstParty }),
    ...(howWeAsk.length === 0 ? {} : { howWeAsk }),
    disclosure,
    brand,
  };
}

function presentReview(
  row: SnapshotReviewRow,
  { code, settings }: EmbedToShow,
  { url }: Brand,
  names: ReadonlyMap<string, string>,
): SnapshotReview {
  const attribution = presentAttribution(row.attribution);
  const replied = settings.showReplies && row.reply_text !== null && row.reply_state === 'published';
  const translated = settings.translation === 'translated' && row.translation !== null;
  const photo = avatarPathOf(row, code, settings);
  const from = names.get(row.location_id);
  const dateBasis = dateBases.find((basis) => basis === row.date_basis);
  return {
    id: row.id,
    source: sourceSchema.parse(row.source),
    // Platform terms that require an attribution require the author's name, too.
    authorName: settings.author === 'hidden' && attribution === null ? null : row.author_name,
    rating: row.rating,
    recommendation:
      row.recommendation === 'positive' || row.recommendation === 'negative' ? row.recommendation : null,
    text: translated ? row.translation : row.text,
    ...(translated ? { translated } : {}),
    ...(photo === null ? {} : { photo: `${url}${photo}` }),
    // Embeds print the day in UTC, so a day without a time becomes noon in UTC.
    writtenAt: row.written_day === null ? row.written_at.toISOString() : `${row.written_day}T12:00:00.000Z`,
    ...(dateBasis === undefined ? {} : { dateBasis }),
    reply:
      replied && row.reply_text !== null
        ? {
            text: row.reply_text,
            at: row.reply_at?.toISOString() ?? null,
            ...(from === undefined ? {} : { from }),
          }
        : null,
    permalink: row.permalink,
    ...(attribution === null ? {} : { attribution }),
    ...(row.invited ? { invited: true } : {}),
  };
}

/** Null if the owner hides authors, and for anonymous and Places API reviews, whose pictures must not be stored. */
function avatarPathOf(row: SnapshotReviewRow, code: string, settings: EmbedSettings): string | null {
  if (settings.photo !== 'photo' || settings.author === 'hidden') return null;
  if (row.author_photo_url === null || row.anonymous || row.attribution !== null) return null;
  return avatarPath(code, row.id, row.author_photo_url);
}

/** The listings of the sources and locations in the settings. */
export function filterListings(
  { sources, locationIds }: EmbedSettings,
  listings: ListingRow[],
): ListingRow[] {
  return listings.filter(
    (listing) =>
      (sources.length === 0 || sources.some((source) => source === listing.platform)) &&
      (locationIds.length === 0 || locationIds.includes(listing.location_id)),
  );
}

/**
 * The platform's own count and average per source, then the first-party reviews; over several listings, the average is weighted
 * by their counts.
 */
function figuresOf(settings: EmbedSettings, context: SnapshotContext, brand: Brand): Snapshot['figures'] {
  const { listings, sums } = context;
  const chosen = filterListings(settings, listings);
  const firstParty = firstPartyFigure(settings, context, brand.url);
  const sources = [...new Set(chosen.map((listing) => listing.platform))];
  const ofPlatforms = sources.map((name) => {
    const source = sourceSchema.parse(name);
    const of = chosen.filter((listing) => listing.platform === name);
    return {
      source,
      ...weightedRating(of),
      ...countRecommendations(source, of, sums),
      url: singleListingUrl(of, 'maps_url'),
      writeUrl: singleListingUrl(of, 'write_review_url'),
      histogram: histogramOf(source, of, sums),
    };
  });
  return firstParty === null ? ofPlatforms : [...ofPlatforms, firstParty];
}

/** The average weighted by the platform's own counts, and the sum of these counts. */
export function weightedRating(listings: Pick<ListingRow, 'platform_average' | 'platform_count'>[]): {
  average: number | null;
  count: number;
} {
  return combineRatings(
    listings.map(({ platform_average: average, platform_count: count }) => ({
      average: average === null ? null : Number(average),
      count: count ?? 0,
    })),
  );
}

function countRecommendations(
  source: Source,
  listings: ListingRow[],
  sums: ReviewSum[],
): { recommended: number; notRecommended: number } {
  const locations = new Set(listings.map((listing) => listing.location_id));
  const count = (kind: string) =>
    sums
      .filter((sum) => sum.source === source && locations.has(sum.location_id) && sum.recommendation === kind)
      .reduce((total, sum) => total + sum.total, 0);
  return { recommended: count('positive'), notRecommended: count('negative') };
}

/** How many stored reviews have 1, 2, 3, 4 and 5 stars. */
function histogramOf(source: Source, listings: ListingRow[], sums: ReviewSum[]): number[] {
  const locations = new Set(listings.map((listing) => listing.location_id));
  const histogram = [0, 0, 0, 0, 0];
  for (const sum of sums)
    if (sum.source === source && locations.has(sum.location_id) && sum.rating > 0)
      histogram[sum.rating - 1] = (histogram[sum.rating - 1] ?? 0) + sum.total;
  return histogram;
}

/** A link to all reviews, or to write one, makes sense for a single listing only. */
function singleListingUrl(listings: ListingRow[], field: 'maps_url' | 'write_review_url'): string | null {
  const [listing] = listings;
  return listings.length === 1 && listing !== undefined ? listing[field] : null;
}
