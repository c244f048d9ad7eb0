/**
 * The carousel layout: cards in a row that scrolls by swipe, wheel and arrow keys without any script. The script adds
 * buttons where they are of use. Nothing moves by itself.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';
import { Empty, Footer, Header, Review } from './parts.tsx';

export function Carousel({ snapshot, texts }: { readonly snapshot: Snapshot; readonly texts: Texts }) {
  const { reviews } = snapshot;
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.length === 0 ? (
        <Empty snapshot={snapshot} texts={texts} />
      ) : (
        <div className="b">
          {/* In the order of the keys: who tabs meets the row first, then the buttons that move it. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings looks and a least width of its own. */}
          <div className="l" role="group" aria-label={texts.text('row')} tabIndex={0}>
            {reviews.map((review) => (
              <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
            ))}
          </div>
          <Step value="-1" label={texts.text('previous')} />
          <Step value="1" label={texts.text('next')} />
        </div>
      )}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

/** Hidden until the script has found out that there is something to move. */
function Step({ value, label }: { readonly value: '-1' | '1'; readonly label: string }) {
  return (
    <button className="d" type="button" value={value} aria-label={label} hidden>
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d={value === '1' ? 'M9 5l7 7-7 7' : 'M15 5l-7 7 7 7'} />
      </svg>
    </button>
  );
}
