import type { Review } from '@kindling/contract/reviews';
import { Anchor, UnstyledButton } from '@mantine/core';
import { IconExternalLink, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import css from './reviews.module.css';

// locale-keys: common.recommendation.*
// locale-keys: common.source.*

/** One review. All words in it are strangers' words: they are printed as text, in their own direction. */
export function ReviewCard({ review, showLocation }: { review: Review; showLocation: boolean }) {
  const { t, i18n } = useText();
  const [translated, setTranslated] = useState(false);
  const text = translated ? review.translation : review.text;
  const author = review.authorName ?? t('common:anonymous');
  return (
    <>
      <header className={css.head}>
        <SourceName source={review.source} bare />
        <strong className={css.author}>{author}</strong>
        <Verdict review={review} />
        <span className={css.when}>
          <time dateTime={review.writtenAt}>{formatDay(review.writtenAt, i18n.language)}</time>
          {review.editedAt === null ? null : ` · ${t('reviews:edited')}`}
        </span>
      </header>
      {showLocation ? <p className={css.place}>{review.listingName ?? review.locationName}</p> : null}
      {text === null ? (
        <p className={css.place}>{t('common:noText')}</p>
      ) : (
        <p className={css.text} dir="auto">
          {text}
        </p>
      )}
      {review.reply === null ? null : (
        <div className={css.reply}>
          <strong>{t('reviews:yourReply')}</strong>
          {review.reply.at === null ? null : <span> · {formatDay(review.reply.at, i18n.language)}</span>}
          <p className={css.text} dir="auto">
            {review.reply.text}
          </p>
        </div>
      )}
      <footer className={css.foot}>
        <span className={css.state} data-open={!review.answered || undefined}>
          {review.answered ? t('reviews:isAnswered') : t('reviews:isUnanswered')}
        </span>
        {review.translation === null || review.text === null ? null : (
          <UnstyledButton
            className={css.link}
            aria-pressed={translated}
            onClick={() => setTranslated(!translated)}
          >
            {translated ? t('reviews:showOriginal') : t('reviews:showTranslation')}
          </UnstyledButton>
        )}
        {review.permalink === null ? null : (
          <Anchor href={review.permalink} target="_blank" rel="noopener noreferrer nofollow" size="sm">
            {t('reviews:openAt', { source: t(`common:source.${review.source}`) })}{' '}
            <IconExternalLink size={13} aria-hidden />
          </Anchor>
        )}
      </footer>
    </>
  );
}

function Verdict({ review }: { review: Review }) {
  const { t } = useText();
  if (review.rating !== null) return <Stars value={review.rating} />;
  if (review.recommendation === null) return null;
  const Icon = review.recommendation === 'positive' ? IconThumbUp : IconThumbDown;
  return (
    <span className={css.verdict}>
      <Icon size={16} aria-hidden /> {t(`common:recommendation.${review.recommendation}`)}
    </span>
  );
}
