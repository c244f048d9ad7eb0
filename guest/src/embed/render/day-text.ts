import type { SnapshotReview } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';

/** A review's day as far as it is known: its year where a file told only an age, null where it told no date at all. */
export function dayText(
  { writtenAt, dateBasis }: Pick<SnapshotReview, 'writtenAt' | 'dateBasis'>,
  texts: Texts,
): string | null {
  if (dateBasis === 'given') return null;
  return dateBasis === 'relative' ? texts.year(writtenAt) : texts.day(writtenAt);
}
