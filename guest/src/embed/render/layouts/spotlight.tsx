/// <reference path="../../../css.d.ts" />
/**
 * The spotlight layout: one review at a time, as a quotation. It is a row whose cards are as wide as itself, so it
 * scrolls by swipe and arrow keys without any script.
 */
import { footerHeight, headerHeight, inset, line, morePx, proseHeight, reviewHeight } from '../heights.ts';
import type { Layout, LayoutProps, Room } from '../layout.ts';
import { minify } from '../minify.ts';
import { Empty, Footer, Header, Review } from '../parts.tsx';
import rowCss from '../row.embed.css';
import { controls, Dots, Pause, Row, Step, scrollbar } from '../row.tsx';
import css from './spotlight.embed.css';

/** Lengths of spotlight.embed.css in em. */
const quoted = 1.3;
const widestQuote = 30;
const mark = 2.6;
const above = 2.75;
const aroundCard = 0.6 + 1.4 + 1.4;
const moreControls = 0.4;
/** Dots that stand in a line of their own. */
const dotLine = 2.8;

function View({ snapshot, texts }: LayoutProps) {
  const { reviews, settings } = snapshot;
  // Wherever nothing else moves it, a mouse needs something to hold on to.
  const bare = !settings.arrows && !settings.dots;
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.length === 0 ? (
        <Empty snapshot={snapshot} texts={texts} />
      ) : (
        <>
          <div className="b">
            <QuotationMark />
            <Row label={texts.text('row')} className={bare ? 'l sb' : 'l'}>
              {reviews.map((review) => (
                <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
              ))}
            </Row>
          </div>
          {reviews.length > 1 && <Place snapshot={snapshot} texts={texts} />}
        </>
      )}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

function QuotationMark() {
  return (
    <svg className="qm" viewBox="0 0 32 32" aria-hidden>
      <path d="M4 17a9 9 0 0 1 9-10v4a5 5 0 0 0-5 5h5v9H4zM18 17a9 9 0 0 1 9-10v4a5 5 0 0 0-5 5h5v9h-9z" />
    </svg>
  );
}

/** Which one of how many: in dots, or in numbers that are also said when a visitor moves on. */
function Place(props: LayoutProps) {
  const { snapshot, texts } = props;
  const { arrows, dots } = snapshot.settings;
  return (
    <div className="ct">
      {arrows && <Step value="-1" label={texts.text('previous')} />}
      {dots ? (
        <Dots {...props} />
      ) : (
        <span className="ix" aria-live="polite">
          1 / {snapshot.reviews.length}
        </span>
      )}
      {arrows && <Step value="1" label={texts.text('next')} />}
      <Pause {...props} />
    </div>
  );
}

/** The tallest review counts. */
function height(room: Room) {
  const { reviews, settings } = room.snapshot;
  const inner = room.slot - inset(room.slot);
  const around = headerHeight(room, inner) + footerHeight(room, inner);
  if (reviews.length === 0) return { em: around + 5 + 3 * line, px: morePx };
  const column = room.slot - (room.slot >= 33 ? 6 : 2.5);
  const tallest = Math.max(
    ...reviews.map((review) => {
      const quote = proseHeight(review.text, settings.clampLines, Math.min(widestQuote, column / quoted), 0);
      return reviewHeight({ ...review, text: null }, room, column) + quote * quoted;
    }),
  );
  const stacked = settings.dots && room.slot < 33 ? dotLine : 0;
  const below = reviews.length > 1 ? controls + moreControls + stacked : 0;
  return { em: around + above + mark + aroundCard + tallest + below, px: morePx + scrollbar };
}

export const spotlight: Layout = { View, css: minify(rowCss + css), height, client: 'moving' };
