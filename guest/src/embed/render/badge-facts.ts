/** The text of a badge about one source, for the drawing and for screen readers. */
import type { Snapshot } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';
import { countText, type FigureData, figureName, verdictTexts } from './figure-texts.ts';

export type FigureFacts = {
  readonly source: string;
  /** Null for a platform without stars. */
  readonly stars: { readonly average: string; readonly label: string } | null;
  readonly recommends: string | null;
  readonly recommendsNot: string | null;
  /** The number of reviews; null when there is nothing to count beside recommendations. */
  readonly count: string | null;
  /** There are no reviews yet. */
  readonly empty: boolean;
};

/** Each figure is the platform's own; sources are never combined. */
export function figureFacts(figure: FigureData, texts: Texts): FigureFacts {
  const { source, average, count, recommended, notRecommended } = figure;
  const { up, down } = verdictTexts(figure, texts);
  const empty = average === null && count === 0 && recommended === 0 && notRecommended === 0;
  return {
    source: figureName(source, texts),
    stars:
      average === null
        ? null
        : {
            average: texts.average(average),
            label: texts.plural('stars', average, { rating: texts.average(average) }),
          },
    recommends: up,
    recommendsNot: down,
    count: count > 0 || average !== null ? countText(figure, texts) : null,
    empty,
  };
}

/** The text when no source has a figure. */
export function noFiguresText({ disclosure }: Snapshot, texts: Texts): string {
  return texts.text(disclosure.total === 0 ? 'none' : 'noneShown');
}

/** One sentence per source. */
export function describeFigures(snapshot: Snapshot, texts: Texts): string {
  if (snapshot.figures.length === 0) return `${noFiguresText(snapshot, texts)}.`;
  return snapshot.figures
    .map((figure) => {
      const { source, stars, recommends, recommendsNot, count, empty } = figureFacts(figure, texts);
      const said = [stars?.label, recommends, recommendsNot, count, empty ? texts.text('none') : null];
      return `${source}: ${said.filter((one) => typeof one === 'string').join(', ')}.`;
    })
    .join(' ');
}
