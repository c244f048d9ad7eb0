/** One figure of several: the only place that adds up averages. It loads no library, because screens and embeds use it. */

export interface RatingFigure {
  /** Null without stars. */
  average: number | null;
  count: number;
}

/** The average weighted by the counts, to three decimals, and the sum of the counts. Figures without stars only count. */
export function combineRatings(figures: readonly RatingFigure[]): RatingFigure {
  let count = 0;
  let rated = 0;
  let sum = 0;
  for (const figure of figures) {
    count += figure.count;
    if (figure.average === null || figure.count === 0) continue;
    rated += figure.count;
    sum += figure.average * figure.count;
  }
  // Rounded only as far as the sum of fractions is inexact: whoever shows it rounds it.
  return { average: rated === 0 ? null : Math.round((sum / rated) * 1e9) / 1e9, count };
}
