/** What administrators decide about a person. Each dialog says who notices what. */
import type { Person } from '@kindling/contract/admin-users';
import type { BlockReason } from '@kindling/contract/operator-reasons';
import { blockReasons } from '@kindling/contract/operator-reasons';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import { useAdminChange } from './use-admin-users.ts';
import css from './users.module.css';

// locale-keys: admin-users.blockReason.*

interface PersonDialogProps {
  person: Person;
  onClose: () => void;
}

const nameOf = ({ displayName, email }: Person) => displayName || email;

export function RoleDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useText();
  const name = nameOf(person);
  const promotes = person.role === 'Regular';
  const change = useAdminChange(
    () =>
      client.adminUsers.changeRole({
        userId: person.id,
        role: promotes ? 'Super Admin' : 'Regular',
        expected: person.role,
      }),
    { done: t('admin-users:role.done', { name }), onDone: onClose },
  );
  return (
    <ProvedConfirmDialog
      opened
      title={t(promotes ? 'admin-users:role.promoteTitle' : 'admin-users:role.demoteTitle', { name })}
      confirm={t(promotes ? 'admin-users:role.promote' : 'admin-users:role.demote')}
      busy={change.isPending}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t(promotes ? 'admin-users:role.promoteText' : 'admin-users:role.demoteText')}</p>
        <p>{t('admin-users:toldPerson')}</p>
      </div>
    </ProvedConfirmDialog>
  );
}

export function BlockDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useText();
  const name = nameOf(person);
  const [reason, setReason] = useState<BlockReason | ''>('');
  const change = useAdminChange(
    () => client.adminUsers.block({ userId: person.id, reason: reason || 'terms' }),
    { done: t('admin-users:block.done', { name }), onDone: onClose },
  );
  return (
    <ProvedConfirmDialog
      opened
      title={t('admin-users:block.title', { name })}
      confirm={t('admin-users:block.confirm')}
      busy={change.isPending}
      disabled={reason === ''}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:block.text')}</p>
        <NativeSelect
          label={t('admin-users:reason')}
          description={t('admin-users:reasonTold')}
          required
          value={reason}
          data={[
            { value: '', label: t('admin-users:choose') },
            ...blockReasons.map((value) => ({ value, label: t(`admin-users:blockReason.${value}`) })),
          ]}
          onChange={({ currentTarget }) =>
            setReason(blockReasons.find((one) => one === currentTarget.value) ?? '')
          }
        />
      </div>
    </ProvedConfirmDialog>
  );
}

export function UnblockDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useText();
  const name = nameOf(person);
  const change = useAdminChange(() => client.adminUsers.unblock({ userId: person.id }), {
    done: t('admin-users:unblock.done', { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:unblock.title', { name })}
      confirm={t('admin-users:unblock.confirm')}
      destructive={false}
      busy={change.isPending}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <p>{t('admin-users:unblock.text')}</p>
    </ConfirmDialog>
  );
}

export function RemovePersonDialog({ person, onGone, onClose }: PersonDialogProps & { onGone: () => void }) {
  const { t } = useText();
  const name = nameOf(person);
  const [email, setEmail] = useState('');
  const change = useAdminChange(() => client.adminUsers.removePerson({ userId: person.id, email }), {
    done: t('admin-users:removePerson.done', { name }),
    onDone: () => {
      onClose();
      onGone();
    },
  });
  return (
    <ProvedConfirmDialog
      opened
      title={t('admin-users:removePerson.title', { name })}
      confirm={t('admin-users:removePerson.confirm')}
      busy={change.isPending}
      disabled={email.trim().toLowerCase() !== person.email.toLowerCase()}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:removePerson.text')}</p>
        <TextInput
          label={t('admin-users:typeAgain', { words: person.email })}
          autoComplete="off"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </div>
    </ProvedConfirmDialog>
  );
}
