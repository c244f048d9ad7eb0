import type { TakedownReason } from '@kindling/contract/operator-reasons';
import type { Takedown } from '@kindling/contract/takedowns';

/** What an account sees of its page or embed that the operator took down; null in every other case. */
export function presentTakedown(row: {
  taken_down_at: Date | null;
  taken_down_reason: string | null;
}): Takedown | null {
  const { taken_down_at: at, taken_down_reason: reason } = row;
  // The columns have a check that allows exactly these words.
  return at === null || reason === null ? null : { at: at.toISOString(), reason: reason as TakedownReason };
}
