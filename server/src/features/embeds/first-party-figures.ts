/** What an embed shows of first-party reviews as a whole: their figures, and the pages of the business about them. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import type { ReviewSum } from './queries.ts';
import type { SnapshotContext } from './snapshot-context.ts';

type Chosen = Pick<EmbedSettings, 'sources' | 'locationIds'>;
type Context = Pick<SnapshotContext, 'businesses' | 'slugs' | 'sums'>;

/** The sums of the first-party reviews of the chosen sources and locations, hidden ones included. */
function chosenSums({ sources, locationIds }: Chosen, sums: readonly ReviewSum[]): ReviewSum[] {
  if (sources.length > 0 && !sources.includes('first-party')) return [];
  return sums.filter(
    (sum) =>
      sum.source === 'first-party' &&
      sum.total > 0 &&
      (locationIds.length === 0 || locationIds.includes(sum.location_id)),
  );
}

/** The rating of all first-party reviews, hidden ones included. Null without any stars; thumbs count as none. */
export function firstPartyRating(
  settings: Chosen,
  sums: readonly ReviewSum[],
): Snapshot['firstParty'] | null {
  const rated = chosenSums(settings, sums).filter(({ rating }) => rating > 0);
  const count = rated.reduce((all, { total }) => all + total, 0);
  const stars = rated.reduce((all, { total, rating }) => all + total * rating, 0);
  return count === 0 ? null : { average: Math.round((stars / count) * 1000) / 1000, count };
}

/**
 * Stars and thumbs apart. Null without any first-party review, unless the settings name the source: then an embed leads to the
 * page where the first one can be written.
 */
export function firstPartyFigure(
  settings: Chosen,
  context: Context,
  publicUrl: string,
): Snapshot['figures'][number] | null {
  const sums = chosenSums(settings, context.sums);
  if (sums.length === 0 && !settings.sources.includes('first-party')) return null;
  const rating = firstPartyRating(settings, context.sums);
  const histogram = [1, 2, 3, 4, 5].map((stars) => countOf(sums, (sum) => sum.rating === stars));
  const pages = pagesOf(settings, context, sums);
  // Several businesses have several pages, and none of them stands for all.
  const slug = pages.length === 1 ? pages[0]?.slug : undefined;
  return {
    source: 'first-party',
    average: rating?.average ?? null,
    count: rating?.count ?? 0,
    recommended: countOf(sums, (sum) => sum.recommendation === 'positive'),
    notRecommended: countOf(sums, (sum) => sum.recommendation === 'negative'),
    url: slug === undefined ? null : `${publicUrl}/r/${slug}`,
    writeUrl: slug === undefined ? null : `${publicUrl}/c/${slug}`,
    histogram,
  };
}

/** The pages "How we ask" of the businesses whose first-party reviews are chosen. */
export function howWeAskPages(
  settings: Chosen,
  context: Context,
  publicUrl: string,
): NonNullable<Snapshot['howWeAsk']> {
  return pagesOf(settings, context, chosenSums(settings, context.sums)).map(({ name, slug }) => ({
    businessName: name,
    url: `${publicUrl}/r/${slug}/how-we-ask`,
  }));
}

/** The chosen businesses that have a page: those of the sums, or all of the chosen locations where nobody has rated yet. */
function pagesOf(
  { locationIds }: Chosen,
  { businesses, slugs }: Context,
  sums: readonly ReviewSum[],
): { name: string; slug: string }[] {
  const isChosen = (id: string) =>
    sums.length > 0
      ? sums.some((sum) => sum.location_id === id)
      : locationIds.length === 0 || locationIds.includes(id);
  return businesses.flatMap(({ id, name, locations }) => {
    const slug = slugs.get(id);
    return slug !== undefined && locations.some((location) => isChosen(location.id)) ? [{ name, slug }] : [];
  });
}

function countOf(sums: readonly ReviewSum[], matches: (sum: ReviewSum) => boolean): number {
  return sums.filter(matches).reduce((all, { total }) => all + total, 0);
}
