import { isAbuseReason } from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useAccountDay } from '../../../lib/i18n/use-account-day.ts';
import { ErrorText } from '../../../ui/states.tsx';
import css from './hiding.module.css';
import { useHideReasons, useHiding } from './use-hiding.ts';

// locale-keys: reviews.hiding.reason.*

/** Why visitors do not see a review, and the button that shows it again. */
export function HiddenNotice({ review }: { review: OwnReview }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const hiding = useHiding(review.id);
  const mayHide = useMayDo('reviews.hide');
  const mayReport = useMayDo('reviews.report-abuse');
  const reason = review.hidden?.reason ?? null;
  const allowed = useHideReasons(reason === 'rating' && review.source === 'first-party');
  if (review.hidden === null || reason === null || review.removedAt !== null) return null;
  const ours = review.source === 'first-party';
  const isReported = ours && isAbuseReason(reason);
  // After a move to such a market, the law goes before what was chosen.
  const isShownByLaw = ours && reason === 'rating' && allowed !== undefined && !allowed.includes('rating');
  const facts = { day: dayOf(review.hidden.at), reason: t(`reviews:hiding.reason.${reason}`) };
  return (
    <div className={css.notice}>
      <p className={css.line}>
        <IconEyeOff size={16} aria-hidden />
        <strong>
          {isReported ? t('reviews:hiding.reportedOn', facts) : t('reviews:hiding.hiddenOn', facts)}
        </strong>
      </p>
      <p className={css.hint}>{isShownByLaw ? t('reviews:hiding.shownByLaw') : t('reviews:hiding.told')}</p>
      {hiding.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={hiding.error} />
        </p>
      )}
      {(isReported ? mayReport : mayHide) ? (
        <Button
          className={css.action}
          size="compact-sm"
          variant="subtle"
          loading={hiding.isPending}
          onClick={() => hiding.mutate({ kind: isReported ? 'take-back' : 'show' })}
        >
          {isReported ? t('reviews:hiding.takeBack') : t('reviews:hiding.show')}
        </Button>
      ) : null}
    </div>
  );
}
