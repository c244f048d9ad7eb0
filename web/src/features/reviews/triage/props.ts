/** The props of the components in this folder and in `../tags`, for the screens that mount them. */
import type { ReviewSelection } from '@kindling/contract/bulk-actions';
import type { OwnReview } from '@kindling/contract/reviews';
import type { ReactNode } from 'react';

/**
 * `PinButton`, `AssigneeSelect`, `ReviewNotes`, `ReviewHistory`, and in `../tags` `TagPicker` and `TagChips`.
 * They read who may do what themselves, and update the review in every cached list and in `reviews.get`.
 */
export interface OneReviewProps {
  review: OwnReview;
}

/** `HideDialog`, which the screen opens, for example by a key. `TagPicker` takes the same, and opens itself without it. */
export interface OpenableProps extends OneReviewProps {
  opened: boolean;
  onOpenChange: (opened: boolean) => void;
}

export interface BulkBarProps {
  /** `{ ids }` of at most 500 reviews, or `{ filter }` for everything that matches. */
  selection: ReviewSelection;
  /** Reviews of the selection, as far as they are counted; `more` when there are more than that. */
  count: number;
  more?: boolean;
  /** The action has succeeded, its outcome was read, or the person wants no selection any more. */
  onDone: () => void;
  /** A line below the count. */
  below?: ReactNode;
  /** Further actions, such as an export. */
  children?: ReactNode;
}
