import type { PublicItemKind } from '@kindling/contract/admin-users';
import { type TakedownReason, takedownReasons } from '@kindling/contract/operator-reasons';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAdminChange } from './use-admin-users.ts';
import css from './users.module.css';

// locale-keys: common.takedownReason.*

interface TakedownDialogProps {
  item: { kind: PublicItemKind; id: string; accountId: string; name: string };
  onClose: () => void;
}

/** Takes an embed or page from the public, for a reason that its account sees. */
export function TakeDownDialog({ item, onClose }: TakedownDialogProps) {
  const { t } = useText();
  const { name, ...which } = item;
  const [reason, setReason] = useState<TakedownReason | ''>('');
  const change = useAdminChange(() => client.adminUsers.takeDown({ ...which, reason: reason || 'terms' }), {
    done: t('admin-users:takedown.done', { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:takedown.title', { name })}
      confirm={t('admin-users:takedown.confirm')}
      busy={change.isPending}
      disabled={reason === ''}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t(item.kind === 'embed' ? 'admin-users:takedown.embedText' : 'admin-users:takedown.pageText')}</p>
        <NativeSelect
          label={t('admin-users:reason')}
          description={t('admin-users:reasonTold')}
          required
          value={reason}
          data={[
            { value: '', label: t('admin-users:choose') },
            ...takedownReasons.map((value) => ({
              value,
              label: t(`common:takedownReason.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) =>
            setReason(takedownReasons.find((one) => one === currentTarget.value) ?? '')
          }
        />
        <p>{t('admin-users:toldOwners')}</p>
      </div>
    </ConfirmDialog>
  );
}

export function RestoreDialog({ item: { name, ...which }, onClose }: TakedownDialogProps) {
  const { t } = useText();
  const change = useAdminChange(() => client.adminUsers.restore(which), {
    done: t('admin-users:takedown.restored', { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:takedown.restoreTitle', { name })}
      confirm={t('admin-users:takedown.restore')}
      destructive={false}
      busy={change.isPending}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:takedown.restoreText')}</p>
        <p>{t('admin-users:toldOwners')}</p>
      </div>
    </ConfirmDialog>
  );
}
