/// <reference path="../../../css.d.ts" />
/** The summary layout: the platforms' figures, large and with bars, then short reviews. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import {
  borderPx,
  footerHeight,
  pageHeights,
  panelPadding,
  reviewHeight,
  rowHeights,
  spacings,
  sum,
} from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Pages, Review } from '../parts.tsx';
import figuresRules from './figures.embed.css';
import { Figures, figuresHeight, hasFigures } from './figures.tsx';
import rules from './summary.embed.css';

/** Lengths of the style sheets in em. */
const widestPanel = 62;
const twoColumnsFrom = 44;
const columnGap = 3;
const narrowestBlock = 17;
const besideFrom = 18.5;
const besideEasily = 21;
/** Maximum lines of a text, even if the settings allow more. */
const mostLines = 3;

function View({ snapshot, texts }: LayoutProps) {
  const short = shortened(snapshot);
  const { reviews } = snapshot;
  return (
    <>
      <Figures snapshot={snapshot} texts={texts} bars />
      <Pages snapshot={snapshot} texts={texts}>
        {(page) => (
          <div
            className={
              reviews.length === 1
                ? `${classNames.summaryReviews} ${classNames.mostColumns1}`
                : classNames.summaryReviews
            }
          >
            {page.map((review) => (
              <Review
                key={review.id}
                className={classNames.shortReview}
                review={review}
                snapshot={short}
                texts={texts}
              />
            ))}
          </div>
        )}
      </Pages>
      {reviews.length === 0 && <EmptyMessage snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

/** 0 stays 0: an owner who wants full texts gets them here too. */
function shortened(snapshot: Snapshot): Snapshot {
  const clampLines = Math.min(mostLines, snapshot.settings.clampLines);
  return { ...snapshot, settings: { ...snapshot.settings, clampLines } };
}

function height(room: LayoutContext) {
  const snapshot = shortened(room.snapshot);
  const short: LayoutContext = { ...room, snapshot };
  const panel = Math.min(widestPanel, room.slot);
  const inner = panel - panelPadding(panel);
  const columns = panel >= twoColumnsFrom && snapshot.reviews.length > 1 ? 2 : 1;
  const column = (inner - (columns - 1) * columnGap) / columns;
  const { heights, more } = pageHeights(short, (review) => reviewHeight(review, short, column));
  const rows = rowHeights(heights, columns);
  const em = headerHeight(room, inner) + sum(rows) + more + footerHeight(room, inner);
  return { em, px: rows.length + borderPx };
}

function headerHeight(room: LayoutContext, inner: number): number {
  if (!hasFigures(room.snapshot)) return 0;
  const together = Math.max(1, Math.floor((inner + columnGap) / (narrowestBlock + columnGap)));
  const padding = 3.5 * spacings[room.snapshot.settings.spacing];
  const bars = room.slot >= besideFrom ? 'beside' : 'below';
  // When bars only just fit beside a figure, wide fonts wrap each row of figures into more lines.
  const rows = Math.ceil(room.snapshot.figures.length / together);
  const broken = bars === 'beside' && room.slot < besideEasily ? 3 * rows : 0;
  return padding + broken + figuresHeight(room, inner, { together, bars });
}

/** Slots at which blocks or reviews move side by side. */
const slots = ({ textSize, border }: EmbedSettings): number[] =>
  [besideFrom, besideEasily, 27, 40.5, twoColumnsFrom, widestPanel].map(
    (width) => width * textSize + 2 * border,
  );

export const summary: Layout = { View, rules: [...figuresRules, ...rules], height, slots };
