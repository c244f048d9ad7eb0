/** The JSON form of an embed: for people who draw it themselves, so it holds nothing that the settings hide. */
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { displayName } from '../../kit/author.ts';

export type EmbedJson = Omit<Snapshot, 'settings' | 'reviews'> & {
  readonly reviews: readonly (Omit<SnapshotReview, 'writtenAt'> & {
    /** Null where the settings show no dates, and where none is known; with `dateBasis` it is an estimate. */
    readonly writtenAt: string | null;
  })[];
};

/** Pure: same snapshot, same facts. Names are printed as the embed prints them, dates only where it shows them. */
export function toEmbedJson({ settings, reviews, ...facts }: Snapshot): EmbedJson {
  const dated = settings.date !== 'none';
  return {
    ...facts,
    reviews: reviews.map((review) => ({
      ...review,
      authorName: displayName(review.authorName, settings.author),
      writtenAt: dated && review.dateBasis !== 'given' ? review.writtenAt : null,
      reply: review.reply === null ? null : { ...review.reply, at: dated ? review.reply.at : null },
    })),
  };
}
