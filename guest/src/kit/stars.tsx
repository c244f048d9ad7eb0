/** Five stars, filled to a rating. Inline shapes, which a strict `img-src` of the host page cannot block. */

/** Step between two stars, in the units of the drawing. */
const step = 20;
const star = 'l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z';
export const fiveStars = [0, 1, 2, 3, 4].map((index) => `M${index * step + 10} 1.5${star}`).join('');

/** The filled width in the drawing of 100 units. */
export function filledWidth(rating: number): number {
  return Math.round(Math.min(5, Math.max(0, rating)) * step);
}

/** `rating` 0 to 5, fractions allowed; `label` is for screen readers. */
export function Stars({ rating, label }: { readonly rating: number; readonly label: string }) {
  const width = filledWidth(rating);
  return (
    <svg className={classNames.stars} viewBox="0 0 100 20" role="img" aria-label={label}>
      <path d={fiveStars} />
      <svg width={width} height="20" aria-hidden="true">
        <path d={fiveStars} />
      </svg>
    </svg>
  );
}

/** One star, for a scale with its number beside it. */
export function Star() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={`M10 1.5${star}`} />
    </svg>
  );
}
