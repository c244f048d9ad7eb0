/**
 * Sources whose reviews must not be filtered by rating (docs/decisions/0023-hiding-by-rating.md). Trust rule: every snapshot
 * query applies this rule, so neither old settings nor a change of the market can bypass it.
 */
import type { Source } from '@kindling/contract/platforms';

/**
 * Sources of which an account in this market has to show every rating. UK: Digital Markets, Competition and Consumers Act
 * 2024, Schedule 20, paragraph 13 bans publishing positive reviews while failing to publish negative ones. That matters
 * where the business is the only publisher; reviews of platforms can be read in full on the platform.
 */
export function unfilterableSourcesIn(market: string): readonly Source[] {
  return market === 'uk' ? ['first-party'] : [];
}
