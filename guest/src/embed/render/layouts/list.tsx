/** The list layout: reviews below each other. */
import {
  borderPx,
  footerHeight,
  headerHeight,
  listCard,
  pageHeights,
  panelPadding,
  reviewHeight,
  sum,
} from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Header, Pages, Review } from '../parts.tsx';
import { VisitorTools, visitorToolsHeight } from '../visitor-tools.tsx';

const widestPanel = 46;

function View({ snapshot, texts }: LayoutProps) {
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
      <VisitorTools snapshot={snapshot} texts={texts} />
      <Pages snapshot={snapshot} texts={texts}>
        {(reviews) =>
          reviews.map((review) => (
            <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
          ))
        }
      </Pages>
      {snapshot.reviews.length === 0 && <EmptyMessage snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

function height(room: LayoutContext) {
  const panel = Math.min(widestPanel, room.slot);
  const inner = panel - panelPadding(panel);
  const card = listCard(room.snapshot.settings, inner);
  const { heights, more } = pageHeights(
    room,
    (review) => reviewHeight(review, room, card.inner) + card.along,
  );
  const em =
    headerHeight(room, inner) +
    visitorToolsHeight(room, inner, 2.5) +
    sum(heights) +
    more +
    footerHeight(room, inner);
  return { em, px: heights.length + borderPx };
}

export const list: Layout = { View, rules: [], height };
