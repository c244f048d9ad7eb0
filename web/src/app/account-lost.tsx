import type { User } from '@kindling/contract/users';
import { Button, Group } from '@mantine/core';
import { useAuth } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { AccountChoice } from './account-choice.tsx';
import { CenteredMessage } from './centered-message.tsx';
import { NoAccount } from './no-account.tsx';
import { useSignOut } from './shell/use-sign-out.tsx';

/**
 * Shown when the person no longer belongs to the account that the tab works in: the accounts that they still have, or
 * what a person without an account can do.
 */
export function AccountLost({ user: { accounts } }: { user: User }) {
  const { t } = useText();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  const signOut = useSignOut();
  const title = t('account.lostTitle', { account });
  if (accounts.length === 0) return <NoAccount title={title} />;
  return (
    <CenteredMessage title={title} text={t('account.lostText')}>
      <AccountChoice accounts={accounts} />
      <Group justify="center">
        <Button variant="subtle" color="gray" onClick={signOut}>
          {t('menu.signOut')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
