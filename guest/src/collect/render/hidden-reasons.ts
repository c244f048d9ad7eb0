/** The reviews that a business does not show, with numbers and reasons, for the pages that must say so. */
import type { HiddenCount } from '@kindling/contract/collect-page';
import type { CollectTexts } from './texts.ts';

type Hidden = readonly HiddenCount[];

/** One sentence for each reason that has a review; empty exactly when nothing is hidden. */
export function hiddenReasons(hidden: Hidden, { plural }: CollectTexts): string[] {
  return hidden
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => plural(`hidden_${reason}`, count));
}

/** The line that no setting removes where a review is hidden; null when none is. */
export function hiddenLine(hidden: Hidden, texts: CollectTexts): string | null {
  const reasons = hiddenReasons(hidden, texts);
  if (reasons.length === 0) return null;
  const count = hidden.reduce((sum, one) => sum + one.count, 0);
  return texts.plural('notShown', count, { reasons: reasons.join(', ') });
}
