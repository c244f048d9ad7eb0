import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { AssistantPart } from './assistant/assistant-part.tsx';
import { normalizeReply, type Space, spaceLeft } from './reply-length.ts';
import { seenReplyText } from './reply-state.ts';
import css from './replying/composer.module.css';
import { ComposerNotices } from './replying/composer-notices.tsx';
import { pendingDraftSaves } from './replying/draft-saves.ts';
import { insertText } from './replying/insert-text.ts';
import { type Draft, useDraft } from './replying/use-draft.ts';
import { usePolledReview } from './replying/use-polled-review.ts';
import { TemplateMenu } from './templates/template-menu.tsx';

// locale-keys: common.source.*

interface ReplyComposerProps {
  review: OwnReview;
  sending: boolean;
  /** Why the last request was rejected; null when it was not. */
  error: unknown;
  onSend: (text: string) => void;
  onClose: () => void;
}

/** The editor of a reply. It saves what is typed as a draft, also when the page is closed. Only a person sends it. */
export function ReplyComposer({ review, sending, error, onSend, onClose }: ReplyComposerProps) {
  const { t } = useText();
  const draft = useDraft(review, error);
  usePolledReview(review.id, sending, draft.compare);
  const read = useReadContent(review);
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const source = t(`common:source.${review.source}`);
  const isOwn = review.source === 'first-party';
  const space = spaceLeft(draft.text, review.replyBox);
  const tooLong = space !== null && space.left < 0;
  const isSettled = draft.conflict === null && !read.changed.review && !read.changed.reply;
  const canSend = normalizeReply(draft.text) !== '' && !tooLong && !sending && isSettled;
  const send = async () => {
    if (!canSend) return;
    draft.stop();
    // A save that is still in flight would restore the draft after the server has deleted it.
    await pendingDraftSaves(review.id);
    onSend(normalizeReply(draft.text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !isOwnEvent(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && event.target === field.current) {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <form
      className={css.composer}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (isOwnEvent(event)) void send();
      }}
    >
      <ComposerNotices review={review} draft={draft} changed={read.changed} onRead={read.confirm} />
      <Textarea
        label={isOwn ? t('reviews:composerOwn') : t('reviews:composer', { source })}
        value={draft.text}
        onChange={(event) => draft.change(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        ref={(element) => {
          field.current = element;
          focusAtEnd(element);
        }}
        dir="auto"
        readOnly={sending}
        error={tooLong ? <TooLong space={space} /> : null}
        aria-describedby={noteId}
      />
      <div className={css.tools}>
        <TemplateMenu
          review={review}
          disabled={sending}
          onInsert={(words) => insertAtCursor(field.current, draft, words)}
        />
        <AssistantPart review={review} draft={draft} disabled={sending} />
      </div>
      {error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={error} />
        </p>
      )}
      <div className={css.bar}>
        <ComposerNote id={noteId} review={review} draft={draft} space={space} />
        <div className={css.ends}>
          <Button variant="subtle" size="xs" onClick={onClose} disabled={sending}>
            {t('common:close')}
          </Button>
          <Button type="submit" size="xs" disabled={!canSend} loading={sending} title={t('reviews:sendKeys')}>
            {review.reply?.state === 'published' ? t('reviews:update') : t('reviews:send')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** React passes events of dialogs up to the component that opened them, and saving a template must not send a reply. */
function isOwnEvent({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

/** What the person has read of the review and of its reply. What changes afterwards has to be read before sending. */
function useReadContent(review: OwnReview) {
  const now = { content: review.contentVersion, reply: seenReplyText(review) };
  const [read, setRead] = useState(now);
  return {
    changed: { review: read.content !== now.content, reply: read.reply !== now.reply },
    confirm: () => setRead(now),
  };
}

function TooLong({ space: { left, unit } }: { space: Space }) {
  const { t, i18n } = useText();
  const over = { count: -left, value: formatNumber(-left, i18n.language) };
  return <>{unit === 'bytes' ? t('reviews:tooLong', over) : t('reviews:tooManyCharacters', over)}</>;
}

interface ComposerNoteProps {
  id: string;
  review: OwnReview;
  draft: Draft;
  space: Space | null;
}

/** Who can read the reply, or how much space is left; and whether the draft is saved. */
function ComposerNote({ id, review, draft, space }: ComposerNoteProps) {
  const { t, i18n } = useText();
  const source = t(`common:source.${review.source}`);
  const rest = { count: space?.left ?? 0, value: formatNumber(space?.left ?? 0, i18n.language) };
  return (
    <p id={id} className={css.note}>
      {space === null || space.left < 0 ? (
        review.source === 'first-party' ? (
          t('reviews:publicNoteOwn')
        ) : (
          t('reviews:publicNote', { source })
        )
      ) : (
        <span role="status">
          {space.unit === 'bytes' ? t('reviews:bytesLeft', rest) : t('reviews:charactersLeft', rest)}
        </span>
      )}
      {draft.state === 'none' || draft.conflict !== null ? null : (
        <span className={css.saved}>
          {draft.state === 'saved' ? t('reviews:draftSaved') : t('reviews:draftNotSaved')}
        </span>
      )}
    </p>
  );
}

/** Replaces what is selected, and puts the cursor behind the words. */
function insertAtCursor(field: HTMLTextAreaElement | null, draft: Draft, words: string): void {
  const start = field?.selectionStart ?? draft.text.length;
  const { text, cursor } = insertText(draft.text, { start, end: field?.selectionEnd ?? start }, words);
  draft.change(text);
  // The field has its new value in the next frame.
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(cursor, cursor);
  });
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (field === null || field.dataset.focused !== undefined) return;
  field.dataset.focused = '';
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollIntoView({ block: 'nearest' });
}
