/// <reference path="../../../css.d.ts" />
/**
 * The carousel layout: cards in a row that scrolls by swipe, wheel and arrow keys without any script. The script adds
 * buttons where they are of use, and moves the row by itself where the settings want it.
 */
import cardsCss from '../cards.embed.css';
import type { Layout, LayoutProps } from '../layout.ts';
import { minify } from '../minify.ts';
import { Empty, Footer, Header, Review } from '../parts.tsx';
import rowCss from '../row.embed.css';
import { Controls, cardsHeight, Row, Steps } from '../row.tsx';
import css from './carousel.embed.css';

function View({ snapshot, texts }: LayoutProps) {
  const { reviews } = snapshot;
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.length === 0 ? (
        <Empty snapshot={snapshot} texts={texts} />
      ) : (
        <>
          <div className="b">
            <Row label={texts.text('row')}>
              {reviews.map((review) => (
                <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
              ))}
            </Row>
            <Steps snapshot={snapshot} texts={texts} />
          </div>
          <Controls snapshot={snapshot} texts={texts} />
        </>
      )}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

export const carousel: Layout = {
  View,
  css: minify(rowCss + cardsCss + css),
  height: cardsHeight,
  client: 'moving',
};
