/** The list layout: reviews under each other. */
import type { Snapshot } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';
import { Empty, Footer, Header, Review } from './parts.tsx';

export function List({ snapshot, texts }: { readonly snapshot: Snapshot; readonly texts: Texts }) {
  const { reviews } = snapshot;
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.map((review) => (
        <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
      ))}
      {reviews.length === 0 && <Empty snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}
