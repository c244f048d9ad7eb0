import type { SnapshotReview } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';

/**
 * The date of a review as precisely as it is known: the year when a file gave only an age, null when it gave no date.
 */
export function dayText(
  { writtenAt, dateBasis }: Pick<SnapshotReview, 'writtenAt' | 'dateBasis'>,
  texts: Texts,
): string | null {
  if (dateBasis === 'given') return null;
  return dateBasis === 'relative' ? texts.year(writtenAt) : texts.day(writtenAt);
}
