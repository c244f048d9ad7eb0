/// <reference path="../../../css.d.ts" />
/**
 * The carousel layout: cards in a row that scrolls by swipe, wheel and arrow keys without any script. The script adds
 * buttons where they are of use. Nothing moves by itself.
 */
import { footerHeight, headerHeight, inset, line, morePx, reviewHeight } from '../heights.ts';
import type { Layout, LayoutProps, Room } from '../layout.ts';
import { minify } from '../minify.ts';
import { Empty, Footer, Header, Review } from '../parts.tsx';
import css from './carousel.embed.css';

/** Lengths of carousel.embed.css in em, the share of the row that a card takes at most, a scrollbar in px. */
const rowPadding = 1.25;
const widestCard = 20;
const narrowestCard = 14;
const cardShare = 0.86;
const scrollbar = 15;

function View({ snapshot, texts }: LayoutProps) {
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

/** The tallest card counts. */
function height(room: Room) {
  const inner = room.slot - inset(room.slot);
  const around = headerHeight(room, inner) + footerHeight(room, inner);
  const { reviews } = room.snapshot;
  if (reviews.length === 0) return { em: around + 5 + 3 * line, px: morePx };
  const row = room.slot - 2 * rowPadding;
  const card = Math.min(widestCard, Math.max(cardShare * row, Math.min(narrowestCard, row)));
  const tallest = Math.max(...reviews.map((review) => reviewHeight(review, room, card - 2.5)));
  return { em: around + 2 * rowPadding + tallest, px: morePx + 2 + scrollbar };
}

export const carousel: Layout = { View, css: minify(css), height };
