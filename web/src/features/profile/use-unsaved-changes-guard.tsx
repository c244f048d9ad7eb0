import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { ReportDirty } from './use-section-form.ts';

/** Asks for confirmation before unsaved changes are lost, by a link or by closing the tab. */
export function useUnsavedChangesGuard() {
  const { t } = useText();
  const unsaved = useRef(new Set<string>());
  const [dirty, setDirty] = useState(false);
  const report = useCallback<ReportDirty>((section, isDirty) => {
    if (isDirty) unsaved.current.add(section);
    else unsaved.current.delete(section);
    setDirty(unsaved.current.size > 0);
  }, []);
  useEffect(() => {
    if (!dirty) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [dirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const dialog = (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t('profile:leave.title')}
      confirm={t('profile:leave.confirm')}
      busy={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('profile:leave.text')}
    </ConfirmDialog>
  );
  return { report, dialog };
}
