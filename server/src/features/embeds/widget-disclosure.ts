import { type OmissionReason, omissionReasons, type Snapshot } from '@kindling/contract/embeds';
import type { Source } from '@kindling/contract/platforms';
import type { ReviewSum } from './queries.ts';
import { type ReviewSelection, unfilterableOf } from './review-selection.ts';

/** A picked review of the embed's sources and locations. */
export interface CountedPick {
  /** Null when it is shown. */
  hidden: OmissionReason | null;
  /** The filter that would leave it out if it were not picked; null when none does. */
  filtered: OmissionReason | null;
}

/** Counts from the database. */
export interface SelectionCounts {
  /** Left out by words, tags or language, whether hidden or not. */
  filtered: ReadonlyMap<OmissionReason, number>;
  /**
   * Hidden reviews that no filter leaves out, by the reason that is named; where only picked reviews are shown, those of
   * unfilterable sources.
   */
  hidden: ReadonlyMap<OmissionReason, number>;
  picks: readonly CountedPick[];
  /** Shown reviews beside the picked ones. */
  others: number;
  /** How many of these stand first because they are pinned. */
  pinned: number;
}

/**
 * Counts what an embed leaves out and why. Each review is counted under one reason, the first that applies in the
 * order source, location, rating, text, words, tags, language, hidden, limit, so that the numbers add up to the total. Where
 * only picked reviews are shown: source, location, not picked, hidden, limit; of a picked one, hidden.
 *
 * `sums` must cover all reviews that are not removed, hidden ones included.
 */
export function discloseWidget(
  selection: ReviewSelection,
  sums: readonly ReviewSum[],
  counted: SelectionCounts,
): Snapshot['disclosure'] {
  const counts = new Map<OmissionReason, number>();
  const add = (reason: OmissionReason, count: number) =>
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  const shownPicks = counted.picks.filter(({ hidden }) => hidden === null);
  const onlyPicks = selection.settings.pickedOnly && shownPicks.length > 0;
  let total = 0;
  let eligible = 0;
  for (const sum of sums) {
    total += sum.total;
    const passing = onlyPicks ? countBesidePicks(selection, sum, add) : countPassing(selection, sum, add);
    eligible += passing;
  }
  const leaveOut = (reasons: ReadonlyMap<OmissionReason, number>) => {
    for (const reason of omissionReasons) {
      const count = reasons.get(reason) ?? 0;
      add(reason, count);
      eligible -= count;
    }
  };
  leaveOut(counted.filtered);
  leaveOut(counted.hidden);
  if (onlyPicks)
    for (const { hidden } of counted.picks) {
      add('not-picked', -1);
      if (hidden !== null) add(hidden, 1);
    }
  else
    for (const { filtered } of shownPicks) {
      if (filtered === null) eligible -= 1;
      else add(filtered, -1);
    }
  add('limit', Math.max(0, eligible - counted.others));
  return {
    shown: shownPicks.length + counted.others,
    total,
    omitted: omissionReasons.flatMap((reason) => {
      const count = counts.get(reason) ?? 0;
      return count > 0 ? [{ reason, count }] : [];
    }),
    minimumRating: selection.settings.minimumRating,
    ...(shownPicks.length > 0 ? { picked: shownPicks.length } : {}),
    ...(counted.pinned > 0 ? { pinned: counted.pinned } : {}),
  };
}

type Add = (reason: OmissionReason, count: number) => void;

/** @returns how many reviews of the sum pass source, location, rating and text */
function countPassing(selection: ReviewSelection, sum: ReviewSum, add: Add): number {
  const { minimumRating, withTextOnly } = selection.settings;
  const scope = outOfScope(selection, sum);
  if (scope === null && isUnfilterable(selection, sum)) return sum.total;
  const reason = scope ?? (sum.rating > 0 && sum.rating < minimumRating ? 'rating' : null);
  if (reason !== null) {
    add(reason, sum.total);
    return 0;
  }
  const passing = withTextOnly ? sum.with_text : sum.total;
  add('no-text', sum.total - passing);
  return passing;
}

/** @returns how many reviews of the sum are shown beside picked ones where only these are asked for */
function countBesidePicks(selection: ReviewSelection, sum: ReviewSum, add: Add): number {
  const reason = outOfScope(selection, sum);
  if (reason === null && isUnfilterable(selection, sum)) return sum.total;
  add(reason ?? 'not-picked', sum.total);
  return 0;
}

function outOfScope({ settings }: ReviewSelection, sum: ReviewSum): OmissionReason | null {
  const isOf = (sources: readonly Source[]) => sources.some((source) => source === sum.source);
  if (settings.sources.length > 0 && !isOf(settings.sources)) return 'source';
  if (settings.locationIds.length > 0 && !settings.locationIds.includes(sum.location_id)) return 'location';
  return null;
}

function isUnfilterable(selection: ReviewSelection, sum: ReviewSum): boolean {
  return unfilterableOf(selection).some((source) => source === sum.source);
}
