import type { OwnReview, ReplyBoxState } from '@kindling/contract/reviews';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Translate, useText } from '../../lib/i18n/text.ts';
import css from './reply.module.css';
import type { Replying } from './use-replying.ts';

// locale-keys: common.source.*

/** States that somebody ends at the connection. */
const endedAtConnection: readonly ReplyBoxState[] = ['disconnected', 'not-working', 'withdrawn'];

/** Why a reply cannot be written here. Who asks for one by a key is led to the sentence. */
export function ReplyUnavailable({ review, replying }: { review: OwnReview; replying: Replying }) {
  const { t } = useText();
  const sentence = unavailableText(t, review);
  const line = useRef<HTMLParagraphElement>(null);
  const { asked } = replying;
  const [isAnswer, setIsAnswer] = useState(asked);
  // While rendering, and not in an effect: a drawer that opens looks for `data-autofocus` right after.
  if (asked && !isAnswer) setIsAnswer(true);
  const answer = useEffectEvent(() => {
    line.current?.focus();
    replying.close();
  });
  useEffect(() => {
    if (asked) answer();
  }, [asked]);
  if (sentence === null) return null;
  const { state } = review.replyBox;
  const isImported = review.source === 'import';
  return (
    // A drawer that the key opens gives the focus to the element with `data-autofocus`.
    <p ref={line} className={css.closed} tabIndex={-1} data-autofocus={isAnswer || undefined}>
      {sentence}{' '}
      {isImported ? null : endedAtConnection.includes(state) ? (
        <Anchor component={Link} to={`/connections/${review.source}`} size="sm">
          {t('reviews:toConnection')}
        </Anchor>
      ) : state === 'elsewhere' ? (
        <PlatformReplyLink review={review} />
      ) : null}
    </p>
  );
}

function unavailableText(t: Translate, { replyBox: { state }, source: from }: OwnReview): string | null {
  if (state === 'open') return null;
  if (from === 'import') return t('reviews:closed.imported');
  const source = t(`common:source.${from}`);
  switch (state) {
    case 'disconnected':
      return t('reviews:closed.disconnected', { source });
    case 'not-working':
      return t('reviews:closed.notWorking', { source });
    case 'withdrawn':
      return t('reviews:closed.withdrawn', { source });
    case 'elsewhere':
      return t('reviews:closed.elsewhere', { source });
    case 'wiped':
      return t('reviews:closed.wiped');
    case 'removed':
      return from === 'first-party'
        ? t('reviews:closed.withdrawnByAuthor')
        : t('reviews:closed.removed', { source });
  }
}

export function PlatformReplyLink({ review }: { review: OwnReview }) {
  const { t } = useText();
  if (review.permalink === null) return null;
  return (
    <Anchor href={review.permalink} target="_blank" rel="noopener noreferrer nofollow" size="sm">
      {t('reviews:replyThere', { source: t(`common:source.${review.source}`) })}{' '}
      <IconExternalLink size={13} aria-hidden />
    </Anchor>
  );
}
