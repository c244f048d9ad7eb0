import type { OwnReview } from '@kindling/contract/reviews';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import { verdictText } from '../../lib/verdict-text.ts';
import { Stars } from '../../ui/stars.tsx';
import css from './verdict.module.css';

interface VerdictProps {
  review: Pick<OwnReview, 'rating' | 'source' | 'recommendation'>;
  size?: number;
  /** Only the thumb; screen readers get its words. */
  bare?: boolean;
  /** Hidden from screen readers where a name beside it says the same. */
  decorative?: boolean;
}

/** The stars, or the thumb of a recommendation; nothing for a review with neither. */
export function Verdict(props: VerdictProps) {
  const { review, size = 15, decorative = false } = props;
  if (review.rating !== null) return <Stars value={review.rating} size={size} decorative={decorative} />;
  return review.recommendation === null ? null : <Thumb {...props} />;
}

function Thumb({ review, size = 15, bare = false, decorative = false }: VerdictProps) {
  const { t } = useText();
  const Icon = review.recommendation === 'positive' ? IconThumbUp : IconThumbDown;
  const words = verdictText(t, review);
  return (
    <span
      className={css.verdict}
      data-verdict={review.recommendation ?? undefined}
      aria-hidden={decorative || undefined}
    >
      <Icon size={size + 1} stroke={2} aria-hidden />
      {bare ? <span className="k-hidden">{words}</span> : words}
    </span>
  );
}
