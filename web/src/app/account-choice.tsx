import type { OwnMembership } from '@kindling/contract/users';
import { Button, Stack } from '@mantine/core';
import { openAccount } from '../lib/api/current-account.ts';
import { useText } from '../lib/i18n/text.ts';
import css from './centered-message.module.css';

// locale-keys: app.role.*

/** A button for each account of the person. */
export function AccountChoice({ accounts }: { accounts: readonly OwnMembership[] }) {
  const { t } = useText();
  return (
    <Stack gap="xs">
      {accounts.map(({ id, name, role }) => (
        <Button
          key={id}
          variant="default"
          className={css.account}
          classNames={{ label: css.accountName }}
          onClick={() => openAccount(id)}
        >
          {t('account.open', { name, role: t(`role.${role}`) })}
        </Button>
      ))}
    </Stack>
  );
}
