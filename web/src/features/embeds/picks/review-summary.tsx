import type { EmbedPick } from '@kindling/contract/embeds';
import { useText } from '../../../lib/i18n/text.ts';
import { useAccountDay } from '../../../lib/i18n/use-account-day.ts';
import { SourceName } from '../../../ui/source-name.tsx';
import { Stars } from '../../../ui/stars.tsx';
import css from './picks.module.css';

// locale-keys: common.recommendation.*
// locale-keys: common.thumb.*

type ShortReview = EmbedPick['review'];

/** What to recognize a review by. Its texts are untrusted: they are rendered as text, each in its own direction. */
export function ReviewSummary({ review }: { review: ShortReview }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  return (
    <div className={css.summary}>
      <div className={css.head}>
        <SourceName source={review.source} bare />
        <bdi className={css.author}>{review.authorName ?? t('common:anonymous')}</bdi>
        <Verdict review={review} />
        <time className={css.day} dateTime={review.writtenAt}>
          {dayOf(review.writtenAt)}
        </time>
      </div>
      <p className={css.text} dir="auto">
        {review.text ?? t('common:noText')}
      </p>
    </div>
  );
}

function Verdict({ review: { rating, recommendation, source } }: { review: ShortReview }) {
  const { t } = useText();
  if (rating !== null) return <Stars value={rating} size={13} />;
  if (recommendation === null) return null;
  return (
    <span>{t(`common:${source === 'first-party' ? 'thumb' : 'recommendation'}.${recommendation}`)}</span>
  );
}
