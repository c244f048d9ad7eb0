import { replyHours } from '@kindling/contract/help-limits';
import { CloseButton, Loader } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useAuth, useConfig } from '../../lib/auth/session.tsx';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { connectHelpDesk, openHelpDesk } from '../../lib/help-desk.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useCurrentPage } from '../../lib/page-title.ts';
import { Notice } from '../../ui/notice.tsx';
import { HelpForm } from './help-form.tsx';
import css from './help-panel.module.css';
import { HelpTopics } from './help-topics.tsx';
import { topicsAt } from './topics.ts';

interface HelpPanelProps {
  open: boolean;
  onClose: () => void;
  /** Receives the focus when the panel closes. */
  returnTo: RefObject<HTMLElement | null>;
}

type Mode = 'form' | 'connecting' | 'desk-failed';

/** Not modal: people who describe a problem must be able to see and use the page. */
export function HelpPanel({ open, onClose, returnTo }: HelpPanelProps) {
  const { t } = useText();
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  const mode = useHelpDesk(open, onClose);
  // Rendered again when the screen changes; the panel is outside of the router.
  useCurrentPage();
  const topics = topicsAt(location.pathname);
  useEffect(() => {
    const element = panel.current;
    if (element === null || element.matches(':popover-open') === open) return;
    if (!open) {
      const within = element.contains(document.activeElement);
      element.hidePopover();
      if (within) returnTo.current?.focus();
      return;
    }
    element.showPopover();
    // A message that was begun goes before the questions.
    const field = element.querySelector('textarea');
    const first = element.querySelector<HTMLElement>('[data-first]');
    (field?.value ? field : (first ?? field ?? element)).focus({ preventScroll: true });
  }, [open, returnTo]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      className={css.panel}
      onKeyDown={onKeyDown}
    >
      <div className={css.head}>
        <h2 id={title} className={css.title}>
          {t('help:title')}
        </h2>
        <CloseButton aria-label={t('help:close')} onClick={onClose} />
      </div>
      {mode === 'connecting' ? (
        <p className={css.waiting} role="status">
          <Loader size="sm" aria-hidden /> {t('help:connecting')}
        </p>
      ) : (
        <div className={css.body}>
          <HelpTopics topics={topics} />
          <p className={css.promise}>{t('help:promise', { hours: replyHours })}</p>
          {mode === 'desk-failed' ? (
            <Notice tone="info" alert>
              {t('help:deskFailed')}
            </Notice>
          ) : null}
          <HelpForm />
        </div>
      )}
    </div>
  );
}

/** Opens the help desk's chat instead of the panel, when one is configured and loads in time. */
function useHelpDesk(open: boolean, onClose: () => void): Mode {
  const { help } = useConfig();
  const { isAuthenticated } = useAuth();
  const isAdmin = useIsAdmin();
  const isMember = isAuthenticated && !isAdmin;
  const { i18n } = useText();
  const [failed, setFailed] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open || help === null || failed) return;
    let current = true;
    // The chat also works without the user's name.
    const identity = isMember
      ? client.help.identity({}).then(
          (answer) => answer.identity,
          () => null,
        )
      : Promise.resolve(null);
    void identity
      .then((known) => connectHelpDesk(help, i18n.resolvedLanguage ?? 'en', known))
      .then((there) => {
        if (!there) return setFailed(true);
        // The user has closed the panel in the meantime, so the chat must not open.
        if (!current) return;
        openHelpDesk();
        close.current();
      });
    return () => {
      current = false;
    };
  }, [open, help, failed, isMember, i18n]);
  if (help === null) return 'form';
  return failed ? 'desk-failed' : 'connecting';
}
