import type { Assignee } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import { SourceMark } from '@kindling/guest/kit/source-mark';
import { IconEyeOff, IconPencil, IconPinFilled, IconTrashX } from '@tabler/icons-react';
import { type MouseEvent, memo, type ReactNode, useDeferredValue } from 'react';
import type { Translate } from '../../../lib/i18n/text.ts';
import { verdictText } from '../../../lib/verdict-text.ts';
import { AuthorAvatar } from '../author-avatar.tsx';
import { MarkedText, type SearchParts } from '../marked-text.tsx';
import { markText, markTones, type ReplyMark, replyMark } from '../reply-mark.ts';
import tagCss from '../tags/tags.module.css';
import type { NamedTag } from '../tags/use-tags.ts';
import { assignedText, PersonAvatar } from '../triage/person.tsx';
import { Verdict } from '../verdict.tsx';
import { formatAge } from './format-age.ts';
import css from './row.module.css';
import { SkeletonShape } from './skeleton-row.tsx';

// locale-keys: common.source.*

/** What happens with a row; the functions stay the same for all of them. */
export interface RowActions {
  open: (id: string, index: number) => void;
  /** @param range True with Shift: everything between the last selected row and this one. */
  select: (id: string, index: number, range: boolean) => void;
  /** The address of a review, for a new tab. */
  hrefOf: (id: string) => string;
}

/** How rows are said, read once for all of them: it takes a tenth of the time of a row. */
export interface RowWords {
  t: Translate;
  language: string;
  /** IANA zone of the person; undefined for that of the browser. */
  zone: string | undefined;
}

interface ReviewRowProps {
  review: OwnReview;
  index: number;
  words: RowWords;
  /** What to mark in the texts. */
  search: SearchParts;
  showLocation: boolean;
  tagOf: (id: string) => NamedTag | undefined;
  assigneeOf: (id: string) => Assignee | undefined;
  chosen: boolean;
  selected: boolean;
  /** Whether Tab stops at this row. */
  reachable: boolean;
  actions: RowActions;
}

/**
 * A row of the list.
 * @param props.deferred Whether a new row may wait until the browser has time for it: a fast scroll brings twenty rows
 *   in each frame, which are more work than a frame has time for. A slow one brings them before they are in sight.
 */
export function ReviewRow({ deferred, ...row }: ReviewRowProps & { deferred: boolean }) {
  const ready = useDeferredValue(true, !deferred);
  if (ready) return <RowContent {...row} />;
  return (
    <>
      <span className="k-hidden">{row.review.authorName ?? row.words.t('common:anonymous')}</span>
      <SkeletonShape />
    </>
  );
}

