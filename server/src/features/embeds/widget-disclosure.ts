import { type OmissionReason, omissionReasons, type Snapshot } from '@kindling/contract/embeds';
import type { Source } from '@kindling/contract/platforms';
import type { ReviewSelection } from './content-queries.ts';
import type { ReviewSum } from './queries.ts';

/** Counts from the database, of reviews that match source, location, rating and text. */
export interface SelectionCounts {
  /** Excluded by words, whether hidden or not. */
  excludedByWords: number;
  /** Hidden reviews that match the words, by the reason that is named. */
  hidden: ReadonlyMap<OmissionReason, number>;
  shown: number;
}

/**
 * Counts what an embed leaves out and why. Each review is counted under one reason, the first that applies in the
 * order source, location, rating, text, words, hidden, limit, so that the numbers add up to the total.
 *
 * `sums` must cover all reviews that are not removed, hidden ones included.
 */
export function discloseWidget(
  selection: ReviewSelection,
  sums: readonly ReviewSum[],
  counted: SelectionCounts,
): Snapshot['disclosure'] {
  const { settings } = selection;
  const counts = new Map<OmissionReason, number>();
  const add = (reason: OmissionReason, count: number) =>
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  let total = 0;
  let eligible = 0;
  for (const sum of sums) {
    total += sum.total;
    const reason = exclusionReason(selection, sum);
    if (reason !== null) {
      add(reason, sum.total);
      continue;
    }
    const passing = settings.withTextOnly ? sum.with_text : sum.total;
    add('no-text', sum.total - passing);
    eligible += passing;
  }
  const { excludedByWords, hidden, shown } = counted;
  add('words', excludedByWords);
  let hiddenCount = 0;
  for (const reason of omissionReasons) {
    const count = hidden.get(reason) ?? 0;
    add(reason, count);
    hiddenCount += count;
  }
  add('limit', Math.max(0, eligible - excludedByWords - hiddenCount - shown));
  const omitted = [...counts].filter(([, count]) => count > 0).map(([reason, count]) => ({ reason, count }));
  return { shown, total, omitted, minimumRating: settings.minimumRating };
}

function exclusionReason(
  { settings, unfilterableSources }: ReviewSelection,
  sum: ReviewSum,
): OmissionReason | null {
  const isOf = (sources: readonly Source[]) => sources.some((source) => source === sum.source);
  if (settings.sources.length > 0 && !isOf(settings.sources)) return 'source';
  if (settings.locationIds.length > 0 && !settings.locationIds.includes(sum.location_id)) return 'location';
  if (sum.rating > 0 && sum.rating < settings.minimumRating && !isOf(unfilterableSources)) return 'rating';
  return null;
}
