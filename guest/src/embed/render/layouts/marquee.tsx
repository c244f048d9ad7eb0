/// <reference path="../../../css.d.ts" />
/**
 * The marquee layout: a slow endless band of cards. Without script, without autoplay and for visitors who want less
 * motion it is a row that scrolls. What is sent holds each card once, and the script doubles none.
 */
import cardsCss from '../cards.embed.css';
import type { Layout, LayoutProps } from '../layout.ts';
import { minify } from '../minify.ts';
import { Empty, Footer, Header, Review } from '../parts.tsx';
import rowCss from '../row.embed.css';
import { Controls, cardsHeight, Row, Steps } from '../row.tsx';
import css from './marquee.embed.css';

function View({ snapshot, texts }: LayoutProps) {
  const { reviews, settings } = snapshot;
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.length === 0 ? (
        <Empty snapshot={snapshot} texts={texts} />
      ) : (
        <>
          <div className="b">
            <Row label={texts.text('row')} className={settings.autoplay ? 'l ml' : 'l'}>
              <div className="tk">
                {reviews.map((review) => (
                  <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
                ))}
              </div>
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

export const marquee: Layout = {
  View,
  css: minify(rowCss + cardsCss + css),
  height: cardsHeight,
  client: 'moving',
};
