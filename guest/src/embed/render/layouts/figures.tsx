/** A header of large figures: the figures of each platform, and bars with their distribution. */
import type { Snapshot } from '@kindling/contract/embeds';
import { SourceMark } from '../../../kit/source-mark.tsx';
import { Stars } from '../../../kit/stars.tsx';
import type { Texts } from '../../../kit/texts.ts';
import { countText, type FigureData, figureName, verdictTexts } from '../figure-texts.ts';
import { lineHeight, smallLineHeight, smallSize, sum, writeHeight } from '../heights.ts';
import { Histogram, Recommendations } from '../histogram.tsx';
import type { LayoutContext, LayoutProps } from '../layout.ts';
import { ReviewCount, WriteReviewLinks } from '../parts.tsx';
import { countLines } from '../text-width.ts';

/** Lengths of figures.embed.css in em: the figure with its line, gaps inside a block. */
const figureHeight = 3.2 * 1.08;
const inside = 0.9;
const starsLine = 1.15;
/** Minimum width of text below a figure, beside bars. */
const narrowestWords = 8;

export function hasFigures({ settings, figures }: Snapshot): boolean {
  return settings.showHeader && figures.length > 0;
}

/** @param props.bars whether to draw bars */
export function Figures({ snapshot, texts, bars }: LayoutProps & { readonly bars: boolean }) {
  if (!hasFigures(snapshot)) return null;
  return (
    <header className={classNames.header}>
      {snapshot.figures.map((figure) => (
        <div key={figure.source} className={classNames.figureBlock}>
          <p className={classNames.sourceName}>
            <SourceMark source={figure.source} label={null} />
            {figureName(figure.source, texts)}
          </p>
          <LargeFigure figure={figure} texts={texts} />
          {bars && (
            <div>
              <Histogram figure={figure} texts={texts} />
              <Recommendations figure={figure} texts={texts} />
            </div>
          )}
        </div>
      ))}
      {snapshot.settings.showWrite && <WriteReviewLinks snapshot={snapshot} texts={texts} />}
    </header>
  );
}

/** The platform's own average; without one, the share of recommendations. Thumbs of first-party reviews are told as a sum. */
function LargeFigure({ figure, texts }: { readonly figure: FigureData; readonly texts: Texts }) {
  const { source, average, recommended, notRecommended } = figure;
  const isOwn = source === 'first-party';
  const voices = recommended + notRecommended;
  return (
    <div className={classNames.largeFigure}>
      {average !== null && (
        <>
          <b>{texts.average(average)}</b>
          <Stars
            rating={average}
            label={texts.plural('stars', average, { rating: texts.average(average) })}
          />
        </>
      )}
      {average === null && voices > 0 && !isOwn && (
        <>
          <b>{texts.percent(recommended / voices)}</b>
          <p>{texts.text('recommended')}</p>
        </>
      )}
      <p className={classNames.fact}>
        <ReviewCount figure={figure} texts={texts} />
      </p>
      {isOwn && voices > 0 && countText(figure, texts) !== null && (
        <p className={classNames.fact}>{verdictTexts(figure, texts).up}</p>
      )}
    </div>
  );
}

type Blocks = {
  readonly together: number;
  readonly bars: 'beside' | 'below' | 'none';
};

/** The height of this many blocks side by side, the tallest kind for each; without padding. */
export function figuresHeight(room: LayoutContext, inner: number, { together, bars }: Blocks): number {
  const { texts } = room;
  const { figures } = room.snapshot;
  const rows = Math.ceil(figures.length / together);
  const tallest = Math.max(
    ...figures.map((figure) => {
      const { average, histogram, recommended, notRecommended } = figure;
      const stars = sum(histogram) > 0 ? 5 : 0;
      const thumbs = recommended + notRecommended > 0 ? 2 : 0;
      const between = stars > 0 && thumbs > 0 ? 0.6 : 0;
      const bar = bars === 'none' ? 0 : (stars + thumbs) * smallLineHeight + between;
      // Text below the figure may take two lines; stars and the count never do.
      const below = average === null ? 2 * lineHeight : starsLine;
      const verdict = verdictTexts(figure, texts).up ?? '';
      const words = [countText(figure, texts) ?? verdict, figure.source === 'first-party' ? verdict : ''];
      const counted = sum(
        words.map((text) => (text === '' ? 0 : countLines(text, narrowestWords / smallSize, 3))),
      );
      const big = figureHeight + below + 2 * 0.35 + counted * smallLineHeight;
      return smallLineHeight + inside + (bars === 'below' ? big + inside + bar : Math.max(big, bar));
    }),
  );
  const write = writeHeight(room, inner);
  return rows * tallest + (rows - 1) * 2 + (write > 0 ? write + 1 : 0);
}
