import type { VisitorRating } from '@kindling/contract/pipeline-settings';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import { Stars } from '../../ui/stars.tsx';
import css from './collect.module.css';

// locale-keys: pipeline.thumb.*

/** What a visitor chose: stars, or a thumb; nothing for a rating that was taken back. */
export function GivenRating({ rating, size = 15 }: { rating: VisitorRating | null; size?: number }) {
  const { t } = useText();
  if (rating === null) return null;
  const Thumb = rating === 'up' ? IconThumbUp : IconThumbDown;
  return (
    <span className={css.rating}>
      {typeof rating === 'number' ? (
        <Stars value={rating} size={size} />
      ) : (
        <>
          <Thumb size={size + 2} stroke={1.8} aria-hidden />
          <span className="k-hidden">{t(`pipeline:thumb.${rating}`)}</span>
        </>
      )}
    </span>
  );
}
