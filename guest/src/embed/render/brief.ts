/** Reviews of a few words, which fill a card beside longer ones by larger letters and not by empty space. */
import type { SnapshotReview } from '@kindling/contract/embeds';
import { plainText } from '../../kit/plain-text.ts';

const mostCharacters = 60;
/** What larger letters add to the height of a card at most, in em. */
const more = 3.2;

function isBrief({ text }: SnapshotReview): boolean {
  const plain = plainText(text ?? '');
  return plain !== '' && plain.length <= mostCharacters && !plain.includes('\n');
}

/** The classes of a card whose neighbors decide how tall it is. */
export function cardClass(review: SnapshotReview, usual: string = classNames.reviewCard): string {
  return isBrief(review) ? `${usual} ${classNames.brief}` : usual;
}

export function briefHeight(review: SnapshotReview): number {
  return isBrief(review) ? more : 0;
}
