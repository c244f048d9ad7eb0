/**
 * Where reviews may not be hidden by their rating (docs/decisions/0023-hiding-by-rating.md). Trust rule: the query of
 * the snapshot asks here each time, so neither old settings nor a change of the market can get round it.
 */
import type { Source } from '@kindling/contract/platforms';

/**
 * Sources of which an account of this market shows every rating. UK: Digital Markets, Competition and Consumers Act
 * 2024, Schedule 20, paragraph 13 bans publishing positive reviews while failing to publish negative ones; it bites
 * where the business itself is the only publisher. What platforms publish can be read there in full.
 */
export function unfilterableSourcesIn(market: string): readonly Source[] {
  return market === 'uk' ? ['first-party'] : [];
}
