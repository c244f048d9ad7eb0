import { Button, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../lib/api/client.ts';
import { useAuth, useSession } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { ErrorText } from '../ui/states.tsx';
import { AccountChoice } from './account-choice.tsx';
import { CenteredMessage } from './centered-message.tsx';
import { useSignOut } from './shell/use-sign-out.tsx';

/** Shown when the person no longer belongs to the account that the tab works in: the accounts that they still have. */
export function AccountLost() {
  const { t } = useText();
  const { additionalUserDetails: details } = useAuth();
  const { identity } = useSession();
  const signOut = useSignOut();
  const now = useQuery({
    queryKey: ['accounts-now'],
    queryFn: async () =>
      client.users.getByEmail({
        useremail: details?.email ?? '',
        userToken: await identity.token({ fresh: false }),
      }),
    staleTime: 0,
  });
  const accounts = now.data?.user.accounts ?? [];
  return (
    <CenteredMessage
      title={t('account.lostTitle', { account: details?.accountName ?? '' })}
      text={
        now.error !== null ? (
          <ErrorText error={now.error} />
        ) : accounts.length > 0 ? (
          t('account.lostText')
        ) : (
          t('account.lostLast')
        )
      }
    >
      {now.isPending ? <Loader size="sm" aria-label={t('common:loading')} /> : null}
      <AccountChoice accounts={accounts} />
      <Group justify="center">
        {accounts.length === 0 && now.isSuccess ? (
          <Button onClick={() => location.assign('/dashboard')}>{t('account.goOn')}</Button>
        ) : null}
        <Button variant="subtle" color="gray" onClick={signOut}>
          {t('menu.signOut')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
