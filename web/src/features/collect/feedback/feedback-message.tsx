import type { Feedback } from '@kindling/contract/feedback';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { formatDay, formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { shortcutsDisabled } from '../../../lib/shortcuts-disabled.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { Composer } from './composer.tsx';
import css from './message.module.css';
import { MessageHead } from './message-head.tsx';
import { Timeline } from './timeline.tsx';
import { type EntryKind, useChangeFeedback, useFeedback } from './use-feedback.ts';

// locale-keys: feedback.door.*

interface FeedbackMessageProps {
  id: string;
  /** Whether the list shows messages of several locations. */
  showLocation: boolean;
  onClose: () => void;
}

/** The open message with everything that belongs to it. */
export function FeedbackMessage({ id, showLocation, onClose }: FeedbackMessageProps) {
  const { t } = useText();
  const found = useFeedback(id);
  return (
    <article className={css.pane} aria-busy={found.isPending}>
      <Button
        className={css.back}
        variant="subtle"
        size="xs"
        leftSection={<IconArrowLeft size={16} />}
        onClick={onClose}
      >
        {t('feedback:back')}
      </Button>
      {found.data !== undefined ? (
        <Message key={id} feedback={found.data.feedback} showLocation={showLocation} onErased={onClose} />
      ) : found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : (
        <div className={css.loading} role="status" aria-label={t('common:loading')}>
          <Skeleton height={28} width="40%" />
          <Skeleton shape="text" height={120} />
          <Skeleton height={20} width="60%" />
        </div>
      )}
    </article>
  );
}

function Message({
  feedback,
  showLocation,
  onErased,
}: {
  feedback: Feedback;
  showLocation: boolean;
  onErased: () => void;
}) {
  const { t, i18n } = useText();
  const mayWork = useMayDo('feedback.work');
  const change = useChangeFeedback(feedback.id);
  const [kind, setKind] = useState<EntryKind>('answer');
  const pane = useRef<HTMLDivElement>(null);
  useFocusOnPhones(pane);
  useMessageKeys(mayWork, {
    write(next) {
      setKind(next);
      // The composer of the other mode is rendered after this.
      requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>('[data-composer]')?.focus());
    },
    resolve() {
      if (feedback.state !== 'resolved' && !change.isPending) change.mutate({ state: 'resolved' });
    },
  });
  return (
    <div ref={pane} className={css.message}>
      <MessageHead feedback={feedback} change={change.mutate} busy={change.isPending} onErased={onErased} />
      {change.error === null ? null : (
        <Notice tone="bad" alert title={t('feedback:notSavedTitle')}>
          <ErrorText error={change.error} />
        </Notice>
      )}
      {feedback.message === null ? (
        <Notice tone="info">
          {t('feedback:withdrawnText', {
            day: formatDay(feedback.withdrawnAt ?? feedback.createdAt, i18n.language),
          })}
        </Notice>
      ) : (
        <p className={css.text} dir="auto">
          {feedback.message}
        </p>
      )}
      <Facts feedback={feedback} showLocation={showLocation} />
      <Timeline entries={feedback.entries} />
      {mayWork ? <Composer feedback={feedback} kind={kind} onKindChange={setKind} /> : null}
    </div>
  );
}

/** When, where and by which door it came, and what the visitor left of themselves. */
function Facts({ feedback, showLocation }: { feedback: Feedback; showLocation: boolean }) {
  const { t, i18n } = useText();
  const door = t(`feedback:door.${feedback.door}`);
  const { doorName: name, contact, consentText, consentedAt } = feedback;
  return (
    <div className={css.facts}>
      <p className={css.line}>
        <time dateTime={feedback.createdAt}>{formatMoment(feedback.createdAt, i18n.language)}</time>
        {showLocation ? <span>{feedback.locationName}</span> : null}
        <span>{name === null ? door : t('feedback:doorNamed', { door, name })}</span>
        {feedback.reviewId === null ? null : <span>{t('feedback:reviewToo')}</span>}
      </p>
      {feedback.withdrawnAt !== null ? null : contact === null ? (
        <p className={css.line}>{t('feedback:noContact')}</p>
      ) : (
        <p className={css.line}>
          <span>
            {t('feedback:contact')} <bdi className={css.contact}>{contact}</bdi>
          </span>
        </p>
      )}
      {consentText === null || consentedAt === null ? null : (
        <details className={css.consent}>
          <summary>{t('feedback:consent', { day: formatDay(consentedAt, i18n.language) })}</summary>
          <p dir="auto">{consentText}</p>
        </details>
      )}
    </div>
  );
}

/** Where the message takes the place of the list, the focus goes to its heading, and its beginning is in view. */
function useFocusOnPhones(message: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (matchMedia('(min-width: 62em)').matches) return;
    message.current?.closest('article')?.scrollIntoView({ block: 'start' });
    message.current?.querySelector<HTMLElement>('[data-message-title]')?.focus({ preventScroll: true });
  }, [message]);
}

/** r answers, n notes, e resolves. */
function useMessageKeys(
  enabled: boolean,
  { write, resolve }: { write: (kind: EntryKind) => void; resolve: () => void },
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || shortcutsDisabled(event) || !['r', 'n', 'e'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'e') resolve();
    else write(event.key === 'n' ? 'note' : 'answer');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