/** One review in two lines of text. Its texts are untrusted: they are rendered as text, each in its own direction. */
const RowContent = memo(function RowContent(props: ReviewRowProps) {
  const { review, index, words, search, showLocation, tagOf, assigneeOf } = props;
  const { chosen, selected, reachable, actions } = props;
  const { t, language, zone } = words;
  const tags = review.tagIds.flatMap((id) => tagOf(id) ?? []);
  const assignee = review.assigneeId === null ? undefined : assigneeOf(review.assigneeId);
  const mark = replyMark(review);
  const author = review.authorName ?? t('common:anonymous');
  const age = formatAge(review, language, zone);
  const text = review.text ?? (review.wipedAt === null ? t('common:noText') : t('inbox:row.wiped'));
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return;
    event.preventDefault();
    if (event.shiftKey) actions.select(review.id, index, true);
    else actions.open(review.id, index);
  };
  return (
    <div className={css.row} data-chosen={chosen || undefined} data-selected={selected || undefined}>
      <span className={css.lead}>
        <AuthorAvatar name={review.authorName} className={css.avatar} />
        <input
          type="checkbox"
          className={css.check}
          checked={selected}
          tabIndex={reachable ? 0 : -1}
          aria-label={t('inbox:row.select', { author })}
          onChange={() => undefined}
          onClick={(event) => actions.select(review.id, index, event.shiftKey)}
        />
      </span>
      <div className={css.head}>
        {mark === 'notReplied' || mark === 'notAccepted' ? (
          <span className={css.dot} data-tone={markTones[mark]} />
        ) : null}
        <a
          className={css.author}
          href={actions.hrefOf(review.id)}
          onClick={open}
          tabIndex={reachable ? 0 : -1}
          aria-current={chosen || undefined}
          aria-label={rowName(t, review, author, age, mark, tags, assignee)}
          dir="auto"
          data-row-link
        >
          <MarkedText text={author} search={search} />
        </a>
        <span className={css.verdict}>
          <Verdict review={review} size={11} bare decorative />
        </span>
        <span className={css.source} title={t(`common:source.${review.source}`)}>
          <SourceMark source={review.source} label={null} />
        </span>
        {showLocation ? (
          <span className={css.place} title={review.listingName ?? review.locationName}>
            {review.listingName ?? review.locationName}
          </span>
        ) : null}
        <RowMarks review={review} t={t} />
        {assignee === undefined ? null : (
          // It opens the review itself, because the link that covers the row would keep the pointer from its title.
          <button
            type="button"
            className={css.assignee}
            onClick={open}
            tabIndex={-1}
            title={assignedText(t, assignee)}
            aria-hidden
          >
            <PersonAvatar person={assignee} size={18} />
          </button>
        )}
        <time className={css.age} dateTime={review.writtenDay ?? review.writtenAt}>
          {age}
        </time>
      </div>
      <p className={css.text} data-none={review.text === null || undefined}>
        <span className={css.flow} dir="auto">
          <span className={css.signs}>
            {tags.slice(0, 3).map((tag) => (
              <span
                key={tag.id}
                className={`${css.tag} ${tagCss.color}`}
                data-color={tag.color}
                title={tag.name}
              >
                <span />
                <span>{tag.name}</span>
              </span>
            ))}
            {mark === null ? null : (
              <span className={css.mark} data-tone={markTones[mark]}>
                {markText(t, mark, review)}
              </span>
            )}
          </span>
          <MarkedText text={oneLine(text)} search={search} />
        </span>
      </p>
    </div>
  );
});

/** Characters of a text that a row has space for; laying out more takes most of the time of a row. */
const shownLength = 240;

/** Line breaks become spaces, and what a row has no space for is left out. */
function oneLine(text: string): string {
  if (text.length <= shownLength) return text.replace(/\s+/gu, ' ');
  // The first half of a character that takes two places is left out.
  const cut = text.slice(0, shownLength).replace(/[\ud800-\udbff]$/u, '');
  return `${cut.replace(/\s+/gu, ' ')}…`;
}

/** Pinned, hidden, no longer shown, with a draft. */
function RowMarks({ review, t }: { review: OwnReview; t: Translate }) {
  const marks: [boolean, typeof IconEyeOff, string][] = [
    [review.draft !== null, IconPencil, t('inbox:row.draft')],
    [review.pinned !== null, IconPinFilled, t('inbox:row.pinned')],
    [review.hidden !== null, IconEyeOff, t('inbox:row.hidden')],
    [review.removedAt !== null, IconTrashX, t('inbox:row.removed')],
  ];
  const shown = marks.filter(([is]) => is);
  if (shown.length === 0) return null;
  return (
    <span className={css.marks}>
      {shown.map(
        ([, Icon, words]): ReactNode => (
          <span key={words} title={words}>
            <Icon size={14} stroke={1.8} aria-hidden />
            <span className="k-hidden">{words}</span>
          </span>
        ),
      )}
    </span>
  );
}

/** What a screen reader says of a row; it begins with the author, as the row does. */
function rowName(
  t: Translate,
  review: OwnReview,
  author: string,
  age: string,
  mark: ReplyMark | null,
  tags: readonly NamedTag[],
  assignee: Assignee | undefined,
): string {
  return [
    author,
    review.rating === null ? verdictText(t, review) : t('common:stars', { count: review.rating }),
    t(`common:source.${review.source}`),
    mark === null ? null : markText(t, mark, review),
    ...tags.map(({ name }) => name),
    assignee === undefined ? null : assignedText(t, assignee),
    age,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
