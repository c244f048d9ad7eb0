import type { OwnReview } from '@kindling/contract/reviews';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import css from './reply.module.css';
import { replyFailureText } from './reply-failure.ts';
import { currentReply, type ReplyStatus } from './reply-state.ts';
import { PlatformReplyLink, ReplyUnavailable } from './reply-unavailable.tsx';
import { useHasDraft } from './replying/kept-drafts.ts';
import { useDiscardReply } from './use-reply.ts';
import type { Replying } from './use-replying.ts';

// locale-keys: common.source.*
// locale-keys: reviews.standing.*
// locale-keys: reviews.violation.*

const tones: Record<Exclude<ReplyStatus, 'none'>, Tone> = {
  sending: 'calm',
  waiting: 'calm',
  checking: 'warn',
  published: 'good',
  refused: 'bad',
  removing: 'calm',
};

interface ReplySectionProps {
  review: OwnReview;
  replying: Replying;
}

/** The reply of a review: its current state, and a failed request. */
export function ReplySection({ review, replying }: ReplySectionProps) {
  const { mayReply, composing } = replying;
  const { status } = currentReply(review);
  const failed = review.outgoing?.state === 'failed';
  return (
    <>
      {status === 'none' ? null : (
        <CurrentReply
          review={review}
          actions={
            // A failed reply shows its own actions.
            mayReply && review.replyBox.state === 'open' && !failed ? (
              <ReplyActions review={review} replying={replying} />
            ) : null
          }
        />
      )}
      {failed && !composing ? <FailedReply review={review} replying={replying} /> : null}
      <ReplyUnavailable review={review} replying={replying} />
    </>
  );
}

function CurrentReply({ review, actions }: { review: OwnReview; actions: ReactNode }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const { status, text, at } = currentReply(review);
  if (status === 'none') return null;
  const source = t(`common:source.${review.source}`);
  const violation = review.reply?.violation ?? null;
  const delayReason = status === 'sending' || status === 'removing' ? review.outgoing?.reason : null;
  return (
    <blockquote className={css.reply} data-standing={status} aria-label={t('reviews:yourReply')}>
      <div className={css.head}>
        <strong>{t('reviews:yourReply')}</strong>
        {at === null ? null : (
          <time dateTime={at} className={css.when}>
            {dayOf(at)}
          </time>
        )}
        <span role="status">
          <Tag tone={tones[status]}>{t(`reviews:standing.${status}`, { source })}</Tag>
        </span>
      </div>
      <p className={css.text} dir="auto">
        {text}
      </p>
      {status === 'refused' && violation !== null ? (
        <p className={css.problem}>{t(`reviews:violation.${violation}`, { source })}</p>
      ) : null}
      {delayReason ? <p className={css.hint}>{replyFailureText(t, delayReason, source)}</p> : null}
      {actions}
    </blockquote>
  );
}

function ReplyActions({ review, replying }: ReplySectionProps) {
  const { t } = useText();
  const hasDraft = useHasDraft(review);
  const [confirming, setAsking] = useState(false);
  const { reply, button, composing, open } = replying;
  const { status } = currentReply(review);
  if (status === 'removing') return null;
  const source = t(`common:source.${review.source}`);
  return (
    <div className={css.actions}>
      <Button
        ref={button}
        size="compact-sm"
        variant="subtle"
        disabled={composing}
        onClick={open}
        aria-keyshortcuts="r"
      >
        {status === 'refused'
          ? t('reviews:editAndSend')
          : hasDraft
            ? t('reviews:continueDraft')
            : t('reviews:editReply')}
      </Button>
      {status === 'sending' || status === 'waiting' ? null : (
        <Button size="compact-sm" variant="subtle" disabled={composing} onClick={() => setAsking(true)}>
          {t('reviews:deleteReply')}
        </Button>
      )}
      <ConfirmDialog
        opened={confirming}
        title={t('reviews:deleteReplyTitle')}
        confirm={t('reviews:deleteReply')}
        busy={reply.isPending}
        error={reply.error}
        onConfirm={() => reply.mutate(null, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          reply.reset();
          setAsking(false);
        }}
      >
        {review.source === 'first-party'
          ? t('reviews:deleteReplyTextOwn')
          : t('reviews:deleteReplyText', { source })}
      </ConfirmDialog>
    </div>
  );
}

/**
 * A reply that could not be sent, with its text and what can be done about it. A member who may not reply sees it without
 * the actions.
 */
function FailedReply({ review, replying }: ReplySectionProps) {
  const { t } = useText();
  const discard = useDiscardReply(review.id);
  const { reply, mayReply, open } = replying;
  const { outgoing } = review;
  if (outgoing === null) return null;
  const { text, reason } = outgoing;
  const source = t(`common:source.${review.source}`);
  const canRetry = review.replyBox.state === 'open' && reason !== 'conflict';
  return (
    <div className={css.failed} role="alert">
      <p className={css.problem}>
        <IconAlertCircle size={16} aria-hidden />
        <strong>{text === null ? t('reviews:notRemoved') : t('reviews:notSent')}</strong>
      </p>
      <p className={css.hint}>{replyFailureText(t, reason, source)}</p>
      {text === null ? null : (
        <p className={css.text} dir="auto">
          {text}
        </p>
      )}
      {reply.error === null ? null : (
        <p className={css.problem}>
          <ErrorText error={reply.error} />
        </p>
      )}
      <div className={css.actions} hidden={!mayReply}>
        {reason === 'platform-rejected' ? <PlatformReplyLink review={review} /> : null}
        {text !== null && review.replyBox.state === 'open' ? (
          <Button size="compact-sm" variant="light" onClick={open}>
            {t('reviews:editAndSend')}
          </Button>
        ) : null}
        {canRetry ? (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={reply.isPending}
            onClick={() => reply.mutate(text)}
          >
            {t('common:tryAgain')}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          loading={discard.isPending}
          onClick={() => discard.mutate()}
        >
          {text === null ? t('reviews:dismiss') : t('reviews:discard')}
        </Button>
      </div>
    </div>
  );
}
