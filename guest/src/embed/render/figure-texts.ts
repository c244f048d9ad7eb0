/** Names, addresses and words of a source's figures: those of a platform, or of the business's own page. */
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import type { Source } from '@kindling/contract/platforms';
import { ownLink, safeLink } from '../../kit/link.ts';
import type { Texts } from '../../kit/texts.ts';

export type FigureData = Snapshot['figures'][number];

export function figureName(source: Source, texts: Texts): string {
  return source === 'first-party' ? texts.text('ownReviews') : texts.text(`source_${source}`);
}

/** Null without an address that may be linked. The pages of a business are at our own host. */
export function figureLink({ source, url }: Pick<FigureData, 'source' | 'url'>): string | null {
  return source === 'first-party' && url !== null ? ownLink(url) : safeLink(url);
}

export function writeLink({ source, writeUrl }: FigureData): string | null {
  return figureLink({ source, url: writeUrl });
}

export function writeText(source: Source, texts: Texts): string {
  return source === 'first-party'
    ? texts.text('writeOwn')
    : texts.text('writeOn', { source: figureName(source, texts) });
}

export function readText(source: Source, texts: Texts): string {
  return source === 'first-party'
    ? texts.text('readOwn')
    : texts.text('readOn', { source: figureName(source, texts) });
}

/**
 * The words of a figure without stars: what platforms call recommendations are the thumbs of first-party reviews, told in one
 * sum. Null where there are none.
 */
export function verdictTexts(
  { source, recommended, notRecommended }: FigureData,
  texts: Texts,
): { up: string | null; down: string | null } {
  if (source !== 'first-party')
    return {
      up: recommended > 0 ? texts.plural('recommend', recommended) : null,
      down: notRecommended > 0 ? texts.plural('recommendNot', notRecommended) : null,
    };
  const thumbs = recommended + notRecommended;
  return { up: thumbs > 0 ? texts.plural('thumbs', thumbs, { up: recommended }) : null, down: null };
}

/** The figures of a source in one line: the average with its number of reviews, or the recommendations. */
export function lineText(figure: FigureData, texts: Texts): string {
  const { average, count } = figure;
  const { up, down } = verdictTexts(figure, texts);
  const stars =
    average === null
      ? countText(figure, texts)
      : texts.plural('averageFrom', count, { average: texts.average(average) });
  return [stars, up, down].filter((one) => one !== null).join(' · ');
}

/** The number of reviews, of which first-party thumbs are told apart; null where there are thumbs only. */
export function countText(
  { source, count, recommended, notRecommended }: FigureData,
  texts: Texts,
): string | null {
  if (source !== 'first-party' || recommended + notRecommended === 0) return texts.plural('reviews', count);
  return count === 0 ? null : texts.plural('starRatings', count);
}

/** What a review without stars says; null for one with stars. */
export function verdictText({ source, recommendation }: SnapshotReview, texts: Texts): string | null {
  if (recommendation === null || source !== 'first-party')
    return recommendation === null ? null : texts.text(recommendation);
  return texts.text(recommendation === 'positive' ? 'thumbUp' : 'thumbDown');
}
