/** The figures of a source in the least room, for what stands in a corner of the window. */
import { SourceMark } from '../../kit/source-mark.tsx';
import { Stars } from '../../kit/stars.tsx';
import type { Texts } from '../../kit/texts.ts';
import { countText, type FigureData, figureName, verdictTexts } from './figure-texts.ts';

/** One source in short: its average in stars, or its number of reviews. */
export function SourceSummary({ figure, texts }: { readonly figure: FigureData; readonly texts: Texts }) {
  const { source, average } = figure;
  const reviews = countText(figure, texts) ?? verdictTexts(figure, texts).up;
  return (
    <span>
      <SourceMark source={source} label={figureName(source, texts)} />
      {average === null ? (
        <b>{reviews}</b>
      ) : (
        <>
          <b>{texts.average(average)}</b>
          <Stars
            rating={average}
            label={texts.plural('stars', average, { rating: texts.average(average) })}
          />
        </>
      )}
    </span>
  );
}
