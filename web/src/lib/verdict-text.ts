import type { Review } from '@kindling/contract/reviews';
import type { Translate } from './i18n/text.ts';

// locale-keys: common.recommendation.*
// locale-keys: common.thumb.*

/** What a review without stars says: a platform's recommendation, or the thumb of a first-party review; null with stars. */
export function verdictText(
  t: Translate,
  { source, recommendation }: Pick<Review, 'source' | 'recommendation'>,
): string | null {
  if (recommendation === null) return null;
  return source === 'first-party'
    ? t(`common:thumb.${recommendation}`)
    : t(`common:recommendation.${recommendation}`);
}
