import type { Profile } from '@kindling/contract/profile';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import css from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Deletes the account, after a confirmation dialog. */
export function DeleteSection({ profile }: { profile: Profile }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const account = profile.accountName;
  return (
    <ProfileSection id="delete" title={t('profile:delete.title')} lead={t('profile:delete.short')}>
      <div className={css.row}>
        <p className={css.hint}>{t('profile:delete.lead', { account })}</p>
        <Button
          variant="default"
          className={css.danger}
          disabled={profile.deletionScheduledFor !== null}
          onClick={() => setOpened(true)}
        >
          {t('profile:delete.begin')}
        </Button>
      </div>
      <DeleteDialog account={account} opened={opened} onClose={() => setOpened(false)} />
    </ProfileSection>
  );
}
