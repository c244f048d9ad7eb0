import { type EmbedSettings, embedLooks, isBadge } from '@kindling/contract/embed-settings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { lookSettings } from './presets.ts';

/** What decides which reviews a picture shows; a change of anything else asks for no new pictures. */
function contentOf(settings: EmbedSettings) {
  const { sources, locationIds, minimumRating, withTextOnly, includeWords, excludeWords, tagIds } = settings;
  const { excludeTagIds, reviewLanguages, pickedIds, pickedOnly, order, translation, language } = settings;
  return {
    ...{ sources, locationIds, minimumRating, withTextOnly, includeWords, excludeWords, tagIds },
    ...{ excludeTagIds, reviewLanguages, pickedIds, pickedOnly, order, translation, language },
  };
}

/** A picture of each look with the reviews that these settings show, in one request: one card, or the badge itself. */
export function useLookPreviews(settings: EmbedSettings) {
  const badge = isBadge(settings.layout);
  const shown: Partial<EmbedSettings> = badge
    ? { layout: settings.layout }
    : { layout: 'list', clampLines: 4, showReplies: false, showHeader: false };
  return useQuery(
    query.embeds.previews.queryOptions({
      input: {
        kind: badge ? 'badge' : 'widget',
        settings: embedLooks.map((look) => ({
          ...contentOf(settings),
          ...lookSettings[look],
          ...shown,
          limit: 1,
        })),
      },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  );
}
