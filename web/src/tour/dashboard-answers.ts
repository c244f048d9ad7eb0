/** What the dashboard shows of the sample account, for any business, location and period. */
import type { Dashboard } from '@kindling/contract/analytics';
import { combineRatings } from '@kindling/contract/combined-rating';
import type { OwnReview } from '@kindling/contract/reviews';
import { comparisonOf, presets, spanOf } from '../features/analytics/choice.ts';
import { isUnanswered } from '../features/reviews/reply-state.ts';
import { ApiError } from '../lib/api/problem.ts';
import type { ApiAnswers, ApiInputs } from './api-types.ts';
import { countFigures, countOf } from './figures.ts';
import type { SampleAccount } from './sample-account.ts';
import { countWords } from './words.ts';

const newestCount = 5;

type VisitsInput = ApiInputs['analytics']['visits'];

/** The name under which the visits of a period are recorded: that of the choice which leads to it; null for other days. */
function presetOf({ from, to, compare }: VisitsInput, today: string): string | null {
  const found = presets.find((preset) => {
    const choice = { preset };
    const span = spanOf(choice, today);
    return (
      preset !== 'custom' && span.from === from && span.to === to && comparisonOf(choice).compare === compare
    );
  });
  return found ?? null;
}

function buildSources(account: SampleAccount, reviews: readonly OwnReview[], places: ReadonlySet<string>) {
  const listings = account.listings().filter(({ locationId }) => places.has(locationId));
  const names = [
    ...new Set([...reviews.map(({ source }) => source), ...listings.map(({ platform }) => platform)]),
  ];
  return names.sort().map((source): Dashboard['sources'][number] => {
    const of = listings.filter(({ platform }) => platform === source);
    const its = reviews.filter((review) => review.source === source);
    const { average, count } = combineRatings(
      of.map(({ platformAverage, platformCount }) => ({
        average: platformAverage,
        count: platformCount ?? 0,
      })),
    );
    return {
      source,
      platformAverage: average,
      platformCount: of.some(({ platformCount }) => platformCount !== null) ? count : null,
      stars: null,
      stored: its.length,
      recommended: countOf(its, 'positive'),
      notRecommended: countOf(its, 'negative'),
    };
  });
}

function combine(sources: Dashboard['sources']): Dashboard['combined'] {
  const figures = sources.flatMap(({ source, platformAverage: average, platformCount: count }) =>
    average === null || !count ? [] : { source, average, count },
  );
  const { average, count } = combineRatings(figures);
  if (figures.length < 2 || average === null) return null;
  return { average, count, sources: figures.map(({ source }) => source) };
}

function buildDashboard(account: SampleAccount, scope: ApiInputs['analytics']['dashboard']): Dashboard {
  const reviews = account.matching(scope);
  const waiting = reviews.filter(isUnanswered);
  const oldest = waiting.at(-1);
  const { businesses } = account.recorded('businesses', 'list', {});
  const places = businesses
    .filter(({ id }) => scope.businessId === undefined || id === scope.businessId)
    .flatMap(({ locations }) => locations.map(({ id }) => id))
    .filter((id) => scope.locationId === undefined || id === scope.locationId);
  const sources = buildSources(account, reviews, new Set(places));
  return {
    // The setup and the locations without a public link are those of the account.
    ...account.recorded('analytics', 'dashboard', {}),
    total: reviews.length,
    unanswered: waiting.length,
    oldestWaiting: oldest === undefined ? null : { id: oldest.id, writtenAt: oldest.writtenAt },
    sources,
    combined: combine(sources),
    newest: reviews.slice(0, newestCount),
  };
}

export function dashboardAnswers(account: SampleAccount): Pick<ApiAnswers, 'analytics'> {
  return {
    analytics: {
      dashboard: (scope) => buildDashboard(account, scope),
      figures: ({ businessId, locationId, ...period }) =>
        countFigures(
          account.matching({ businessId, locationId }),
          account.recorded('tags', 'list', {}).tags,
          period,
          account.today,
        ),
      words: ({ businessId, locationId, from, to }) =>
        countWords(
          account.matching({ businessId, locationId, from, to }),
          account.recorded('analytics', 'words', {}).languages,
        ),
      visits: ({ businessId, locationId, ...period }) => {
        const preset = presetOf(period, account.today);
        if (preset === null) throw new ApiError({ code: 'tour-data' });
        return account.recorded('analytics', 'visits', { preset, businessId, locationId });
      },
    },
  };
}
