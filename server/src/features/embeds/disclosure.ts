import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { OmissionReason, Snapshot } from '@kindling/contract/embeds';
import type { Sum } from './queries.ts';

/**
 * Counts what an embed leaves out and why. Each review is counted under one reason, the first that applies in the
 * order source, location, rating, text, hidden, limit, so that the numbers add up to the total.
 *
 * `sums` are all reviews that are not removed (hidden ones included), `hidden` the hidden ones among them.
 */
export function disclose(
  settings: EmbedSettings,
  sums: readonly Sum[],
  hidden: readonly Sum[],
  shown: number,
): Snapshot['disclosure'] {
  const counts = new Map<OmissionReason, number>();
  const add = (reason: OmissionReason, count: number) =>
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  let total = 0;
  let eligible = 0;
  for (const sum of sums) {
    total += sum.total;
    const reason = excludedBy(settings, sum);
    if (reason !== null) {
      add(reason, sum.total);
      continue;
    }
    const passing = settings.withTextOnly ? sum.with_text : sum.total;
    add('no-text', sum.total - passing);
    eligible += passing;
  }
  const hiddenCount = hidden
    .filter((sum) => excludedBy(settings, sum) === null)
    .reduce((count, sum) => count + (settings.withTextOnly ? sum.with_text : sum.total), 0);
  add('hidden', hiddenCount);
  add('limit', Math.max(0, eligible - hiddenCount - shown));
  const omitted = [...counts].filter(([, count]) => count > 0).map(([reason, count]) => ({ reason, count }));
  return { shown, total, omitted, minimumRating: settings.minimumRating };
}

function excludedBy(settings: EmbedSettings, sum: Sum): OmissionReason | null {
  if (settings.sources.length > 0 && !settings.sources.some((source) => source === sum.source))
    return 'source';
  if (settings.locationIds.length > 0 && !settings.locationIds.includes(sum.location_id)) return 'location';
  if (sum.rating > 0 && sum.rating < settings.minimumRating) return 'rating';
  return null;
}
