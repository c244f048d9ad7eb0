import type { OwnReview } from '@kindling/contract/reviews';
import { IconMessages } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Attribution, AuthorName } from '../attribution.tsx';
import { AuthorAvatar } from '../author-avatar.tsx';
import { HiddenNotice } from '../hiding/hidden-notice.tsx';
import { HidingActions } from '../hiding/hiding-actions.tsx';
import type { SearchParts } from '../marked-text.tsx';
import { PostingAction } from '../posting/posting-action.tsx';
import { ReplyFoot } from '../reply-foot.tsx';
import { markText, markTones, replyMark } from '../reply-mark.ts';
import { ReplySection } from '../reply-section.tsx';
import { findReadReview } from '../review-cache.ts';
import { TagChips } from '../tags/tag-chips.tsx';
import { TagPicker } from '../tags/tag-picker.tsx';
import { AssigneeSelect } from '../triage/assignee-select.tsx';
import { PinButton } from '../triage/pin-button.tsx';
import { ReviewHistory } from '../triage/review-history.tsx';
import { ReviewNotes } from '../triage/review-notes.tsx';
import { useReplying } from '../use-replying.ts';
import { Verdict } from '../verdict.tsx';
import { PlatformLink } from './platform-link.tsx';
import { PrivatePart } from './private-part.tsx';
import css from './reading.module.css';
import { RemovalNotice } from './removal-notice.tsx';
import { ReviewFacts } from './review-facts.tsx';
import { ReviewWords } from './review-words.tsx';

/** Milliseconds. Others reply, tag and edit while it is open. */
const refetchInterval = 60_000;

interface ReadingPaneProps {
  id: string;
  /** What to mark in the texts. */
  search: SearchParts;
  showLocation: boolean;
  /** True while its reply composer is open. */
  composing: boolean;
  onComposingChange: (composing: boolean) => void;
  articleRef: Ref<HTMLElement>;
  /** True while its tags are being chosen. */
  tagging: boolean;
  onTaggingChange: (tagging: boolean) => void;
}

/** One whole review: what was written, what is known about it, and the reply. */
export function ReadingPane(props: ReadingPaneProps) {
  const { id } = props;
  const { t } = useText();
  const queries = useQueryClient();
  const found = useQuery({
    ...query.reviews.get.queryOptions({ input: { id } }),
    initialData: () => {
      const found = findReadReview(queries, id);
      return found === undefined ? undefined : { review: found.review };
    },
    // As old as the list that it is from, so that one that was read long ago is read again.
    initialDataUpdatedAt: () => findReadReview(queries, id)?.readAt,
    refetchInterval,
  });
  const gone = found.isError && toApiError(found.error).code === 'not-found';
  return (
    <>
      {found.data !== undefined && !gone ? (
        <WholeReview key={id} {...props} review={found.data.review} />
      ) : found.isPending ? (
        <ReadingSkeleton />
      ) : gone ? (
        <EmptyState
          icon={<IconMessages size={22} />}
          title={t('inbox:reading.goneTitle')}
          text={t('inbox:reading.goneText')}
        />
      ) : (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      )}
    </>
  );
}

/** Its texts are untrusted: they are rendered as text, each in its own direction. */
function WholeReview(props: ReadingPaneProps & { review: OwnReview }) {
  const { review, search, showLocation, composing, onComposingChange, articleRef } = props;
  const { tagging, onTaggingChange } = props;
  const { t } = useText();
  const author = review.authorName ?? t('common:anonymous');
  const [translated, setTranslated] = useState(false);
  const mark = replyMark(review);
  const replying = useReplying(review, composing, onComposingChange);
  return (
    <article
      ref={articleRef}
      data-review={review.id}
      data-composing={replying.composing || undefined}
      className={css.article}
      tabIndex={-1}
      aria-label={t('inbox:reading.of', { author })}
    >
      <div className={css.content}>
        <header className={css.head}>
          <AuthorAvatar name={review.authorName} />
          <div className={css.who}>
            <h2 className={css.author} dir="auto">
              <AuthorName review={review} />
            </h2>
            <div className={css.verdict}>
              <Verdict review={review} size={16} />
              {mark === null ? null : <Tag tone={markTones[mark]}>{markText(t, mark, review)}</Tag>}
            </div>
          </div>
        </header>
        <ReviewFacts review={review} showLocation={showLocation} />
        <RemovalNotice review={review} />
        <HiddenNotice review={review} />
        <ReviewWords
          review={review}
          search={search}
          translated={translated}
          onTranslatedChange={setTranslated}
        />
        {review.invited ? (
          <p className={css.none}>
            <strong>{t('reviews:invited')}</strong> {t('reviews:invitedText')}
          </p>
        ) : null}
        <div className={css.links}>
          <PlatformLink review={review} />
          <Attribution review={review} />
          <PostingAction review={review} />
          <HidingActions review={review} />
        </div>
        <PrivatePart part={review.privatePart} />
        <div className={css.sorting}>
          <TagChips review={review} removable />
          <TagPicker review={review} opened={tagging} onOpenChange={onTaggingChange} />
          <PinButton review={review} />
          <AssigneeSelect review={review} />
        </div>
        <div className={css.reply}>
          <ReplySection review={review} replying={replying} />
        </div>
        <div className={css.team}>
          <ReviewNotes review={review} />
          <ReviewHistory review={review} />
        </div>
      </div>
      <ReplyFoot review={review} replying={replying} />
    </article>
  );
}

function ReadingSkeleton() {
  const { t } = useText();
  return (
    <div className={css.content} role="status" aria-label={t('common:loading')}>
      <div className={css.head}>
        <Skeleton shape="circle" height={40} />
        <div className={css.who}>
          <Skeleton height={16} width={180} />
          <Skeleton height={14} width={90} mt={8} />
        </div>
      </div>
      <Skeleton height={13} width={240} mt={16} />
      <Skeleton height={17} mt={24} />
      <Skeleton height={17} mt={12} />
      <Skeleton height={17} width="70%" mt={12} />
    </div>
  );
}
