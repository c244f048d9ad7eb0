import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { ReportDirty } from './use-section.ts';

/** Asks before what is not saved is left behind, by a link or by closing the tab. */
export function useLeaveGuard() {
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
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const question = (
    <Confirm
      opened={blocker.state === 'blocked'}
      title={t('profile:leave.title')}
      confirm={t('profile:leave.confirm')}
      busy={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('profile:leave.text')}
    </Confirm>
  );
  return { report, question };
}
