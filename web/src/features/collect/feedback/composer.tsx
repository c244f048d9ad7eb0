import { type Feedback, maxAnswerMailLength, maxNoteLength } from '@kindling/contract/feedback';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { dropEntryDraft, useEntryDraft, writeEntryDraft } from './entry-drafts.ts';
import css from './message.module.css';
import { type EntryKind, useAddEntry } from './use-feedback.ts';

// locale-keys: feedback.mode.*

interface ComposerProps {
  feedback: Feedback;
  kind: EntryKind;
  onKindChange: (kind: EntryKind) => void;
}

/** Writes an answer by mail or a note. A message without an e-mail address takes notes only. */
export function Composer({ feedback, kind: chosen, onKindChange }: ComposerProps) {
  const { t } = useText();
  const kind = feedback.answerable ? chosen : 'note';
  return (
    <section className={css.composer} aria-label={t('feedback:modeLabel')} data-kind={kind}>
      {feedback.answerable ? (
        <SegmentedControl
          size="xs"
          aria-label={t('feedback:modeLabel')}
          value={kind}
          onChange={(value) => onKindChange(value === 'note' ? 'note' : 'answer')}
          data={(['answer', 'note'] as const).map((value) => ({ value, label: t(`feedback:mode.${value}`) }))}
        />
      ) : feedback.withdrawnAt === null ? (
        <p className={css.hint}>{t('feedback:notAnswerable')}</p>
      ) : null}
      <EntryForm key={`${feedback.id} ${kind}`} feedback={feedback} kind={kind} />
    </section>
  );
}

function EntryForm({ feedback, kind }: { feedback: Feedback; kind: EntryKind }) {
  const { t } = useText();
  const own = useAuth().additionalUserDetails?.email ?? '';
  const draftKey = `${feedback.id} ${kind}`;
  const draft = useEntryDraft(draftKey);
  const text = draft?.text ?? '';
  const { add, pending, error } = useAddEntry(feedback.id, kind, (entryId) =>
    dropEntryDraft(draftKey, entryId),
  );
  const ready = text.trim() !== '' && !pending;
  const send = (resolve: boolean) => {
    if (ready && draft !== null) add({ entryId: draft.entryId, text: text.trim(), resolve });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send(false);
    } else if (event.key === 'Escape') event.currentTarget.blur();
  };
  const answers = kind === 'answer';
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <Textarea
        aria-label={answers ? t('feedback:answerLabel') : t('feedback:noteLabel')}
        placeholder={answers ? t('feedback:answerLabel') : t('feedback:noteLabel')}
        value={text}
        onChange={(event) => writeEntryDraft(draftKey, event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autosize
        minRows={2}
        maxRows={9}
        maxLength={answers ? maxAnswerMailLength : maxNoteLength}
        dir="auto"
        readOnly={pending}
        data-composer
      />
      {error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={error} />
        </p>
      )}
      <div className={css.formFoot}>
        <p className={css.hint}>
          {answers
            ? t('feedback:answerHint', { address: feedback.contact?.trim() ?? '', own })
            : t('feedback:noteHint')}
        </p>
        <div className={css.buttons}>
          {answers && feedback.state !== 'resolved' ? (
            <Button variant="default" size="xs" disabled={!ready} onClick={() => send(true)}>
              {t('feedback:sendAndResolve')}
            </Button>
          ) : null}
          <Button
            type="submit"
            size="xs"
            disabled={!ready && !pending}
            loading={pending}
            title={t('feedback:sendKeys')}
          >
            {answers ? t('feedback:sendAnswer') : t('feedback:addNote')}
          </Button>
        </div>
      </div>
    </form>
  );
}
