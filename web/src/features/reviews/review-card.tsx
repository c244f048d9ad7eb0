import type { OwnReview, PrivatePart } from '@kindling/contract/reviews';
import { Anchor, UnstyledButton } from '@mantine/core';
import { IconExternalLink, IconEyeOff, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { verdictText } from '../../lib/verdict-text.ts';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import { Attribution, AuthorName } from './attribution.tsx';
import { HiddenNotice } from './hiding/hidden-notice.tsx';
import { HidingActions } from './hiding/hiding-actions.tsx';
import { ReplySection } from './reply-section.tsx';
import { isUnanswered } from './reply-state.ts';
import { ReviewText } from './review-text.tsx';
import css from './reviews.module.css';

// locale-keys: common.dateBasis.*
// locale-keys: common.source.*

interface ReviewCardProps {
  review: OwnReview;
  showLocation: boolean;
  /** True while its reply composer is open. */
  composing: boolean;
  onComposingChange: (composing: boolean) => void;
}

/** One review. Its texts are untrusted: they are rendered as text, each in its own direction. */
export function ReviewCard({ review, showLocation, composing, onComposingChange }: ReviewCardProps) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const [translated, setTranslated] = useState(false);
  const text = translated ? review.translation : review.text;
  return (
    <>
      <header className={css.head}>
        <SourceName source={review.source} bare />
        <strong className={css.author}>
          <AuthorName review={review} />
        </strong>
        <RatingOrRecommendation review={review} />
        <span className={css.when}>
          <time dateTime={review.writtenDay ?? review.writtenAt}>{dayOf(review)}</time>
          {review.dateBasis === null ? null : ` · ${t(`common:dateBasis.${review.dateBasis}`)}`}
          {review.editedAt === null ? null : ` · ${t('reviews:edited')}`}
        </span>
      </header>
      {showLocation ? <p className={css.place}>{review.listingName ?? review.locationName}</p> : null}
      <RemovalNotice review={review} />
      <HiddenNotice review={review} />
      {text === null ? (
        review.wipedAt === null ? (
          <p className={css.place}>{t('common:noText')}</p>
        ) : null
      ) : (
        <ReviewText text={text} />
      )}
      {review.invited ? (
        <p className={css.place}>
          <strong>{t('reviews:invited')}</strong> {t('reviews:invitedText')}
        </p>
      ) : null}
      <PrivateNotes part={review.privatePart} />
      <ReplySection review={review} composing={composing} onComposingChange={onComposingChange} />
      <footer className={css.foot}>
        <AnswerState review={review} />
        {review.translation === null || review.text === null ? null : (
          <UnstyledButton
            className={css.link}
            aria-pressed={translated}
            onClick={() => setTranslated(!translated)}
          >
            {translated ? t('reviews:showOriginal') : t('reviews:showTranslation')}
          </UnstyledButton>
        )}
        <Attribution review={review} />
        <HidingActions review={review} />
        {review.permalink === null || review.attribution !== null ? null : (
          <Anchor href={review.permalink} target="_blank" rel="noopener noreferrer nofollow" size="sm">
            {t('reviews:openAt', { source: t(`common:source.${review.source}`) })}{' '}
            <IconExternalLink size={13} aria-hidden />
          </Anchor>
        )}
      </footer>
    </>
  );
}

/** What the author told the business alone. */
function PrivateNotes({ part }: { part: PrivatePart | null }) {
  const { t } = useText();
  if (part === null) return null;
  return (
    <section className={css.private} aria-label={t('reviews:private.label')}>
      <p className={css.privateHint}>{t('reviews:private.label')}</p>
      <dl>
        {part.answers.map(({ question, answer }) => (
          <div key={question}>
            <dt dir="auto">{question}</dt>
            <dd dir="auto">{answer}</dd>
          </div>
        ))}
        {part.contact === null ? null : (
          <div>
            <dt>{t('reviews:private.contact')}</dt>
            <dd dir="auto">{part.contact}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Renders nothing for a review without a reply that cannot be answered from here. */
function AnswerState({ review }: { review: OwnReview }) {
  const { t } = useText();
  const unanswered = isUnanswered(review);
  if (review.removedAt !== null || (!review.answered && !unanswered)) return null;
  return (
    <span className={css.state} data-open={unanswered || undefined}>
      {unanswered ? t('reviews:isUnanswered') : t('reviews:isAnswered')}
    </span>
  );
}

/** Notices for a review that the platform no longer shows or its author withdrew, or whose text we had to delete. */
function RemovalNotice({ review }: { review: OwnReview }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const source = t(`common:source.${review.source}`);
  return (
    <>
      {review.removedAt === null ? null : (
        <p className={css.gone}>
          <IconEyeOff size={16} aria-hidden />
          {review.source === 'first-party'
            ? t('reviews:withdrawnOn', { day: dayOf(review.removedAt) })
            : t('reviews:removedSince', { source, day: dayOf(review.removedAt) })}
        </p>
      )}
      {review.wipedAt === null ? null : <p className={css.place}>{t('reviews:wiped', { source })}</p>}
    </>
  );
}

function RatingOrRecommendation({ review }: { review: OwnReview }) {
  const { t } = useText();
  if (review.rating !== null) return <Stars value={review.rating} />;
  if (review.recommendation === null) return null;
  const Icon = review.recommendation === 'positive' ? IconThumbUp : IconThumbDown;
  return (
    <span className={css.verdict}>
      <Icon size={16} aria-hidden /> {verdictText(t, review)}
    </span>
  );
}
