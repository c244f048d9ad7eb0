/// <reference path="../../../css.d.ts" />
/** The grid layout: cards side by side, equally tall in a row, read row by row. */

import type { Snapshot } from '@kindling/contract/embeds';
import { briefHeight, cardClass } from '../brief.ts';
import { headerHeight, pageHeights, rowHeights, sum } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Header, Pages, Review } from '../parts.tsx';
import { VisitorTools, visitorToolsHeight } from '../visitor-tools.tsx';
import cardsRules from './cards.embed.css';
import {
  cardHeight,
  cardSlots,
  cardsClasses,
  columnCap,
  columnsAt,
  footerStripHeight,
  gapOf,
  panelOf,
  stripOf,
} from './cards.ts';
import rules from './grid.embed.css';

function View({ snapshot, texts }: LayoutProps) {
  const columns = cardsClasses[evenCap(snapshot) - 1];
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      <VisitorTools snapshot={snapshot} texts={texts} />
      <Pages snapshot={snapshot} texts={texts}>
        {(reviews) => (
          <div className={columns}>
            {reviews.map((review) => (
              <Review
                key={review.id}
                className={cardClass(review)}
                review={review}
                snapshot={snapshot}
                texts={texts}
              />
            ))}
          </div>
        )}
      </Pages>
      {snapshot.reviews.length === 0 && <EmptyMessage snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

/**
 * The most columns of which none leaves a lone card or two below a full row: six cards stand in three columns and never four
 * over two. An owner who chose a number of columns gets it.
 */
function evenCap(snapshot: Snapshot): number {
  const { settings, reviews } = snapshot;
  const cap = columnCap(snapshot);
  if (settings.columns > 0) return cap;
  const cards = Math.min(settings.pageSize || reviews.length, reviews.length);
  if (cards === 4) return 2;
  for (let columns = 4; columns <= cap; columns += 1) {
    const left = cards % columns;
    if (left > 0 && left < columns - 1) return columns - 1;
  }
  return cap;
}

/** The tallest card of a row counts. */
function height(room: LayoutContext) {
  const { settings } = room.snapshot;
  const columns = columnsAt(panelOf(room), evenCap(room.snapshot));
  const { heights, more } = pageHeights(
    room,
    (review) => cardHeight(review, room, columns) + briefHeight(review),
  );
  const rows = rowHeights(heights, columns);
  const gap = gapOf(settings);
  const strip = stripOf(room);
  // There is one gap less than rows, and one more below the header; the footer has less.
  const em =
    headerHeight(room, strip) +
    visitorToolsHeight(room, panelOf(room), gap) +
    sum(rows) +
    rows.length * gap +
    more +
    footerStripHeight(room) +
    gap;
  return { em, px: 4 * settings.border };
}

export const grid: Layout = { View, rules: [...cardsRules, ...rules], height, slots: cardSlots };
