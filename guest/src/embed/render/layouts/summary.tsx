/// <reference path="../../../css.d.ts" />
/** The summary layout: what each platform says in large figures and bars, then the latest reviews, short. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { SourceMark } from '../../../kit/source-mark.tsx';
import { Stars } from '../../../kit/stars.tsx';
import type { Texts } from '../../../kit/texts.ts';
import {
  footerHeight,
  inset,
  line,
  morePx,
  pageHeights,
  reviewHeight,
  smallLine,
  spacings,
  sum,
  writeHeight,
} from '../heights.ts';
import { Histogram, Recommendations } from '../histogram.tsx';
import type { Layout, LayoutProps, Room } from '../layout.ts';
import { minify } from '../minify.ts';
import { Count, Empty, type FigureData, Footer, Pages, Review, Write } from '../parts.tsx';
import css from './summary.embed.css';

/** Lengths of summary.embed.css in em. */
const widestPanel = 62;
const twoColumnsFrom = 44;
const columnGap = 3;
const narrowestBlock = 16;
const blockGap = 3.5;
/** The large figure with what is below it. */
const figureHeight = 3.2 * 1.08;
/** Lines of a text, however many more the settings allow elsewhere. */
const mostLines = 3;

function View({ snapshot, texts }: LayoutProps) {
  const short = shortened(snapshot);
  const { reviews } = snapshot;
  return (
    <>
      <Figures snapshot={snapshot} texts={texts} />
      <Pages snapshot={snapshot} texts={texts}>
        {(page) => (
          <div className={reviews.length === 1 ? 'sr k1' : 'sr'}>
            {page.map((review) => (
              <Review key={review.id} review={review} snapshot={short} texts={texts} />
            ))}
          </div>
        )}
      </Pages>
      {reviews.length === 0 && <Empty snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

/** 0 stays: an owner who wants whole texts gets them here too. */
function shortened(snapshot: Snapshot): Snapshot {
  const clampLines = Math.min(mostLines, snapshot.settings.clampLines);
  return { ...snapshot, settings: { ...snapshot.settings, clampLines } };
}

function Figures({ snapshot, texts }: LayoutProps) {
  const { settings, figures } = snapshot;
  if (!settings.showHeader || figures.length === 0) return null;
  return (
    <header className="h">
      {figures.map((figure) => (
        <div key={figure.source} className="su">
          <p className="g">
            <SourceMark source={figure.source} label={null} />
            {texts.text(`source_${figure.source}`)}
          </p>
          <Big figure={figure} texts={texts} />
          <div>
            <Histogram figure={figure} texts={texts} />
            <Recommendations figure={figure} texts={texts} />
          </div>
        </div>
      ))}
      {settings.showWrite && <Write snapshot={snapshot} texts={texts} />}
    </header>
  );
}

/** The platform's own average; where it has none, how many of those who said so recommend. */
function Big({ figure, texts }: { readonly figure: FigureData; readonly texts: Texts }) {
  const { average, recommended, notRecommended } = figure;
  const share = recommended / (recommended + notRecommended);
  return (
    <div className="sb">
      {average !== null && (
        <>
          <b>{texts.average(average)}</b>
          <Stars
            rating={average}
            label={texts.plural('stars', average, { rating: texts.average(average) })}
          />
        </>
      )}
      {average === null && share >= 0 && (
        <>
          <b>{texts.percent(share)}</b>
          <p>{texts.text('recommended')}</p>
        </>
      )}
      <p className="o">
        <Count figure={figure} texts={texts} />
      </p>
    </div>
  );
}

function height(room: Room) {
  const snapshot = shortened(room.snapshot);
  const short: Room = { ...room, snapshot };
  const panel = Math.min(widestPanel, room.slot);
  const inner = panel - inset(panel);
  const columns = panel >= twoColumnsFrom && snapshot.reviews.length > 1 ? 2 : 1;
  const column = (inner - (columns - 1) * columnGap) / columns;
  const { heights, more } = pageHeights(short, (review) => reviewHeight(review, short, column));
  const rows: number[] = [];
  for (let from = 0; from < heights.length; from += columns)
    rows.push(Math.max(...heights.slice(from, from + columns)));
  return {
    em: figuresHeight(room, inner) + sum(rows) + more + footerHeight(room, inner),
    px: rows.length + morePx,
  };
}

/** Blocks of figures and bars side by side as far as they go; the tallest kind counts for each. */
function figuresHeight(room: Room, inner: number): number {
  const { settings, figures } = room.snapshot;
  if (!settings.showHeader || figures.length === 0) return 0;
  const together = Math.max(1, Math.floor((inner + blockGap) / (narrowestBlock + blockGap)));
  const rows = Math.ceil(figures.length / together);
  const tallest = Math.max(
    ...figures.map(({ average, histogram, recommended, notRecommended }) => {
      const stars = sum(histogram) > 0 ? 5 : 0;
      const thumbs = recommended + notRecommended > 0 ? 2 : 0;
      const big = average === null && thumbs === 0 ? 0 : figureHeight + line;
      return smallLine + 0.9 + Math.max(big + 0.35 + 2 * smallLine, (stars + thumbs) * smallLine + 0.6);
    }),
  );
  const spacing = spacings[settings.spacing];
  return rows * tallest + ((rows - 1) * 1.8 + 3.5) * spacing + writeHeight(room, inner);
}

/** Slots at which blocks or reviews stand side by side. */
const slots = ({ textSize }: EmbedSettings): number[] =>
  [27, 39.2, twoColumnsFrom, widestPanel].map((width) => width * textSize);

export const summary: Layout = { View, css: minify(css), height, slots };
