import type { OwnReview } from '@kindling/contract/reviews';
import { IconEyeOff } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { useAccountDay } from '../../../lib/i18n/use-account-day.ts';
import css from './reading.module.css';

// locale-keys: common.source.*

/** Notices for a review that the platform no longer shows or its author withdrew, or whose text we had to delete. */
export function RemovalNotice({ review }: { review: OwnReview }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const source = t(`common:source.${review.source}`);
  return (
    <>
      {review.removedAt === null ? null : (
        <p className={css.removed}>
          <IconEyeOff size={16} aria-hidden />
          {review.source === 'first-party'
            ? t('reviews:withdrawnOn', { day: dayOf(review.removedAt) })
            : t('reviews:removedSince', { source, day: dayOf(review.removedAt) })}
        </p>
      )}
      {review.wipedAt === null ? null : <p className={css.none}>{t('reviews:wiped', { source })}</p>}
    </>
  );
}
