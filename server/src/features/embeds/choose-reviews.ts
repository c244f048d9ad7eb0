import type { Snapshot } from '@kindling/contract/embeds';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import {
  countFiltered,
  countHidden,
  countHiddenUnfilterable,
  hiddenReasonOf,
  type SnapshotReviewRow,
  selectPicked,
  selectReviews,
} from './content-queries.ts';
import type { ReviewSum } from './queries.ts';
import type { ReviewSelection } from './review-selection.ts';
import { discloseWidget } from './widget-disclosure.ts';

/** The reviews that a widget shows, picked ones first and then one with a text, and counts of the others. */
export async function chooseReviews(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
  sums: readonly ReviewSum[],
): Promise<{ rows: SnapshotReviewRow[]; disclosure: Snapshot['disclosure'] }> {
  const picks = await selectPicked(trx, accountId, selection);
  const picked = picks.filter(({ hidden }) => !hidden);
  const pickedIds = picked.map(({ id }) => id);
  const onlyPicked = selection.settings.pickedOnly && picked.length > 0;
  const others = await selectReviews(trx, accountId, selection, pickedIds);
  const disclosure = discloseWidget(selection, sums, {
    filtered: onlyPicked ? new Map() : await countFiltered(trx, accountId, selection),
    hidden: onlyPicked
      ? await countHiddenUnfilterable(trx, accountId, selection)
      : await countHidden(trx, accountId, selection),
    picks: picks.map(({ hidden, hidden_reason, filtered }) => ({
      hidden: hidden ? hiddenReasonOf(hidden_reason) : null,
      filtered,
    })),
    others: others.length,
    pinned: selection.settings.order === 'pinned' ? others.filter((row) => row.pinned_at !== null).length : 0,
  });
  return { rows: picked.length > 0 ? [...picked, ...others] : leadWithText(others, selection), disclosure };
}

/**
 * Moves the first review with a text to the front, unless what stands there was pinned to stand there. The others keep their
 * order, and which reviews are shown stays the same (docs/decisions/0117-widgets-begin-with-a-template.md).
 */
function leadWithText(
  rows: SnapshotReviewRow[],
  { settings: { order, translation } }: ReviewSelection,
): SnapshotReviewRow[] {
  const [first] = rows;
  if (first === undefined || (order === 'pinned' && first.pinned_at !== null)) return rows;
  const lead = rows.find(
    (row) => ((translation === 'translated' ? row.translation : null) ?? row.text ?? '').trim() !== '',
  );
  return lead === undefined || lead === first ? rows : [lead, ...rows.filter((row) => row !== lead)];
}
