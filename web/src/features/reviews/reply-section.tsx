import type { OwnReview } from '@kindling/contract/reviews';
import { Anchor, Button } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Translate, useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import css from './reply.module.css';
import { ReplyComposer } from './reply-composer.tsx';
import { replyFailureText } from './reply-failure.ts';
import { currentReply, type ReplyStatus } from './reply-state.ts';
import { useDiscardReply, useReply, useReplyPolling } from './use-reply.ts';

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
  /** The composer is open. */
  writing: boolean;
  onWriting: (writing: boolean) => void;
}

/** The owner's side of a review: the reply that is there, what is on its way, and where one is written. */
export function ReplySection({ review, writing, onWriting }: ReplySectionProps) {
  useReplyPolling(review);
  const reply = useReply(review);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    reply.reset();
    onWriting(true);
  };
  const close = () => {
    onWriting(false);
    // The button is there again with the next frame.
    requestAnimationFrame(() => button.current?.focus());
  };
  const { standing } = currentReply(review);
  const canReply = review.replyBox.state === 'open' && !writing;
  const failed = review.outgoing?.state === 'failed';
  return (
    <>
      {standing === 'none' ? null : (
        <CurrentReply
          review={review}
          actions={
            // What failed has ways out of its own.
            canReply && !failed ? (
              <ReplyActions review={review} reply={reply} button={button} onEdit={open} />
            ) : null
          }
        />
      )}
      {failed && !writing ? <FailedReply review={review} reply={reply} onEdit={open} /> : null}
      {writing && review.replyBox.state === 'open' ? (
        <ReplyComposer
          review={review}
          sending={reply.isPending}
          error={reply.error}
          onSend={(text) => reply.mutate(text, { onSuccess: close })}
          onClose={close}
        />
      ) : null}
      {canReply && standing === 'none' && review.outgoing === null ? (
        <ReplyButton review={review} button={button} onOpen={open} />
      ) : null}
      <ReplyUnavailable review={review} />
    </>
  );
}

function CurrentReply({ review, actions }: { review: OwnReview; actions: ReactNode }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const { standing, text, at } = currentReply(review);
  if (standing === 'none') return null;
  const source = t(`common:source.${review.source}`);
  const violation = review.reply?.violation ?? null;
  const delayReason = standing === 'sending' || standing === 'removing' ? review.outgoing?.reason : null;
  return (
    <blockquote className={css.reply} data-standing={standing} aria-label={t('reviews:yourReply')}>
      <div className={css.head}>
        <strong>{t('reviews:yourReply')}</strong>
        {at === null ? null : (
          <time dateTime={at} className={css.when}>
            {dayOf(at)}
          </time>
        )}
        <span role="status">
          <Tag tone={tones[standing]}>{t(`reviews:standing.${standing}`, { source })}</Tag>
        </span>
      </div>
      <p className={css.text} dir="auto">
        {text}
      </p>
      {standing === 'refused' && violation !== null ? (
        <p className={css.problem}>{t(`reviews:violation.${violation}`, { source })}</p>
      ) : null}
      {delayReason ? <p className={css.hint}>{replyFailureText(t, delayReason, source)}</p> : null}
      {actions}
    </blockquote>
  );
}

interface ReplyActionsProps {
  review: OwnReview;
  reply: ReturnType<typeof useReply>;
  button: React.RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}

function ReplyActions({ review, reply, button, onEdit }: ReplyActionsProps) {
  const { t } = useText();
  const [confirming, setAsking] = useState(false);
  const { standing } = currentReply(review);
  if (standing === 'removing') return null;
  const source = t(`common:source.${review.source}`);
  return (
    <div className={css.actions}>
      <Button ref={button} size="compact-sm" variant="subtle" onClick={onEdit} aria-keyshortcuts="r">
        {standing === 'refused'
          ? t('reviews:editAndSend')
          : review.draft === null
            ? t('reviews:editReply')
            : t('reviews:continueDraft')}
      </Button>
      {standing === 'sending' || standing === 'waiting' ? null : (
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
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
        {t('reviews:deleteReplyText', { source })}
      </ConfirmDialog>
    </div>
  );
}

/** What did not get there, with the words kept and the ways out. */
function FailedReply({
  review,
  reply,
  onEdit,
}: {
  review: OwnReview;
  reply: ReturnType<typeof useReply>;
  onEdit: () => void;
}) {
  const { t } = useText();
  const discard = useDiscardReply(review.id);
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
      <div className={css.actions}>
        {reason === 'platform-rejected' ? <PlatformReplyLink review={review} /> : null}
        {text !== null && review.replyBox.state === 'open' ? (
          <Button size="compact-sm" variant="light" onClick={onEdit}>
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

function ReplyButton({
  review,
  button,
  onOpen,
}: {
  review: OwnReview;
  button: React.RefObject<HTMLButtonElement | null>;
  onOpen: () => void;
}) {
  const { t } = useText();
  return (
    <div className={css.open}>
      <Button
        ref={button}
        size="compact-sm"
        variant="light"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onOpen}
        aria-keyshortcuts="r"
      >
        {review.draft === null ? t('reviews:replyAction') : t('reviews:continueDraft')}
      </Button>
    </div>
  );
}

function PlatformReplyLink({ review }: { review: OwnReview }) {
  const { t } = useText();
  if (review.permalink === null) return null;
  return (
    <Anchor href={review.permalink} target="_blank" rel="noopener noreferrer nofollow" size="sm">
      {t('reviews:replyThere', { source: t(`common:source.${review.source}`) })}{' '}
      <IconExternalLink size={13} aria-hidden />
    </Anchor>
  );
}

/** Why nothing can be written here. For reviews that no platform knows there is nothing to say. */
function ReplyUnavailable({ review }: { review: OwnReview }) {
  const { t } = useText();
  const { state } = review.replyBox;
  const sentence = unavailableText(t, review);
  if (sentence === null) return null;
  const fixableInApp = state !== 'elsewhere';
  return (
    <p className={css.closed}>
      {sentence}{' '}
      {fixableInApp ? (
        <Anchor component={Link} to={`/connections/${review.source}`} size="sm">
          {t('reviews:toConnection')}
        </Anchor>
      ) : (
        <PlatformReplyLink review={review} />
      )}
    </p>
  );
}

function unavailableText(t: Translate, { replyBox: { state }, source: from }: OwnReview): string | null {
  if (from === 'import' || from === 'first-party') return null;
  const source = t(`common:source.${from}`);
  if (state === 'disconnected') return t('reviews:closed.disconnected', { source });
  if (state === 'not-working') return t('reviews:closed.notWorking', { source });
  if (state === 'withdrawn') return t('reviews:closed.withdrawn', { source });
  return state === 'elsewhere' ? t('reviews:closed.elsewhere', { source }) : null;
}
