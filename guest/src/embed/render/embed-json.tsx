/** The JSON of an embed, for people who draw it themselves. It holds nothing that the settings hide. */
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { displayName } from '../../kit/author.ts';

export type EmbedJson = Omit<Snapshot, 'settings' | 'reviews'> & {
  readonly reviews: readonly (Omit<SnapshotReview, 'writtenAt'> & {
    /** Null when the settings show no dates, or none is known; with `dateBasis` it is an estimate. */
    readonly writtenAt: string | null;
  })[];
};

/** Pure. Names are in the form that the embed shows; dates only when it shows them. */
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
