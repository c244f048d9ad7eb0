import { useEffect, useRef, useState } from 'react';
import { setConfirmer } from '../../lib/api/acting.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface ActingConfirmProps {
  name: string;
  account: string;
  adminName: string;
}

/** Asks an administrator a second time before others read something in the name of the member. */
export function ActingConfirm({ name, account, adminName }: ActingConfirmProps) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const answers = useRef<((confirmed: boolean) => void)[]>([]);
  useEffect(
    () =>
      setConfirmer(
        () =>
          new Promise((resolve) => {
            answers.current.push(resolve);
            setOpened(true);
          }),
      ),
    [],
  );
  const answer = (confirmed: boolean) => {
    setOpened(false);
    for (const resolve of answers.current.splice(0)) resolve(confirmed);
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('acting.confirmTitle', { account })}
      confirm={t('acting.confirm')}
      busy={false}
      error={null}
      destructive={false}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {t('acting.confirmText', { name, admin: adminName })}
    </ConfirmDialog>
  );
}
