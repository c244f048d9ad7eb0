import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import type { ReviewSum } from './queries.ts';

/**
 * Counts what a badge leaves out. Its figures are the platforms' own and include every review of a source, also bad and
 * hidden ones, so only whole sources and locations can be missing. As in `discloseWidget`, each review counts under the
 * first reason that applies. `sums` must cover all reviews that are not removed.
 */
export function discloseBadge(settings: EmbedSettings, sums: readonly ReviewSum[]): Snapshot['disclosure'] {
  const { sources, locationIds } = settings;
  const counts = { source: 0, location: 0 };
  let total = 0;
  for (const sum of sums) {
    total += sum.total;
    if (sources.length > 0 && !sources.some((source) => source === sum.source)) counts.source += sum.total;
    else if (locationIds.length > 0 && !locationIds.includes(sum.location_id)) counts.location += sum.total;
  }
  const omitted = (['source', 'location'] as const)
    .map((reason) => ({ reason, count: counts[reason] }))
    .filter(({ count }) => count > 0);
  return { shown: total - counts.source - counts.location, total, omitted, minimumRating: 1 };
}
