import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

const mailingOf = (search: string) => new URLSearchParams(search).get('mailing');

/** Asks before a draft that is not stored is left, by a link or by closing the tab. */
export function useUnsavedDraft(isUnsaved: boolean) {
  const { t } = useText();
  const isAllowed = useRef(false);
  useEffect(() => {
    if (!isUnsaved) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isUnsaved]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !isAllowed.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        mailingOf(currentLocation.search) !== mailingOf(nextLocation.search)),
  );
  const dialog = (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t('admin-send-email:leave.title')}
      confirm={t('admin-send-email:leave.confirm')}
      busy={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('admin-send-email:leave.text')}
    </ConfirmDialog>
  );
  return {
    dialog,
    /** Runs a step of the history that loses nothing. */
    leave: (step: () => void) => {
      isAllowed.current = true;
      step();
      isAllowed.current = false;
    },
  };
}
