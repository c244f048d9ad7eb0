/// <reference path="../../css.d.ts" />
/** Shared by layouts with a row: the row, its buttons, and the controls below it. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { ReactNode } from 'react';
import { briefHeight, cardClass } from './brief.ts';
import { borderPx, footerHeight, headerHeight, lineHeight, panelPadding, reviewHeight } from './heights.ts';
import type { LayoutContext, LayoutProps } from './layout.ts';
import { EmptyMessage, Footer, Header, Review } from './parts.tsx';

/** Lengths of the style sheets in em, the maximum share of the row for a card, a thin scrollbar in px. */
const rowPadding = 1.25;
const widestCard = 20;
const narrowestCard = 14;
const cardShare = 0.86;
export const scrollbarPx = 10;
export const controlsHeight = 3.75;
/** As many as fit on a phone; with more pages each dot stands for several. */
const mostDots = 7;

type RowProps = {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** Scrolls by swipe, wheel and arrow keys without a script. */
export function Row({ label, className = classNames.row, children }: RowProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings looks and a least width of its own.
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

/** Hidden until the script finds something to scroll. */
export function ArrowButton({ value, label }: { readonly value: '-1' | '1'; readonly label: string }) {
  return (
    <button className={classNames.arrowButton} type="button" value={value} aria-label={label} hidden>
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d={value === '1' ? 'M9 5l7 7-7 7' : 'M15 5l-7 7 7 7'} />
      </svg>
    </button>
  );
}

/** In tab order: the row first, then the buttons that move it. */
export function ArrowButtons({ snapshot, texts }: LayoutProps) {
  if (!snapshot.settings.arrows) return null;
  return (
    <>
      <ArrowButton value="-1" label={texts.text('previous')} />
      <ArrowButton value="1" label={texts.text('next')} />
    </>
  );
}

/** The maximum number of dots; the script shows as many as the row has pages. */
export function Dots({ snapshot, texts }: LayoutProps) {
  const { reviews, settings } = snapshot;
  if (!settings.dots) return null;
  const places = Array.from({ length: Math.min(mostDots, reviews.length) }, (_, index) => index + 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings looks and a least width of its own.
    <div className={classNames.dots} role="group" aria-label={texts.text('places')}>
      {places.map((n) => (
        <button key={n} type="button" aria-label={texts.text('place', { n })} hidden />
      ))}
    </div>
  );
}

/** Its value is the seconds per step. Hidden when nothing moves: without script, or with reduced motion. */
export function PauseButton({ snapshot, texts }: LayoutProps) {
  const { autoplay, interval } = snapshot.settings;
  if (!autoplay) return null;
  return (
    <button
      className={classNames.pauseButton}
      type="button"
      value={interval}
      aria-label={texts.text('pause')}
      hidden
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" />
        <path d="M8 5l11 7-11 7z" />
      </svg>
    </button>
  );
}

export function hasControls({ dots, autoplay }: EmbedSettings): boolean {
  return dots || autoplay;
}

export function Controls(props: LayoutProps) {
  if (!hasControls(props.snapshot.settings)) return null;
  return (
    <div className={classNames.controls}>
      <Dots {...props} />
      <PauseButton {...props} />
    </div>
  );
}

type CardsRowProps = LayoutProps & {
  readonly className?: string | undefined;
  /** Puts the cards on a track that can move under the row. */
  readonly band?: boolean;
};

/** A whole layout with cards side by side: header, row, controls, footer. */
export function CardsRow({ snapshot, texts, className, band = false }: CardsRowProps) {
  const { reviews } = snapshot;
  const cards = reviews.map((review) => (
    <Review key={review.id} className={cardClass(review)} review={review} snapshot={snapshot} texts={texts} />
  ));
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      {reviews.length === 0 ? (
        <EmptyMessage snapshot={snapshot} texts={texts} />
      ) : (
        <>
          <div className={classNames.rowArea}>
            <Row label={texts.text('row')} className={className}>
              {band ? <div className={classNames.track}>{cards}</div> : cards}
            </Row>
            <ArrowButtons snapshot={snapshot} texts={texts} />
          </div>
          <Controls snapshot={snapshot} texts={texts} />
        </>
      )}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

/** The height of a layout with cards side by side: the tallest card counts. */
export function cardsHeight(room: LayoutContext) {
  const inner = room.slot - panelPadding(room.slot);
  const around = headerHeight(room, inner) + footerHeight(room, inner);
  const { reviews, settings } = room.snapshot;
  if (reviews.length === 0) return { em: around + 5 + 3 * lineHeight, px: borderPx };
  const row = room.slot - 2 * rowPadding;
  const card = Math.min(widestCard, Math.max(cardShare * row, Math.min(narrowestCard, row)));
  const tallest = Math.max(
    ...reviews.map((review) => reviewHeight(review, room, card - 2.5) + briefHeight(review)),
  );
  const below = hasControls(settings) ? controlsHeight : 0;
  return { em: around + 2 * rowPadding + tallest + below, px: borderPx + scrollbarPx };
}
