/**
 * Sources whose reviews no filter of their content and no pick may leave out (docs/decisions/0023-hiding-by-rating.md and
 * 0095-what-an-embed-leaves-out-by-choice.md). Trust rule: every snapshot query applies this rule, so neither old settings nor a
 * change of the market can bypass it.
 */
import type { Source } from '@kindling/contract/platforms';
import { mayHideByRating } from '../reviews/index.ts';

/**
 * Sources of which an account in this market has to show every rating. That matters where the business is the only publisher;
 * reviews of platforms can be read in full on the platform.
 */
export function unfilterableSourcesIn(market: string): readonly Source[] {
  return mayHideByRating(market) ? [] : ['first-party'];
}
