/// <reference path="../../../css.d.ts" />
/**
 * The spotlight layout: one review at a time, as a quotation. It is a row with cards of its own width, so it scrolls
 * by swipe and arrow keys without a script.
 */
import { plainText } from '../../../kit/plain-text.ts';
import { isClamped } from '../clamped-text.tsx';
import {
  borderPx,
  footerHeight,
  headerHeight,
  letterWidth,
  lineHeight,
  panelPadding,
  reviewHeight,
  spacings,
} from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Header, Review } from '../parts.tsx';
import rowRules from '../row.embed.css';
import { ArrowButton, controlsHeight, Dots, PauseButton, Row, scrollbarPx } from '../row.tsx';
import { countLines } from '../text-width.ts';
import rules from './spotlight.embed.css';

/** Lengths of spotlight.embed.css in em. */
const quoted = 1.3;
const quotedLine = 1.5 * quoted;
const widestQuote = 30;
/** The button below a clamped quotation, as tall as the usual text. */
const quotedButton = 1.5 + 0.3;
const mark = 2.6;
const above = { narrow: 2, wide: 2.75 } as const;
const aroundCard = 0.6 + 1.4 + 1.4;
const moreControls = 0.4;
/** Dots on a line of their own. */
const dotLine = 2.8;

function View({ snapshot, texts }: LayoutProps) {
  const { reviews, settings } = snapshot;
  // Without buttons and dots, a mouse needs the scrollbar.
  const bare = !settings.arrows && !settings.dots;
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.length === 0 ? (
        <EmptyMessage snapshot={snapshot} texts={texts} />
      ) : (
        <>
          <div className={classNames.rowArea}>
            <QuotationMark />
            <Row
              label={texts.text('row')}
              className={bare ? `${classNames.row} ${classNames.bareRow}` : classNames.row}
            >
              {reviews.map((review) => (
                <Review
                  key={review.id}
                  className={classNames.quoteCard}
                  review={review}
                  snapshot={snapshot}
                  texts={texts}
                />
              ))}
            </Row>
          </div>
          {reviews.length > 1 && <PositionIndicator snapshot={snapshot} texts={texts} />}
        </>
      )}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

function QuotationMark() {
  return (
    <svg className={classNames.quotationMark} viewBox="0 0 32 32" aria-hidden>
      <path d="M4 17a9 9 0 0 1 9-10v4a5 5 0 0 0-5 5h5v9H4zM18 17a9 9 0 0 1 9-10v4a5 5 0 0 0-5 5h5v9h-9z" />
    </svg>
  );
}

/** The position: dots, or numbers that screen readers announce when a visitor moves on. */
function PositionIndicator(props: LayoutProps) {
  const { snapshot, texts } = props;
  const { arrows, dots } = snapshot.settings;
  return (
    <div className={classNames.controls}>
      {arrows && <ArrowButton value="-1" label={texts.text('previous')} />}
      {dots ? (
        <Dots {...props} />
      ) : (
        <span className={classNames.position} aria-live="polite">
          1 / {snapshot.reviews.length}
        </span>
      )}
      {arrows && <ArrowButton value="1" label={texts.text('next')} />}
      <PauseButton {...props} />
    </div>
  );
}

/** The tallest review counts. */
function height(room: LayoutContext) {
  const { reviews, settings } = room.snapshot;
  const inner = room.slot - panelPadding(room.slot);
  const around = headerHeight(room, inner) + footerHeight(room, inner);
  if (reviews.length === 0) return { em: around + 5 + 3 * lineHeight, px: borderPx };
  const wide = room.slot >= 33;
  const column = room.slot - (wide ? 6 : 2.5);
  // Its own padding replaces that of other cards.
  const padding = 2.7 * spacings[settings.spacing];
  const tallest = Math.max(
    ...reviews.map((review) => {
      const rest = reviewHeight({ ...review, text: null }, room, column) - padding;
      return (
        rest +
        quoteHeight(
          review.text,
          settings.clampLines,
          Math.min(widestQuote, column / quoted) / letterWidth(settings),
        )
      );
    }),
  );
  const stacked = settings.dots && !wide ? dotLine : 0;
  const below = reviews.length > 1 ? controlsHeight + moreControls + stacked : 0;
  const top = wide ? above.wide : above.narrow;
  const bare = !settings.arrows && !settings.dots;
  return { em: around + top + mark + aroundCard + tallest + below, px: borderPx + (bare ? scrollbarPx : 0) };
}

function quoteHeight(text: string | null, clampLines: number, column: number): number {
  const plain = plainText(text ?? '');
  if (plain === '') return 0;
  const lines = countLines(plain, column, isClamped(plain, clampLines) ? clampLines + 1 : 2000);
  const folded = isClamped(plain, clampLines) && lines > clampLines;
  return folded ? clampLines * quotedLine + quotedButton : lines * quotedLine;
}

export const spotlight: Layout = { View, rules: [...rowRules, ...rules], height, client: 'moving' };
