import type { OwnReview } from '@kindling/contract/reviews';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import { ReplyComposer } from './reply-composer.tsx';
import css from './reply-foot.module.css';
import { currentReply } from './reply-state.ts';
import { useHasDraft } from './replying/kept-drafts.ts';
import type { Replying } from './use-replying.ts';

/** Where a reply is written: it stays at the foot, while the review above it scrolls. */
export function ReplyFoot({ review, replying }: { review: OwnReview; replying: Replying }) {
  const { reply, mayReply, composing, close } = replying;
  const isFirst = currentReply(review).status === 'none' && review.outgoing === null;
  if (!mayReply || review.replyBox.state !== 'open' || !(composing || isFirst)) return null;
  return (
    <div className={css.foot}>
      <div className={css.inner}>
        {composing ? (
          <ReplyComposer
            review={review}
            sending={reply.isPending}
            error={reply.error}
            onSend={(text) => reply.mutate(text, { onSuccess: close })}
            onClose={close}
          />
        ) : (
          <ReplyButton review={review} replying={replying} />
        )}
      </div>
    </div>
  );
}

function ReplyButton({ review, replying: { button, open } }: { review: OwnReview; replying: Replying }) {
  const { t } = useText();
  const hasDraft = useHasDraft(review);
  return (
    <Button
      ref={button}
      variant="light"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={open}
      aria-keyshortcuts="r"
    >
      {hasDraft ? t('reviews:continueDraft') : t('reviews:replyAction')}
    </Button>
  );
}
