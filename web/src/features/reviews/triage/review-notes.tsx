import { maxNotesOfReview, maxReviewNoteLength, type ReviewNote } from '@kindling/contract/review-marks';
import { Button, Textarea, UnstyledButton } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { useNoteDraft, writeNoteDraft } from './note-drafts.ts';
import css from './notes.module.css';
import type { OneReviewProps } from './props.ts';
import { useAddNote, useChangeNote, useNotes, useRemoveNote } from './use-notes.ts';

/** Characters that are left before they are counted on the screen. */
const countsFrom = 200;

/** What members tell each other about a review. Viewers read it; renders nothing for them without notes. */
export function ReviewNotes({ review }: OneReviewProps) {
  const { t } = useText();
  const heading = useId();
  const mayNote = useMayDo('reviews.note');
  const { data, error, refetch } = useNotes(review.id);
  if (!mayNote && (data === undefined || data.notes.length === 0)) return null;
  const isFull = data !== undefined && data.notes.length >= maxNotesOfReview;
  return (
    <section className={css.notes} aria-labelledby={heading}>
      <header className={css.head}>
        <h3 id={heading}>{t('triage:notes.title')}</h3>
        <p className={css.hint}>{t('triage:notes.hint')}</p>
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={36} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : data.notes.length === 0 ? null : (
        <ol className={css.list}>
          {data.notes.map((note) => (
            <Note key={note.id} reviewId={review.id} note={note} mayNote={mayNote} />
          ))}
        </ol>
      )}
      {mayNote && !isFull ? <NewNote key={review.id} reviewId={review.id} /> : null}
    </section>
  );
}

function NewNote({ reviewId }: { reviewId: string }) {
  const { t } = useText();
  const draft = useNoteDraft(reviewId);
  const add = useAddNote(reviewId);
  return (
    <NoteForm
      label={t('triage:notes.placeholder')}
      text={draft?.text ?? ''}
      onText={(text) => writeNoteDraft(reviewId, text)}
      submit={t('triage:notes.add')}
      busy={add.isPending}
      error={add.error}
      onSubmit={() => {
        if (draft !== null) add.mutate(draft);
      }}
    />
  );
}

interface NoteProps {
  reviewId: string;
  note: ReviewNote;
  mayNote: boolean;
}

/** "Mara", "Olivia (support), as Mara". */
function signatureOf(t: Translate, { authorName, adminName }: ReviewNote): string {
  const name = authorName ?? t('triage:notes.former');
  return adminName === null ? name : t('triage:history.by.namedAdmin', { admin: adminName, name });
}

function Note({ reviewId, note, mayNote }: NoteProps) {
  const { t, i18n } = useText();
  const [editing, setEditing] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const change = useChangeNote(reviewId, note.id);
  const remove = useRemoveNote(reviewId, note.id);
  const stop = () => {
    change.reset();
    setEditing(null);
  };
  return (
    <li className={css.note}>
      <p className={css.by}>
        <strong dir="auto" data-foreign>
          {signatureOf(t, note)}
        </strong>
        <time dateTime={note.createdAt}>{formatMoment(note.createdAt, i18n.language)}</time>
        {note.editedAt === null ? null : <span>{t('triage:notes.edited')}</span>}
        {note.own && mayNote && editing === null ? (
          <span className={css.own}>
            <UnstyledButton className={css.link} onClick={() => setEditing(note.text)}>
              {t('triage:notes.edit')}
            </UnstyledButton>
            <UnstyledButton className={css.link} onClick={() => setAsking(true)}>
              {t('triage:notes.delete')}
            </UnstyledButton>
          </span>
        ) : null}
      </p>
      {editing === null ? (
        <p className={css.text} dir="auto" data-foreign>
          {note.text}
        </p>
      ) : (
        <NoteForm
          label={t('triage:notes.editLabel')}
          text={editing}
          onText={setEditing}
          submit={t('triage:notes.save')}
          busy={change.isPending}
          error={change.error}
          onSubmit={() => change.mutate(editing, { onSuccess: stop })}
          onCancel={stop}
        />
      )}
      <ConfirmDialog
        refusedWhileActing
        opened={asking}
        title={t('triage:notes.deleteTitle')}
        confirm={t('triage:notes.deleteConfirm')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
      >
        {t('triage:notes.deleteText')}
      </ConfirmDialog>
    </li>
  );
}

interface NoteFormProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  submit: string;
  busy: boolean;
  error: unknown;
  onSubmit: () => void;
  onCancel?: () => void;
}

/** Control and Enter send; Escape leaves an edit, or the field. */
function NoteForm({ label, text, onText, submit, busy, error, onSubmit, onCancel }: NoteFormProps) {
  const { t } = useText();
  const ready = text.trim() !== '' && !busy;
  const left = maxReviewNoteLength - text.length;
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (ready) onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      if (onCancel === undefined) event.currentTarget.blur();
      else onCancel();
    }
  };
  return (
    <form className={css.form} onSubmit={send}>
      <Textarea
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={maxReviewNoteLength}
        dir="auto"
        readOnly={busy}
        autoFocus={onCancel !== undefined}
      />
      {error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={error} />
        </p>
      )}
      {text === '' && onCancel === undefined ? null : (
        <div className={css.foot}>
          {left > countsFrom ? null : (
            <span className={css.left}>{t('triage:notes.left', { count: left })}</span>
          )}
          {onCancel === undefined ? null : (
            <Button size="xs" variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" size="xs" disabled={!ready && !busy} loading={busy}>
            {submit}
          </Button>
        </div>
      )}
    </form>
  );
}
