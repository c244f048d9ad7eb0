import type { BulkKind } from '@kindling/contract/bulk-actions';
import type { Action } from '@kindling/contract/rights';

/** What an action on many reviews needs: the right to do it with one. */
export const rightOf: Record<BulkKind, Action> = {
  tag: 'reviews.tag',
  untag: 'reviews.tag',
  hide: 'reviews.hide',
  show: 'reviews.hide',
  assign: 'reviews.assign',
};
