import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { OwnInvitations, useOwnInvitations } from '../features/profile/team/own-invitations.tsx';
import { client } from '../lib/api/client.ts';
import { openAccount } from '../lib/api/current-account.ts';
import { useAuth } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { useArea } from '../lib/i18n/use-area.ts';
import { ErrorText } from '../ui/states.tsx';
import css from './centered-message.module.css';
import { CenteredMessage, LoadingScreen } from './centered-message.tsx';
import { useSignOut } from './shell/use-sign-out.tsx';

/**
 * Shown to a person who belongs to no account: their invitations, and an account of their own. `title` says what happened
 * to the account that they had.
 */
export function NoAccount({ title }: { title?: string }) {
  const { t } = useText();
  const texts = useArea('profile');
  const email = useAuth().additionalUserDetails?.email ?? '';
  const own = useOwnInvitations();
  const signOut = useSignOut();
  const create = useMutation({
    mutationFn: () =>
      client.users.startOwnAccount({ zoneinfo: new Intl.DateTimeFormat().resolvedOptions().timeZone }),
    onSuccess: ({ accountId }) => openAccount(accountId),
  });
  if (texts.error !== null)
    return (
      <CenteredMessage title={t('common:failed')} text={<ErrorText error={texts.error} />}>
        <Button loading={texts.isFetching} onClick={() => void texts.refetch()}>
          {t('common:tryAgain')}
        </Button>
      </CenteredMessage>
    );
  if (texts.isPending || own.isPending) return <LoadingScreen />;
  const invitations = own.data?.invitations ?? [];
  const invited = invitations.length > 0;
  const error = own.error ?? create.error;
  return (
    <CenteredMessage
      title={title ?? t(invited ? 'profile:noAccount.invitedTitle' : 'profile:noAccount.title')}
      text={
        error !== null ? (
          <ErrorText error={error} />
        ) : (
          t(invited ? 'profile:noAccount.invitedText' : 'profile:noAccount.text', { email })
        )
      }
    >
      {invited ? (
        <div className={css.rows}>
          <OwnInvitations invitations={invitations} />
        </div>
      ) : null}
      <Group justify="center">
        <Button
          variant={invited ? 'default' : 'filled'}
          loading={create.isPending || create.isSuccess}
          onClick={() => create.mutate()}
        >
          {t('profile:noAccount.create')}
        </Button>
        <Button variant="subtle" color="gray" onClick={signOut}>
          {t('menu.signOut')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
