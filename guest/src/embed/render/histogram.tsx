/** Bars: the distribution of one source's reviews over the stars, and its recommendations. */
import type { Snapshot } from '@kindling/contract/embeds';
import type { ReactNode } from 'react';
import { Star } from '../../kit/stars.tsx';
import type { Texts } from '../../kit/texts.ts';
import { Thumb } from '../../kit/thumb.tsx';

type BarsProps = { readonly figure: Snapshot['figures'][number]; readonly texts: Texts };

/** Null for a source without stars. */
export function Histogram({ figure, texts }: BarsProps) {
  const { histogram } = figure;
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return (
    <ul className={classNames.bars}>
      {[5, 4, 3, 2, 1].map((rating) => {
        const count = histogram[rating - 1] ?? 0;
        const stars = texts.plural('stars', rating, { rating: texts.integer(rating) });
        return (
          <Bar
            key={rating}
            label={`${stars}: ${texts.plural('reviews', count)}`}
            count={texts.integer(count)}
            share={count / total}
          >
            {texts.integer(rating)}
            <Star />
          </Bar>
        );
      })}
    </ul>
  );
}

/** Null without recommendations or thumbs. */
export function Recommendations({ figure: { source, recommended, notRecommended }, texts }: BarsProps) {
  const total = recommended + notRecommended;
  if (total === 0) return null;
  const [up, down] =
    source === 'first-party'
      ? (['thumbsUp', 'thumbsDown'] as const)
      : (['recommend', 'recommendNot'] as const);
  return (
    <ul className={`${classNames.bars} ${classNames.recommendationBars}`}>
      <Bar
        label={texts.plural(up, recommended)}
        count={texts.integer(recommended)}
        share={recommended / total}
      >
        <Thumb up />
      </Bar>
      <Bar
        label={texts.plural(down, notRecommended)}
        count={texts.integer(notRecommended)}
        share={notRecommended / total}
      >
        <Thumb up={false} />
      </Bar>
    </ul>
  );
}

type BarProps = {
  readonly label: string;
  readonly count: string;
  /** 0 to 1. */
  readonly share: number;
  readonly children: ReactNode;
};

/**
 * The lengths are drawn and not styled, because a host page may forbid style attributes. Round line ends keep the
 * smallest share visible.
 */
function Bar({ label, count, share, children }: BarProps) {
  return (
    <li aria-label={label}>
      <span aria-hidden>{children}</span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
        <path d="M0 4h100" />
        {share > 0 && <path d={`M0 4h${Math.max(0.1, Math.round(share * 1000) / 10)}`} />}
      </svg>
      <span aria-hidden>{count}</span>
    </li>
  );
}
