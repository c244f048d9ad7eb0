import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { leaveTo } from '../../../lib/leave-to.ts';
import { useMaintenance } from '../../../lib/use-maintenance.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import { useAdminChange } from './use-admin-users.ts';
import css from './users.module.css';

const reasonLength = { min: 3, max: 500 } as const;

interface ActAsDialogProps {
  member: { userId: string; displayName: string; email: string };
  account: { id: string; name: string };
  onClose: () => void;
}

/** Begins to act as a member, for a reason that is recorded. The app then loads again as that member. */
export function ActAsDialog({ member, account, onClose }: ActAsDialogProps) {
  const { t } = useText();
  const [reason, setReason] = useState('');
  const name = member.displayName || member.email;
  const given = reason.trim();
  const { readOnly } = useMaintenance();
  const start = useAdminChange(
    () => client.acting.start({ userId: member.userId, accountId: account.id, reason: given }),
    { done: t('admin-users:actAs.done', { name }), onDone: () => leaveTo('/dashboard') },
  );
  return (
    <ProvedConfirmDialog
      opened
      title={t('admin-users:actAs.title', { name, account: account.name })}
      confirm={t('admin-users:actAs.confirm')}
      destructive={false}
      busy={start.isPending}
      disabled={readOnly || given.length < reasonLength.min}
      error={start.error}
      onConfirm={start.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:actAs.text')}</p>
        {readOnly ? <Notice tone="warn">{t('admin-users:actAs.readOnly')}</Notice> : null}
        <Textarea
          label={t('admin-users:actAs.reason')}
          description={t('admin-users:actAs.reasonHint')}
          required
          disabled={readOnly}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={reasonLength.max}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
    </ProvedConfirmDialog>
  );
}
