/** How the reviews of one source are spread over the stars. */
import type { Snapshot } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';

type HistogramProps = { readonly figure: Snapshot['figures'][number]; readonly texts: Texts };

/** Null where a source has no stars. Widths are drawn, not styled: a host page may forbid style attributes. */
export function Histogram({ figure, texts }: HistogramProps) {
  const { histogram } = figure;
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return (
    <ul className="hg">
      {[5, 4, 3, 2, 1].map((rating) => {
        const count = histogram[rating - 1] ?? 0;
        const stars = texts.plural('stars', rating, { rating: texts.integer(rating) });
        return (
          <li key={rating} aria-label={`${stars}: ${texts.plural('reviews', count)}`}>
            <span aria-hidden>{texts.integer(rating)}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
              <path d="M0 0h100v8h-100z" />
              <path
                d={`M0 0h${Math.round((count / total) * 100)}v8h-${Math.round((count / total) * 100)}z`}
              />
            </svg>
            <span aria-hidden>{texts.integer(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
