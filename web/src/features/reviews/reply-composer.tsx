import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import css from './reply.module.css';
import { bytesLeft, normalizeReply } from './reply-length.ts';
import { initialReplyText } from './reply-state.ts';
import { pendingDraftSaves, useSaveDraft } from './use-reply.ts';

// locale-keys: common.source.*

/** Milliseconds after the last keystroke before the draft is saved. */
const autosaveDelayMs = 800;
/** The API's limit in characters, for platforms that have no limit of their own. */
const maxReplyLength = 10_000;

interface ReplyComposerProps {
  review: OwnReview;
  sending: boolean;
  /** Why the last request was rejected; null when it was not. */
  error: unknown;
  onSend: (text: string) => void;
  onClose: () => void;
}

/** The editor of a reply. It saves what is typed as a draft, also when the page is closed. */
export function ReplyComposer({ review, sending, error, onSend, onClose }: ReplyComposerProps) {
  const { t, i18n } = useText();
  const [text, setText] = useState(() => initialReplyText(review));
  const draft = useDraftAutosave(review, text, error);
  const noteId = useId();
  const source = t(`common:source.${review.source}`);
  const isOwn = review.source === 'first-party';
  const remainingBytes = bytesLeft(text, review.replyBox.limitBytes);
  const tooLong = remainingBytes !== null && remainingBytes < 0;
  const canSend = normalizeReply(text) !== '' && !tooLong && !sending;
  const send = async () => {
    if (!canSend) return;
    draft.pause();
    // A draft save that is still in flight would restore the draft after the server has deleted it.
    await pendingDraftSaves(review.id);
    onSend(normalizeReply(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
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
        void send();
      }}
    >
      <Textarea
        label={isOwn ? t('reviews:composerOwn') : t('reviews:composer', { source })}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={maxReplyLength}
        data-autofocus
        ref={focusAtEnd}
        dir="auto"
        readOnly={sending}
        error={
          tooLong
            ? t('reviews:tooLong', {
                count: -remainingBytes,
                value: formatNumber(-remainingBytes, i18n.language),
              })
            : null
        }
        aria-describedby={noteId}
      />
      {error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={error} />
        </p>
      )}
      <div className={css.bar}>
        <p id={noteId} className={css.note}>
          {remainingBytes === null || tooLong ? (
            isOwn ? (
              t('reviews:publicNoteOwn')
            ) : (
              t('reviews:publicNote', { source })
            )
          ) : (
            <span role="status">
              {t('reviews:bytesLeft', {
                count: remainingBytes,
                value: formatNumber(remainingBytes, i18n.language),
              })}
            </span>
          )}
          {draft.state === 'none' ? null : (
            <span className={css.saved}>
              {draft.state === 'saved' ? t('reviews:draftSaved') : t('reviews:draftNotSaved')}
            </span>
          )}
        </p>
        <Button variant="subtle" size="xs" onClick={onClose} disabled={sending}>
          {t('common:close')}
        </Button>
        <Button type="submit" size="xs" disabled={!canSend} loading={sending} title={t('reviews:sendKeys')}>
          {t('reviews:send')}
        </Button>
      </div>
    </form>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (field === null || field.dataset.focused !== undefined) return;
  field.dataset.focused = '';
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollIntoView({ block: 'nearest' });
}

/**
 * Saves the draft after each pause in typing and when the composer unmounts.
 * @param error why sending failed: the text is a draft again then
 */
function useDraftAutosave(review: OwnReview, text: string, error: unknown) {
  const save = useSaveDraft(review.id);
  const [state, setState] = useState<'none' | 'saved' | 'unsaved'>('none');
  const lastSaved = useRef(text);
  const latest = useRef(text);
  useLayoutEffect(() => {
    latest.current = text;
  }, [text]);
  const paused = useRef(false);
  useEffect(() => {
    if (error !== null) paused.current = false;
  }, [error]);
  const saveDraft = useCallback(
    (next: string) => {
      if (paused.current || next === lastSaved.current) return;
      const before = lastSaved.current;
      lastSaved.current = next;
      save(next).then(
        () => setState('saved'),
        () => {
          lastSaved.current = before;
          setState('unsaved');
        },
      );
    },
    [save],
  );
  useEffect(() => {
    const timer = setTimeout(() => saveDraft(text), autosaveDelayMs);
    return () => clearTimeout(timer);
  }, [saveDraft, text]);
  useEffect(() => () => saveDraft(latest.current), [saveDraft]);
  return {
    state,
    /** Stops saving while the text is being sent as the reply. */
    pause() {
      paused.current = true;
    },
  };
}
