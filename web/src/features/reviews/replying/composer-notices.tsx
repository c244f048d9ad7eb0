import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { misleadingName } from '../templates/fit.ts';
import css from './composer.module.css';
import type { Draft } from './use-draft.ts';

/** Milliseconds after a change of the draft in which its author counts as writing. */
const writingMs = 120_000;

interface ComposerNoticesProps {
  review: OwnReview;
  draft: Draft;
  /** What has changed since the person read the review. */
  changed: { review: boolean; reply: boolean };
  onRead: () => void;
}

/** What somebody who writes a reply has to know before they send it. */
export function ComposerNotices({ review, draft, changed, onRead }: ComposerNoticesProps) {
  return (
    <div className={css.notices} aria-live="polite">
      <ChangedReview review={review} changed={changed} onRead={onRead} />
      {draft.conflict !== null ? (
        <OtherDraft draft={draft} />
      ) : draft.state === 'saved' ? null : (
        <Writer review={review} />
      )}
      <KeptText
        text={draft.aside ?? review.drafting.earlier?.text ?? null}
        name={draft.aside === null ? (review.drafting.earlier?.by?.name ?? null) : null}
        own={draft.aside !== null}
        current={draft.text}
        onTake={(text) => {
          draft.change(text);
          draft.dropAside();
        }}
      />
      <OtherName review={review} reply={draft.text} />
    </div>
  );
}

function ChangedReview({ review, changed, onRead }: Omit<ComposerNoticesProps, 'draft'>) {
  const { t } = useText();
  if (!changed.review && !changed.reply) return null;
  const reply = review.outgoing?.text ?? review.reply?.text ?? null;
  return (
    <Notice
      tone="warn"
      alert
      title={changed.review ? t('reviews:replying.reviewChanged') : t('reviews:replying.replyChanged')}
      action={
        <Button size="compact-sm" variant="default" onClick={onRead}>
          {t('reviews:replying.haveRead')}
        </Button>
      }
    >
      {changed.review ? (
        <p className={css.quote} dir="auto">
          {review.text ?? t('common:noText')}
        </p>
      ) : null}
      {changed.reply ? (
        <p className={css.quote} dir="auto">
          {reply ?? t('reviews:replying.replyGone')}
        </p>
      ) : null}
    </Notice>
  );
}

/** Says that the draft is of somebody else, and whether they are at it. */
function Writer({ review }: { review: OwnReview }) {
  const { t, i18n } = useText();
  const me = useAuth().additionalUserDetails?.id;
  const { by, at } = review.drafting;
  if (review.draft === null || by === null || at === null || by.id === me) return null;
  const isWriting = Date.now() - Date.parse(at) < writingMs;
  return (
    <p className={css.writer} data-now={isWriting || undefined}>
      {isWriting
        ? t('reviews:replying.writing', { name: by.name })
        : t('reviews:replying.draftOf', { name: by.name, when: formatRelative(at, i18n.language) })}
    </p>
  );
}

function OtherDraft({ draft }: { draft: Draft }) {
  const { t } = useText();
  const { conflict } = draft;
  if (conflict === null) return null;
  const { by, text } = conflict;
  return (
    <Notice
      tone="warn"
      alert
      title={
        by === null ? t('reviews:replying.newerDraft') : t('reviews:replying.newerDraftOf', { name: by.name })
      }
    >
      <p className={css.quote} dir="auto">
        {text === '' ? t('reviews:replying.emptied') : text}
      </p>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={draft.takeOther}>
          {t('reviews:replying.takeOther')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={draft.keepMine}>
          {t('reviews:replying.keepMine')}
        </Button>
      </Group>
    </Notice>
  );
}

/** Says that the reply names the business, where the review is about a location with another name. */
function OtherName({ review, reply }: { review: OwnReview; reply: string }) {
  const { t } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const business = misleadingName(reply, review, businesses.data?.businesses);
  if (business === null) return null;
  return (
    <p className={css.otherName}>
      {t('reviews:replying.otherName', { business, location: review.locationName })}
    </p>
  );
}

interface KeptTextProps {
  text: string | null;
  /** Whose it is; null for an own text, and for somebody who is no member any more. */
  name: string | null;
  own: boolean;
  current: string;
  onTake: (text: string) => void;
}

/** A text that another one replaced. */
function KeptText({ text, name, own, current, onTake }: KeptTextProps) {
  const { t } = useText();
  if (text === null || text === current) return null;
  const title = own
    ? t('reviews:replying.keptOwn')
    : name === null
      ? t('reviews:replying.kept')
      : t('reviews:replying.keptOf', { name });
  return (
    <details className={css.kept}>
      <summary>{title}</summary>
      <p className={css.quote} dir="auto">
        {text}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => onTake(text)}>
        {t('reviews:replying.takeText')}
      </Button>
    </details>
  );
}
