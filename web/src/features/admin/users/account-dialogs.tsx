/** The end of an account, and taking it back. */
import type { AdminAccount } from '@kindling/contract/admin-users';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import { useAdminChange } from './use-admin-users.ts';
import css from './users.module.css';

interface AccountDialogProps {
  account: AdminAccount;
  onClose: () => void;
}

type When = 'in-two-weeks' | 'now';

export function DeleteAccountDialog({ account, onClose }: AccountDialogProps) {
  const { t } = useText();
  const { id: accountId, name, deletion, plan } = account;
  const [accountName, setAccountName] = useState('');
  // A deletion that is scheduled can only come earlier.
  const [when, setWhen] = useState<When>(deletion === null ? 'in-two-weeks' : 'now');
  const change = useAdminChange(() => client.adminUsers.deleteAccount({ accountId, accountName, when }), {
    done: t(when === 'now' ? 'admin-users:deletion.doneNow' : 'admin-users:deletion.done', { name }),
    onDone: onClose,
  });
  const isPaying = plan?.subscription?.status === 'active' || plan?.subscription?.status === 'past_due';
  return (
    <ProvedConfirmDialog
      opened
      title={t('admin-users:deletion.title', { name })}
      confirm={t(when === 'now' ? 'admin-users:deletion.confirmNow' : 'admin-users:deletion.confirm')}
      busy={change.isPending}
      disabled={accountName.trim() === ''}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:deletion.text')}</p>
        <Radio.Group
          label={t('admin-users:deletion.when')}
          value={when}
          onChange={(value) => setWhen(value === 'now' ? 'now' : 'in-two-weeks')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="in-two-weeks"
              disabled={deletion !== null}
              label={t('admin-users:deletion.inTwoWeeks')}
              description={t('admin-users:deletion.inTwoWeeksHint')}
            />
            <Radio
              value="now"
              label={t('admin-users:deletion.now')}
              description={t('admin-users:deletion.nowHint')}
            />
          </Stack>
        </Radio.Group>
        {isPaying ? <Notice tone="warn">{t('admin-users:deletion.paying')}</Notice> : null}
        <TextInput
          label={t('admin-users:typeAgain', { words: name })}
          autoComplete="off"
          value={accountName}
          onChange={({ currentTarget }) => setAccountName(currentTarget.value)}
        />
      </div>
    </ProvedConfirmDialog>
  );
}

export function KeepAccountDialog({ account: { id: accountId, name }, onClose }: AccountDialogProps) {
  const { t } = useText();
  const change = useAdminChange(() => client.adminUsers.keepAccount({ accountId }), {
    done: t('admin-users:deletion.kept', { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:deletion.keepTitle', { name })}
      confirm={t('admin-users:deletion.keep')}
      destructive={false}
      busy={change.isPending}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <p>{t('admin-users:deletion.keepText')}</p>
    </ConfirmDialog>
  );
}
